import type { JobName } from './catalogue.ts'
import type { JobHandlers, JobQueue } from './port.ts'

const only = (handlers: JobHandlers, isOwn: (name: JobName) => boolean): JobHandlers =>
  Object.fromEntries(Object.entries(handlers).filter(([name]) => isOwn(name as JobName)))

/**
 * One queue of two: jobs of these names have a lane, where they take nobody's place and nobody takes theirs. What waits
 * for others most of the time does not hold up what works. Those that were in the main queue already are done there: an
 * earlier release had no lane for them.
 */
export const withLane = (
  main: JobQueue,
  { lane, names }: { readonly lane: JobQueue; readonly names: readonly JobName[] },
): JobQueue => {
  const hasLane = (name: JobName) => names.includes(name)
  return {
    enqueue: (name, payload, options) => (hasLane(name) ? lane : main).enqueue(name, payload, options),
    work: async handlers => {
      await lane.work(only(handlers, hasLane))
      await main.work(handlers)
    },
    pending: async () => (await main.pending()) + (await lane.pending()),
    generation: async () => `${await main.generation()} ${await lane.generation()}`,
    close: async () => {
      await Promise.all([main.close(), lane.close()])
    },
  }
}
