import { setImmediate as nextTurn } from 'node:timers/promises'
import type { UserId, IsoTime } from '../../../shared/kernel/brands.ts'
import type { ScheduleQueries } from '../../../projections/import-schedules/queries.ts'
import {
  importOf,
  undoStream,
  UndoId,
  type KeptItem,
  type UndoCounts,
  type Undone,
} from '../../../shared/facts/undo.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import type { Context } from '../../handle.ts'
import { meet } from '../../calendar/purged.ts'
import type { There } from '../../calendar/put-back/gone.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { ImportRuns } from '../run/runs.ts'
import type { Selection, UndoRefusal } from './commands.ts'
import { userFinder } from './in-use.ts'
import type { Changes } from '../../calendar/item/state.ts'
import { noCounts, type Undo } from './state.ts'
import { UNTOLD } from './plan.ts'
import { nameIn, standingOf } from '../../calendar/item/standing.ts'
import { scopeOf, type Scope, type Undoing } from './scope.ts'
import type { Target } from './targets.ts'
import { planItem, type Around } from './undo-item.ts'
import type { Undos } from './undos.ts'

export type UndoDeskDeps = {
  readonly writing: Writing
  readonly runs: Pick<ImportRuns, 'load'>
  readonly undos: Undos
  readonly schedules: ScheduleQueries
  /** Whether what is to be named again is there. */
  readonly there: There
}

/** A schedule that fetches the source of the import again, and is not paused. */
export type Feed = { readonly scheduleId: string; readonly url: string }

export type ShownUndo = Undo & {
  readonly importId: string
  readonly feed: Feed | null
  /** In the place of an import; null: an import is. */
  readonly selection: Selection | null
}

/** Import or undo that is to be undone. */
export type Wanted = { readonly of: string; readonly edited: boolean }

type NotUndone = UndoRefusal['code'] | 'import_unknown' | 'import_running'
type Refused = { readonly ok: false; readonly code: NotUndone }

/** One item as it would be undone. */
export type PlannedItem = {
  readonly kind: ItemKind
  readonly id: number
  /** Title or name, as stored. */
  readonly name: string
  readonly undone: Undone
  /** Member → [now, then], without what only imports ask. */
  readonly changes: Changes
  readonly kept: KeptItem | null
}

export type PlannedPage = {
  readonly ok: true
  readonly total: number
  readonly counts: UndoCounts
  /** Items that would change or stay. */
  readonly items: readonly PlannedItem[]
  /** Position of the item to go on from; null: that were all. */
  readonly next: number | null
  readonly feed: Feed | null
}

const rootOf = async (deps: UndoDeskDeps, of: string): Promise<Scope | Refused> => {
  const scope = await scopeOf({ store: deps.writing.store, ...deps }, importOf(of))
  return typeof scope === 'string' ? { ok: false, code: scope } : scope
}

const feedOf = async ({ schedules }: UndoDeskDeps, { source }: Scope): Promise<Feed | null> => {
  if (source === null) return null
  // one that is paused brings nothing until somebody has it brought
  const again = (await schedules.listSchedules()).find(
    schedule => schedule.source === source && schedule.paused === null,
  )
  return again === undefined ? null : { scheduleId: again.schedule_id, url: again.url }
}

/** Whether there is anything of that id to be undone. */
const isKnown = async ({ undos }: UndoDeskDeps, of: string): Promise<boolean> =>
  of === importOf(of) || (await undos.load(importOf(of))).undos.some(({ undoId }) => undoId === of)

/** Begins an undo, which then goes on by itself; asked for what is under way already, it tells of that. */
export const beginUndo = async (
  deps: UndoDeskDeps,
  { of, edited }: Wanted,
  context: Context,
): Promise<{ readonly ok: true; readonly undo: ShownUndo } | Refused> => {
  const scope = await rootOf(deps, of)
  if ('ok' in scope) return scope
  const importId = importOf(of)
  const asked = { of, edited, askedBy: context.actor, total: scope.targets.length }
  const done = await deps.undos.execute({ type: 'Begin', importId, ...asked }, context)
  if (!done.ok) return { ok: false, code: done.refusal.code }
  const undo = done.state.undos.findLast(one => one.of === of && one.edited === edited)
  if (undo === undefined) return { ok: false, code: 'undo_unknown' }
  const { selection } = done.state
  return { ok: true, undo: { ...undo, importId, feed: await feedOf(deps, scope), selection } }
}

