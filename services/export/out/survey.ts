import type { Position, StoredRecord } from '../../../shared/event-store/port.ts'
import type { LogScan, StreamTally } from '../../../shared/event-store/scan.ts'
import { PURGED } from '../../../shared/facts/purge.ts'
import { idsNamed } from '../../calendar/named.ts'
import { tallyTold } from './streams.ts'

/** A log that an export must not be made of: what is damaged. */
export class Damaged extends Error {
  override readonly name = 'Damaged'
}

export type Noun = 'venue' | 'organizer' | 'term'

/** Ids that an event names or ever named: readers see what was made for an event from then on (spec 02 §5). */
export type Linked = Readonly<Record<Noun, ReadonlySet<number>>>

export type Survey = {
  /** Of the last record that was met: the moment of the export. null: there is none. */
  readonly position: Position | null
  readonly linked: Linked
}

type Looking = {
  readonly scan: LogScan
  readonly tally: StreamTally
  readonly signal: AbortSignal
  readonly tell: (done: string) => void
  /** Everything, in log order. */
  readonly each: (records: readonly StoredRecord[]) => Promise<void>
}

const TELL_EVERY = 100_000

const MEMBERS = { venues: 'venue', organizers: 'organizer', categories: 'term', tags: 'term' } as const

const noteLinks = (linked: Record<Noun, Set<number>>, record: StoredRecord): void => {
  const { stream } = record
  if (!stream.startsWith('event-') && !stream.startsWith(`${PURGED}event-`)) return
  for (const member of ['venues', 'organizers', 'categories', 'tags'] as const)
    for (const id of idsNamed(record, member)) linked[MEMBERS[member]].add(id)
}

/**
 * Reads the log once from its first record to its end: which streams there are, what events name, and where the end is.
 * What is recorded from then on is not in the export. Throws Damaged.
 */
export const surveyLog = async ({ scan, tally, signal, tell, each }: Looking): Promise<Survey> => {
  const linked = { venue: new Set<number>(), organizer: new Set<number>(), term: new Set<number>() }
  let [position, count]: [Position | null, number] = [null, 0]
  for await (const { records, damaged } of scan.everything(signal)) {
    if (damaged[0] !== undefined) throw new Damaged(damaged[0])
    tallyTold(tally, records)
    for (const record of records) noteLinks(linked, record)
    await each(records)
    position = records.at(-1)?.position ?? position
    const before = count
    count += records.length
    if (Math.floor(before / TELL_EVERY) < Math.floor(count / TELL_EVERY)) tell(`${count} records read`)
  }
  return { position, linked }
}
