import type { EventStore } from '../../shared/event-store/port.ts'
import { memoryLog } from './memory-log.ts'

/** Notes the streams that become durable together, names without their digest, and what is read, in order. */
export const notedLog = (log: EventStore = memoryLog()) => {
  const told: string[] = []
  const short = (stream: string) => stream.replace(/\/[0-9a-f]{40}$/, '')
  const note = (...streams: readonly string[]) => told.push(streams.map(short).join(' + '))
  const store: EventStore = {
    ...log,
    append: (stream, ...rest) => {
      note(stream)
      return log.append(stream, ...rest)
    },
    appendAll: (before, last) => {
      note(...[...before, last].map(({ stream }) => stream))
      return log.appendAll(before, last)
    },
    read: (stream, ...rest) => {
      note(`read ${stream}`)
      return log.read(stream, ...rest)
    },
  }
  const taken = () => told.splice(0)
  return { store, taken }
}

/** Where what is made together becomes durable one after the other, as in EventStoreDB. */
export const oneByOne = (log: EventStore): EventStore => ({
  ...log,
  appendAll: async (before, last) => {
    for (const { stream, records, expected } of before) await log.append(stream, records, expected)
    return log.append(last.stream, last.records, last.expected)
  },
})