/** Begins to take back what was chosen from the history, under an id of its own that nobody has used. */
export const beginSelection = async (
  deps: UndoDeskDeps,
  selection: Selection,
  { importId, edited }: { readonly importId: string; readonly edited: boolean },
  context: Context,
): Promise<ShownUndo> => {
  const total = selection.items.reduce((sum, { ids }) => sum + ids.length, 0)
  const asked = { importId, of: importId, edited, askedBy: context.actor, total, selection }
  const done = await deps.undos.execute({ type: 'Begin', ...asked }, context)
  const undo = done.ok ? done.state.undos[0] : undefined
  if (undo === undefined) throw new TypeError(`${importId} is in use`)
  return { ...undo, importId, feed: null, selection }
}

/** What was chosen from the history, when, and by whom. */
export type ShownSelection = {
  readonly selection: Selection
  /** ISO 8601 UTC. */
  readonly at: IsoTime
  readonly actor: UserId | null
}

/** null: nothing was chosen under this id. */
export const showSelection = async (
  { undos, writing: { store } }: UndoDeskDeps,
  id: string,
): Promise<ShownSelection | null> => {
  const { selection } = await undos.load(id)
  const [first] = selection === null ? [] : await store.read(undoStream(id), { limit: 1 })
  return selection === null || first === undefined
    ? null
    : { selection, at: first.meta.at, actor: first.meta.actor }
}

/** The undos of an import and of each other, oldest first. */
export const listUndos = async (deps: UndoDeskDeps, importId: string): Promise<readonly ShownUndo[]> => {
  const { undos, selection } = await deps.undos.load(importId)
  const scope = undos.length === 0 ? null : await rootOf(deps, importId)
  if (scope === null || 'ok' in scope) return []
  const feed = await feedOf(deps, scope)
  return undos.map(undo => ({ ...undo, importId, feed, selection }))
}

/** An undo by its id; null: there is none. */
export const showUndo = async (deps: UndoDeskDeps, undoId: string): Promise<ShownUndo | null> => {
  if (!UndoId.safeParse(undoId).success) return null
  return (await listUndos(deps, importOf(undoId))).find(undo => undo.undoId === undoId) ?? null
}

const planned = async (
  { writing }: UndoDeskDeps,
  target: Target,
  wanted: Undoing,
  around: Around,
): Promise<PlannedItem> => {
  const met = await meet(writing.store, target.kind, target.id)
  const { undone, plan, kept } = await planItem(target, met, wanted, around)
  const values = met.purged === null ? standingOf(target.kind, met.records)?.values : undefined
  const changes = Object.fromEntries(
    Object.entries(plan.changes).filter(([member]) => !UNTOLD.includes(member)),
  )
  return { ...target, name: nameIn(values), undone, changes, kept }
}

/** Some of the items, from one position (1-based) on. */
export type PlanPart = { readonly from: number; readonly limit: number }

/** What it would do with some of the items; records nothing. */
export const planScope = async (
  deps: UndoDeskDeps,
  undoing: Undoing,
  { from, limit }: PlanPart,
): Promise<PlannedPage> => {
  const { scope } = undoing
  const { targets } = scope
  const page = targets.slice(from - 1, from - 1 + limit)
  const ids = () => new Set(page.flatMap(({ kind, id }) => (kind === 'event' ? [] : [id])))
  const userOf = userFinder(deps.writing.store, undoing, ids, new AbortController().signal)
  const around = { userOf, there: deps.there }
  const counts = { ...noCounts }
  const items: PlannedItem[] = []
  for (const target of page) {
    const item = await planned(deps, target, undoing, around)
    counts[item.undone]++
    // each is some milliseconds of work, and what the log has at hand takes no turn of its own
    await nextTurn()
    if (item.undone !== 'unchanged' || item.kept !== null) items.push(item)
  }
  const next = from + page.length > targets.length ? null : from + page.length
  return { ok: true, total: targets.length, counts, items, next, feed: await feedOf(deps, scope) }
}

/** What an undo would do with some of the items; records nothing. */
export const planUndo = async (
  deps: UndoDeskDeps,
  wanted: Wanted,
  part: PlanPart,
): Promise<PlannedPage | Refused> => {
  const scope = await rootOf(deps, wanted.of)
  if ('ok' in scope) return scope
  if (!(await isKnown(deps, wanted.of))) return { ok: false, code: 'undo_unknown' }
  return planScope(deps, { ...wanted, scope }, part)
}
