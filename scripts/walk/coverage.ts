import { Session } from 'node:inspector/promises'

const ROOT = new URL('../../', import.meta.url).href
const OURS = /^(?:services|projections|workers|shared)\//

type Ran = {
  /** Production files in which a function was called, as paths from the root of the repository. */
  readonly files: readonly string[]
  /** Calls of a named function of a file. */
  readonly calls: (file: string, name: string) => number
}

/** Counts calls in this process from now on; `ran` tells those since it was asked last. */
export const countCalls = async () => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    ran: async (): Promise<Ran> => {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      const called = new Map<string, Map<string, number>>()
      for (const { url, functions } of result) {
        const file = url.startsWith(ROOT) ? url.slice(ROOT.length) : ''
        if (!OURS.test(file)) continue
        for (const { functionName, ranges } of functions) {
          const count = ranges[0]?.count ?? 0
          if (count === 0) continue
          const known = called.get(file) ?? new Map<string, number>()
          called.set(file, known.set(functionName, (known.get(functionName) ?? 0) + count))
        }
      }
      return {
        files: [...called.keys()].toSorted(),
        calls: (file, name) => called.get(file)?.get(name) ?? 0,
      }
    },
    stop: () => session.disconnect(),
  }
}
