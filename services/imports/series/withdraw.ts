import { identityStream } from '../../../shared/facts/claim.ts'
import type { Origin } from '../../../shared/facts/common.ts'
import type { ItemOutcome, SeriesSpan } from '../../../shared/facts/import.ts'
import { calendarOn } from '../../calendar/calendar.ts'
import { appendClaims } from '../../calendar/claim-stream.ts'
import { seriesKey } from '../item/identity.ts'
import { isCovered, spanOf } from '../item/series.ts'
import { elementsOf, found } from '../run/state-lists.ts'
import { UNREAD, type Run } from '../run/state.ts'
import type { Session } from '../apply/chunk-scope.ts'
import { loadEvent, type KnownEvent } from '../apply/known-event.ts'
import { isOutdated, type SeriesBook } from './series-book.ts'
import { occurrenceIn } from './chunk-series.ts'
import { wasMet } from '../apply/was-met.ts'

/** An event that its source no longer has. */
export type Withdrawn = { readonly id: number; readonly uid: string }

type Scope = Pick<Session, 'writing' | 'importId' | 'run' | 'context' | 'met'> & { readonly book: SeriesBook }

/** One span for each series, as wide as all that was noted of it; in an order that is the same each time. */
const merged = (spans: readonly SeriesSpan[]): readonly SeriesSpan[] => {
  const byUid = new Map<string, SeriesSpan>()
  for (const span of spans) byUid.set(span.uid, { ...span, ...spanOf(span, byUid.get(span.uid) ?? span) })
  return [...byUid.values()].toSorted((one, other) => (one.uid < other.uid ? -1 : 1))
}

/** Whether it is in the trash because an attempt of this import, which came no further, withdrew it. */
const isDone = ({ importId }: Scope, { item: { values, trashed } }: KnownEvent): boolean =>
  trashed?.reason === 'withdrawn' && values.origin?.importId === importId

/** Like one that was cancelled, with the revision that did so; false: it is not to be withdrawn. */
const withdraw = async (
  { writing, importId, run, context }: Scope,
  { uid, revision, ...cover }: SeriesSpan,
  known: KnownEvent,
): Promise<boolean> => {
  const { id, item } = known
  const old = occurrenceIn(run.source, uid, known)
  const { origin } = item.values
  if (old === null || origin === null || !isCovered(old, cover)) return false
  if (origin.sequence > revision.sequence) return false
  const { sequence, lastModified } = revision
  const next: Origin = { ...origin, importId, sequence, lastModified }
  await calendarOn(writing).event.change(id, { origin: next }, context, known.loaded)
  if (!(await calendarOn(writing).event.trash(id, 'withdrawn', context)).ok) return false
  const claim = { type: 'Claimed', owner: id, occurrence: old.occurrence, revision } as const
  const stream = identityStream('event', seriesKey(run.source, uid))
  await appendClaims(writing.store, stream, [claim], 'any', context)
  return true
}

const isComplete = (run: Run, outcomes: readonly ItemOutcome[]): boolean => {
  const failed = run.failed + outcomes.filter(({ outcome }) => outcome === 'failed').length
  if (run.status === 'failed' || run.updateAuthority === 'retain' || run.unread) return false
  if (outcomes.some(({ reason }) => UNREAD.has(reason)) || failed === run.received) return false
  return !run.carriedEvents || run.received === run.total
}

/**
 * To the trash with what this import, of which `outcomes` are the last, did not bring of series that it brought again
 * (spec 05 §5): series after series. An import that brought less than was announced, or failed, withdraws nothing, and
 * a series of which an item failed stays as it is. Doing it again goes on where it ended.
 */
export async function* withdrawLeft(
  scope: Scope,
  spans: readonly SeriesSpan[],
  outcomes: readonly ItemOutcome[],
): AsyncGenerator<readonly Withdrawn[]> {
  const { writing, importId, run, met, book } = scope
  if (!isComplete(run, outcomes)) return
  const failed = new Set(
    outcomes.flatMap(({ outcome, uid }) => (outcome === 'failed' && uid !== null ? [uid] : [])),
  )
  for (const span of merged([...elementsOf(run.series), ...spans])) {
    const { uid } = span
    const fold = await book(run.source, uid)
    if (failed.has(uid) || found(run.failedUids, uid) !== undefined) continue
    if (isOutdated(fold, importId, span.revision)) continue
    const withdrawn: Withdrawn[] = []
    for (const id of [...fold.owners.keys()]) {
      if (wasMet(run, id) || met.has(id)) continue
      const known = await loadEvent(writing, id)
      if (known !== null && (isDone(scope, known) || (await withdraw(scope, span, known))))
        withdrawn.push({ id, uid })
    }
    if (withdrawn.length > 0) yield withdrawn
  }
}
