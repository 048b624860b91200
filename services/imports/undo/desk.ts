import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ScheduleQueries } from '../../../projections/import-schedules/queries.ts'
import { importOf, UndoId, type KeptItem, type UndoCounts, type Undone } from '../../../shared/facts/undo.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import type { Context } from '../../handle.ts'
import { meet } from '../../calendar/purged.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { ImportRuns } from '../run/runs.ts'
import { isSettled, type Run } from '../run/state.ts'
import type { UndoRefusal } from './commands.ts'
import { userFinder } from './in-use.ts'
import type { Changes } from '../../calendar/item/state.ts'
import { noCounts, type Undo } from './state.ts'
import { UNTOLD } from './plan.ts'
import { nameIn, standingOf } from '../../calendar/item/standing.ts'
import { targetsOf, type Target } from './targets.ts'
import { planItem } from './undo-item.ts'
import type { Undos } from './undos.ts'

export type UndoDeskDeps = {
  readonly writing: Writing
  readonly runs: Pick<ImportRuns, 'load'>
  readonly undos: Undos
  readonly schedules: ScheduleQueries
}

/** A schedule that fetches the source of the import again, and is not paused. */
export type Feed = { readonly scheduleId: string; readonly url: string }

export type ShownUndo = Undo & { readonly importId: string; readonly feed: Feed | null }

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

const runOf = async ({ runs }: UndoDeskDeps, of: string): Promise<Run | Refused> => {
  const run = await runs.load(importOf(of))
  if (run.status === 'unknown') return { ok: false, code: 'import_unknown' }
  return isSettled(run) ? run : { ok: false, code: 'import_running' }
}

const feedOf = async ({ schedules }: UndoDeskDeps, { source }: Run): Promise<Feed | null> => {
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
  const run = await runOf(deps, of)
  if ('ok' in run) return run
  const importId = importOf(of)
  const asked = { of, edited, askedBy: context.actor, total: targetsOf(run).length }
  const done = await deps.undos.execute({ type: 'Begin', importId, ...asked }, context)
  if (!done.ok) return { ok: false, code: done.refusal.code }
  const undo = done.state.undos.findLast(one => one.of === of && one.edited === edited)
  if (undo === undefined) return { ok: false, code: 'undo_unknown' }
  return { ok: true, undo: { ...undo, importId, feed: await feedOf(deps, run) } }
}

/** The undos of an import and of each other, oldest first. */
export const listUndos = async (deps: UndoDeskDeps, importId: string): Promise<readonly ShownUndo[]> => {
  const { undos } = await deps.undos.load(importId)
  const run = undos.length === 0 ? null : await deps.runs.load(importId)
  if (run === null || run.status === 'unknown') return []
  const feed = await feedOf(deps, run)
  return undos.map(undo => ({ ...undo, importId, feed }))
}

/** An undo by its id; null: there is none. */
export const showUndo = async (deps: UndoDeskDeps, undoId: string): Promise<ShownUndo | null> => {
  if (!UndoId.safeParse(undoId).success) return null
  return (await listUndos(deps, importOf(undoId))).find(undo => undo.undoId === undoId) ?? null
}

const planned = async (
  { writing }: UndoDeskDeps,
  target: Target,
  wanted: Wanted,
  userOf: Parameters<typeof planItem>[3],
): Promise<PlannedItem> => {
  const met = await meet(writing.store, target.kind, target.id)
  const { undone, plan, kept } = await planItem(target, met, wanted, userOf)
  const values = met.purged === null ? standingOf(target.kind, met.records)?.values : undefined
  const changes = Object.fromEntries(
    Object.entries(plan.changes).filter(([member]) => !UNTOLD.includes(member)),
  )
  return { ...target, name: nameIn(values), undone, changes, kept }
}

/** What an undo would do with some of the items, from one position (1-based) on; records nothing. */
export const planUndo = async (
  deps: UndoDeskDeps,
  wanted: Wanted,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<PlannedPage | Refused> => {
  const run = await runOf(deps, wanted.of)
  if ('ok' in run) return run
  if (!(await isKnown(deps, wanted.of))) return { ok: false, code: 'undo_unknown' }
  const targets = targetsOf(run)
  const page = targets.slice(from - 1, from - 1 + limit)
  const ids = () => new Set(page.flatMap(({ kind, id }) => (kind === 'event' ? [] : [id])))
  const userOf = userFinder(deps.writing.store, wanted, ids, new AbortController().signal)
  const counts = { ...noCounts }
  const items: PlannedItem[] = []
  for (const target of page) {
    const item = await planned(deps, target, wanted, userOf)
    counts[item.undone]++
    // each is some milliseconds of work, and what the log has at hand takes no turn of its own
    await nextTurn()
    if (item.undone !== 'unchanged' || item.kept !== null) items.push(item)
  }
  const next = from + page.length > targets.length ? null : from + page.length
  return { ok: true, total: targets.length, counts, items, next, feed: await feedOf(deps, run) }
}
