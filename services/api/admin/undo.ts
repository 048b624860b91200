import { maskedPairs, type Changes } from '../../../projections/history/queries.ts'
import type { Context } from '../../handle.ts'
import {
  beginUndo,
  planUndo,
  showUndo,
  type Feed,
  type PlannedPage,
  type ShownUndo,
  type UndoDeskDeps,
} from '../../imports/undo/desk.ts'
import { aroundSchedule } from '../../imports/undo/told.ts'
import type { KeptItem } from '../../../shared/facts/undo.ts'
import type { JsonObject } from '../../../shared/kernel/json.ts'
import { type Answer, json } from '../platform/answers/answer.ts'
import { refused } from '../platform/answers/errors.ts'
import { defaulted, type Input } from '../platform/arguments/arguments.ts'
import { boolean, integer } from '../platform/arguments/kinds.ts'
import { type Call, contextOf } from '../platform/call.ts'
import { endpoint, route, type Route } from '../platform/route.ts'
import { mayAdminister } from './rights.ts'
import { found } from './one.ts'

/** Items of a dry run that are looked at by one request: each is read from its stream. */
export const PLANNED = 500

export const undoOptions = {
  dry_run: defaulted(boolean(), false, { description: 'Only tells what would be done.' }),
  edited: defaulted(boolean(), false, {
    description: 'Whether what was created and edited since goes to the trash, too.',
  }),
  from: defaulted(integer({ minimum: 1 }), 1, { description: 'Position of the first item of a dry run.' }),
  limit: defaulted(integer({ minimum: 1, maximum: PLANNED }), PLANNED, {
    description: 'How many items a dry run looks at.',
  }),
}

export const keptPage = {
  from: defaulted(integer({ minimum: 0 }), 0, {
    description: 'Where the list of what stays goes on; `next` of the answer before.',
  }),
}

const keptJson = ({ usedBy, members, ...item }: KeptItem): JsonObject => ({
  ...item,
  used_by: usedBy,
  members: members.map(({ reason, ...member }) => ({ ...member, ...(reason && { reason }) })),
})

const feedJson = (feed: Feed | null): JsonObject | null =>
  feed && {
    schedule_id: feed.scheduleId,
    url: feed.url,
    message: aroundSchedule().join(feed.scheduleId),
  }

export const undoJson = (undo: ShownUndo): JsonObject => ({
  undo_id: undo.undoId,
  import_id: undo.selection === null ? undo.importId : null,
  chosen: undo.selection && { ...undo.selection.chosen },
  why: undo.selection?.why ?? null,
  of: undo.of,
  edited: undo.edited,
  status: undo.status,
  total: undo.total,
  done: undo.done,
  counts: { ...undo.counts },
  feed: feedJson(undo.feed),
})

export const planJson = ({ total, counts, items, next, feed }: PlannedPage): JsonObject => ({
  total,
  counts: { ...counts },
  items: items.map(({ kind, id, name, undone, changes, kept }) => ({
    ...{ kind, id, name, undone },
    // values of facts are JSON
    changes: maskedPairs(changes as Changes),
    kept: kept && keptJson(kept),
  })),
  next,
  feed: feedJson(feed),
})

export type UndoRoutesDeps = UndoDeskDeps & {
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

type Asked = Input<typeof undoOptions> & { readonly of: string }

/** Begins an undo, or tells what it would do; null: there is nothing of that id. */
export const undoOf = async (
  deps: UndoDeskDeps,
  { of, edited, dry_run: dryRun, from, limit }: Asked,
  context: Context,
): Promise<Answer | null> => {
  const done = dryRun
    ? await planUndo(deps, { of, edited }, { from, limit })
    : await beginUndo(deps, { of, edited }, context)
  if (done.ok) return 'undo' in done ? json(202, undoJson(done.undo)) : json(200, planJson(done))
  return done.code === 'import_unknown' || done.code === 'undo_unknown' ? null : refused(done.code)
}

/** The record of spec 05 §12, with some of what stays; null: there is no such undo. */
export const undoRecord = async (
  deps: UndoRoutesDeps,
  undoId: string,
  { from }: Input<typeof keptPage>,
): Promise<Answer | null> => {
  const undo = await showUndo(deps, undoId)
  if (undo === null) return null
  if (undo.status === 'done') await deps.settled()
  const { kept, next } = await deps.undos.keptOf(undo.importId, undoId, from)
  return json(200, { ...undoJson(undo), kept: kept.map(keptJson), next })
}

const idOf = ({ path }: Call) => path['undone'] ?? ''

export const undoRoutes = (deps: UndoRoutesDeps): readonly Route[] => [
  route('', '/admin/imports/{undone}/undo', [
    endpoint({
      methods: ['POST'],
      args: undoOptions,
      may: mayAdminister,
      handle: async (input, call) => found(await undoOf(deps, { ...input, of: idOf(call) }, contextOf(call))),
    }),
    endpoint({
      methods: ['GET'],
      args: keptPage,
      may: mayAdminister,
      handle: async (input, call) => found(await undoRecord(deps, idOf(call), input)),
    }),
  ]),
]
