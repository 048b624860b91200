import { type StreamName, termId } from '../../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import type { Carried, ItemKind } from '../../../shared/facts/common.ts'
import { purgedAt } from '../../../shared/facts/purge.ts'
import { termCodec } from '../../../shared/facts/term.ts'
import { isKept } from '../../calendar/in-use.ts'
import type { Kind } from '../../calendar/item/kind.ts'
import { carriedOf, type ItemFact, type SharedValues } from '../../calendar/item/state.ts'
import { term } from '../../calendar/term/term.ts'
import { folded } from '../../handle.ts'
import type { Reads } from '../../verify/found.ts'
import { idIn } from '../../verify/found.ts'
import type { Linked, Noun } from './survey.ts'

/** What lines are made of. */
export type Telling = {
  /** The log at the moment of the export. */
  readonly then: Reads
  /** The log now: what was purged meanwhile must not leave it. */
  readonly now: Reads
  readonly linked: Linked
  /** Whether passwords of items are told. */
  readonly secrets: boolean
  /** Dates that readers are told of an item, by the records of its stream. */
  readonly datesOf: (noun: ItemKind | 'term', records: readonly StoredRecord[]) => Carried | null
}

/** Made for an event that has not come: nobody was shown it. */
const isUnseen = (
  { linked }: Telling,
  noun: ItemKind | 'term',
  id: number,
  records: readonly StoredRecord[],
) => {
  if (noun === 'event' || records[0]?.data['hiddenUntilLinked'] !== true) return false
  return !linked[noun satisfies Noun].has(id) && !records.some(({ type }) => type === 'TermAdopted')
}

/** Of an event, venue or organizer; null: there is nothing of it to tell. */
export const itemLine = async <
  Values extends SharedValues & { readonly password: string },
  Fact extends ItemFact<Values>,
>(
  telling: Telling,
  { noun, idOf, aggregate }: Kind<Values, Fact>,
  stream: StreamName,
) => {
  const [records, purged] = await Promise.all([telling.then.read(stream), purgedAt(telling.now, stream)])
  const id = idOf(idIn(stream))
  if (records.length === 0 || purged !== null || isUnseen(telling, noun, id, records)) return null
  const { state } = folded(aggregate, records)
  const dates = telling.datesOf(noun, records)
  if (state === null || dates === null) return null
  const { values, createdBy: by } = state
  const password = telling.secrets || values.password === '' ? values.password : null
  return { id, by, carried: carriedOf(state, dates), values: { ...values, password } }
}

export const termLine = async (telling: Telling, stream: StreamName) => {
  const records = await telling.then.read(stream)
  const [first] = records
  const id = termId(idIn(stream))
  if (first === undefined || isUnseen(telling, 'term', id, records)) return null
  const { state } = folded(term, records)
  const dates = telling.datesOf('term', records)
  if (!isKept(state) || dates === null) return null
  const carried = state.status === 'merged' ? { ...dates, into: state.into } : dates
  return { id, by: termCodec.decode(first.type, first.data).by, carried, values: state.values }
}
