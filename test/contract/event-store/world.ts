import { userId, streamName, type StreamName, isoTime } from '../../../shared/kernel/brands.ts'
import { randomUUID } from 'node:crypto'
import type {
  EventStore,
  Expected,
  Followed,
  Appended,
  NewRecord,
  Position,
  StoredRecord,
} from '../../../shared/event-store/port.ts'
import type { JsonObject } from '../../../shared/kernel/json.ts'

export type Made = {
  readonly store: EventStore
  /** Closes the store and opens the same log again. */
  readonly reopen?: () => Promise<EventStore>
}

export type Kind = {
  readonly reopens: boolean
  /** Of appends that are made together, all are written or none. */
  readonly isOneAct: boolean
}

const UUIDS = 'abcdefghijklmnopqrstuvwxyz'
/** A record whose id is known by one letter: the cases name records as the semantics table does. */
export const known = (letter: string, salt: string, data: JsonObject = { letter }): NewRecord => ({
  id: `${salt.slice(0, 34)}${UUIDS.indexOf(letter).toString(16).padStart(2, '0')}`,
  type: 'Noted',
  data,
  meta: {
    actor: userId(7),
    at: isoTime('2026-03-01T10:00:00.000Z'),
    source: 'cal',
    route: 'POST /notes',
    correlation: salt,
    causation: null,
  },
})

export const fresh = (data: JsonObject = {}): NewRecord => known('a', randomUUID(), data)
export const several = (count: number): NewRecord[] => Array.from({ length: count }, (_, n) => fresh({ n }))

/** Steps of following until `enough`; the iteration then ends by abort. */
export const followUntil = async (
  store: EventStore,
  after: Position | null,
  prefixes: readonly string[],
  enough: (steps: readonly Followed[]) => boolean,
): Promise<readonly Followed[]> => {
  const stop = new AbortController()
  const steps: Followed[] = []
  for await (const step of store.follow(after, prefixes, stop.signal)) {
    steps.push(step)
    if (enough(steps)) stop.abort()
  }
  return steps
}

export const recordsOf = (steps: readonly Followed[]): readonly StoredRecord[] =>
  steps.flatMap(s => s.records)
export const isLive = (steps: readonly Followed[]): boolean => steps.at(-1)?.live === true
export const atLeast = (count: number) => (steps: readonly Followed[]) => recordsOf(steps).length >= count

/** What the cases of one log share; all but its kind is new for each case. */
export class World {
  readonly reopens: boolean
  readonly isOneAct: boolean
  made!: Made
  store!: EventStore
  salt!: string
  /** Of the names of all streams of this case. */
  prefix!: string
  stream!: StreamName

  constructor({ reopens, isOneAct }: Kind) {
    this.reopens = reopens
    this.isOneAct = isOneAct
  }

  /** For the next case. */
  begin(made: Made): void {
    this.made = made
    this.store = made.store
    this.salt = randomUUID()
    this.prefix = `note${this.salt.slice(0, 8)}-`
    this.stream = streamName(`${this.prefix}1`)
  }

  /** Appends a record for each letter. */
  append(letters: string, expected: Expected, to = this.stream): Promise<Appended> {
    return this.store.append(
      to,
      Array.from(letters, letter => known(letter, this.salt)),
      expected,
    )
  }

  /** The letters that a stream holds, one after the other. */
  async letters(of = this.stream): Promise<string> {
    return (await this.store.read(of))
      .map(({ data }) => (typeof data['letter'] === 'string' ? data['letter'] : '?'))
      .join('')
  }
}
