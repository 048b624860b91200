import { logPosition, imageId } from '../../../shared/kernel/brands.ts'
import type { EventStore, Position, StoredRecord } from '../../../shared/event-store/port.ts'
import { importStream } from '../../../shared/facts/import.ts'
import { isPartOf, undoDepth, undoStream, type Chosen } from '../../../shared/facts/undo.ts'
import { hasChanged } from '../../calendar/having.ts'
import { thereIn, type There } from '../../calendar/put-back/gone.ts'
import { itemStream } from '../../calendar/purged.ts'
import { loadImage } from '../../images/library.ts'
import type { ImportRuns } from '../run/runs.ts'
import { isSettled } from '../run/state.ts'
import type { Selection } from './commands.ts'
import { targetsOf, type Target } from './targets.ts'
import type { Undos } from './undos.ts'
import { msOfIso } from '../../../shared/kernel/time/calculate.ts'

/** Whether a record is of what is taken back. */
export type Did = (record: StoredRecord) => boolean

/** What undos take back: what an import did, or entries of the history that were chosen. */
export type Scope = {
  /** Source of the import; null: no import. */
  readonly source: string | null
  readonly targets: readonly Target[]
  /** What it did; undos of it are told by their correlation. */
  readonly did: Did
  /** Nothing but what it did to this member; null: all. */
  readonly member: string | null
  /** Before whatever it did to these venues and organizers; null: that is not known. */
  readonly begins: (ids: ReadonlySet<number>) => Promise<Position | null>
}

/** What is undone, and whether what others edited goes, too. */
export type Undoing = { readonly of: string; readonly edited: boolean; readonly scope: Scope }

/** What is undone by this undo, undos of it included. */
export const didOf = ({ of, scope }: Undoing): Did =>
  undoDepth(of) === 0
    ? record => isPartOf(of, record.meta.correlation) || scope.did(record)
    : ({ meta }) => isPartOf(of, meta.correlation)

/** Whatever one request did, with that alone to be asked. */
export const requestUndone = (correlation: string): Undoing => ({
  of: correlation,
  edited: false,
  scope: { source: null, targets: [], did: () => false, member: null, begins: async () => null },
})

/** The entries of the history that are chosen, of those before a position. */
const chosenBy =
  ({ actor, source, correlation, kind, member, since, until }: Chosen, before: Position): Did =>
  record => {
    const { meta, position, stream } = record
    return (
      position < before &&
      (actor === null || meta.actor === actor) &&
      (source === null || meta.source === source) &&
      (correlation === null || meta.correlation === correlation) &&
      (kind === null || stream.startsWith(`${kind}-`)) &&
      (since === null || msOfIso(meta.at) >= msOfIso(since)) &&
      (until === null || msOfIso(meta.at) < msOfIso(until)) &&
      (member === null || hasChanged(record, member))
    )
  }

/** Where the first of these venues and organizers began: nothing named them before. */
const beginningOf =
  (store: Pick<EventStore, 'read'>, targets: readonly Target[]) =>
  async (ids: ReadonlySet<number>): Promise<Position | null> => {
    let first: Position | null = null
    for (const { kind, id } of targets) {
      if (kind === 'event' || !ids.has(id)) continue
      const [record] = await store.read(itemStream(kind, id), { limit: 1 })
      if (record !== undefined && (first === null || record.position < first)) first = record.position
    }
    // a position is followed from behind it, and nothing of an event is there
    return first
  }

/** `before`: a position at and behind which nothing is meant. */
export const chosenScope = (
  store: Pick<EventStore, 'read'>,
  { chosen, items }: Pick<Selection, 'chosen' | 'items'>,
  before: Position,
): Scope => {
  const targets = items.flatMap(({ kind, ids }) => ids.map(id => ({ kind, id })))
  return {
    source: null,
    targets,
    did: chosenBy(chosen, before),
    member: chosen.member,
    begins: beginningOf(store, targets),
  }
}

export type ScopeDeps = {
  readonly store: Pick<EventStore, 'read'>
  readonly runs: Pick<ImportRuns, 'load'>
  readonly undos: Pick<Undos, 'load'>
}

/** What stands behind an id; `import_unknown`: nothing, `import_running`: it is not over. */
export const scopeOf = async (
  { store, runs, undos }: ScopeDeps,
  id: string,
): Promise<Scope | 'import_unknown' | 'import_running'> => {
  const { selection } = await undos.load(id)
  if (selection !== null) {
    const [first] = await store.read(undoStream(id), { limit: 1 })
    return chosenScope(store, selection, first?.position ?? logPosition(0))
  }
  const run = await runs.load(id)
  if (run.status === 'unknown') return 'import_unknown'
  if (!isSettled(run)) return 'import_running'
  return {
    source: run.source,
    targets: targetsOf(run.touches),
    did: ({ meta }) => meta.correlation === id,
    member: null,
    begins: async () => (await store.read(importStream(id), { limit: 1 }))[0]?.position ?? null,
  }
}

/** Whether what members name is there, as the log says. */
export const thereOn = (store: Pick<EventStore, 'read'>): There =>
  thereIn(store, async id => (await loadImage(store, imageId(id))) !== null)
