import { type StreamName, streamName } from '../../../shared/kernel/brands.ts'
import type { Position, StoredRecord } from '../../../shared/event-store/port.ts'
import type { LogScan, StreamTally, Tallied } from '../../../shared/event-store/scan.ts'
import type { Reads } from '../../verify/found.ts'

/** Streams that are looked at together. */
const TOGETHER = 64

const NUMBERED = /^([a-z]+)-(\d{1,16})$/

/** Names of streams of numbered things, spelled so that they stand in the order of their numbers. */
const keyOf = (stream: StreamName) =>
  streamName(stream.replace(NUMBERED, (_, kind: string, id: string) => `${kind}-${id.padStart(16, '0')}`))
const streamOf = (key: StreamName) => streamName(key.replace(/^([a-z]+)-0*(\d+)$/, '$1-$2'))

/** What an export is made of: streams that tell of what is there now. */
const TOLD = [
  ...['event-', 'venue-', 'organizer-', 'term-', 'image-', 'user-', 'schedule-'],
  ...['identity-event/', 'identity-venue/', 'identity-organizer/', 'identity-term/'],
]

export const tallyTold = (tally: StreamTally, records: readonly StoredRecord[]): void => {
  const told = records.filter(({ stream }) => TOLD.some(prefix => stream.startsWith(prefix)))
  tally.add(told.map(record => ({ ...record, stream: keyOf(record.stream) })))
}

/** The streams that begin so, as they were met, some at a time. */
export function* talliedOf(tally: StreamTally, prefix: string): Generator<readonly Tallied[]> {
  for (let last = prefix; ;) {
    const some = tally.after(last, TOGETHER).filter(({ stream }) => stream.startsWith(prefix))
    const end = some.at(-1)
    if (end === undefined) return
    yield some.map(one => ({ ...one, stream: streamOf(one.stream) }))
    last = end.stream
  }
}

/** Their names. */
export function* streamsOf(tally: StreamTally, prefix: string): Generator<readonly StreamName[]> {
  for (const some of talliedOf(tally, prefix)) yield some.map(({ stream }) => stream)
}

/** The log as it was at a position, as far as it is still there. */
export const asOf = (scan: Pick<LogScan, 'read'>, position: Position): Reads => ({
  read: async (...asked) => (await scan.read(...asked)).filter(record => record.position <= position),
})
