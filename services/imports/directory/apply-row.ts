import type { ActivityList, ItemOutcome } from '../../../shared/facts/import.ts'
import type { Linked } from '../item/event-values.ts'
import { organizerRow, venueRow, type RowDone } from './rows.ts'
import type { EntryRow } from './read-row.ts'
import { found } from '../run/state-lists.ts'
import { touchKey } from '../run/state.ts'
import type { Session } from '../apply/chunk-scope.ts'

const LISTS: Readonly<Record<RowDone['outcome'], ActivityList>> = {
  created: 'created',
  updated: 'updated',
  unchanged: 'skipped',
  skipped: 'skipped',
}

const typeOf = ({ noun }: EntryRow) => (noun === 'venue' ? 'cal_venue' : 'cal_organizer')

/** Done by this import, but recorded by nobody: the row was here before, and was stopped before that. */
const outcomeOf = ({ importId, run, changed }: Session, row: EntryRow, done: RowDone): RowDone['outcome'] => {
  const { id, outcome, origin, wasUpdated } = done
  if (outcome !== 'unchanged' || origin?.importId !== importId || changed.has(id)) return outcome
  const isRecorded = (['created', 'updated'] as const).some(
    list => found(run.touches, touchKey(typeOf(row), list, id)) !== undefined,
  )
  if (isRecorded) return outcome
  return wasUpdated ? 'updated' : 'created'
}

const illustrated = <Entry extends { readonly values: object }>(
  entry: Entry,
  image: Linked['image'],
): Entry => (typeof image === 'number' ? { ...entry, values: { ...entry.values, image } } : entry)

/** Makes a row of a venue or organizer file true; the `id` of its outcome is that of the venue or organizer. */
export const applyRow = async (session: Session, row: EntryRow): Promise<ItemOutcome> => {
  const { writing, importId, run, host, context, changed } = session
  const { position, cleared } = row
  const names = { venues: undefined, organizers: undefined, categories: undefined, tags: undefined }
  const { linked, touched, warnings } = await session.link(
    session,
    { ...names, image: row.entry.image },
    run.postStatus,
  )
  const noVersion = { uid: null, occurrence: null, sequence: 0, lastModified: null }
  const origin = { importId, source: run.source, ...noVersion }
  const asked = {
    host,
    status: run.postStatus,
    author: run.author,
    origin,
    cleared,
    authority: run.updateAuthority,
  }
  const done =
    row.noun === 'venue'
      ? await venueRow(writing, { ...asked, entry: illustrated(row.entry, linked.image) }, context)
      : await organizerRow(writing, { ...asked, entry: illustrated(row.entry, linked.image) }, context)
  const outcome = outcomeOf(session, row, done)
  if (outcome === 'created' || outcome === 'updated') changed.add(done.id)
  return {
    position,
    outcome,
    reason: done.reason,
    warnings: [...new Set([...row.warnings, ...warnings])],
    id: done.id,
    uid: null,
    touched: [[typeOf(row), LISTS[outcome], done.id], ...touched],
  }
}

/** A later row of the file says the same of itself and stands for this one. */
export const duplicateRow = ({ position, warnings }: EntryRow): ItemOutcome => ({
  position,
  outcome: 'duplicate',
  reason: null,
  warnings: [...warnings],
  id: null,
  uid: null,
  touched: [],
})
