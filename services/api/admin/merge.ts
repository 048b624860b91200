import { maskedPairs, type Changes } from '../../../projections/history/queries.ts'
import type { Context } from '../../handle.ts'
import { MERGED_KINDS, nounOf, type MergedKind, type Which } from '../../calendar/merge/kinds.ts'
import { merge, planMerge, unmerge, type MergePlan, type Merging } from '../../calendar/merge/merge.ts'
import { untilSettled } from '../../calendar/merge/settle.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { JsonObject } from '../../../shared/kernel/json.ts'
import { type Answer, json } from '../platform/answers/answer.ts'
import { refused } from '../platform/answers/errors.ts'
import { defaulted, required } from '../platform/arguments/arguments.ts'
import { boolean, integer } from '../platform/arguments/kinds.ts'
import { contextOf } from '../platform/call.ts'
import { endpoint, route, type Route } from '../platform/route.ts'
import { mayAdminister } from './rights.ts'

/** As long as a write waits to be seen (spec 00 §8); what is left then goes on behind. */
const MERGE_WAIT_MS = 5_000

export type MergeRoutesDeps = {
  readonly writing: Writing
  /** Events that name it, those in the trash, too, as far as lists show them. */
  readonly eventsOf: (which: Which) => Promise<number>
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

/** Waits until what names a thing is moved, and reads show it; whether that is so already: else it goes on behind. */
export const whenMoved = async (
  { writing, settled }: MergeRoutesDeps,
  { kind, id }: Which,
): Promise<boolean> => {
  const isDone = await untilSettled(writing, nounOf(kind), id, MERGE_WAIT_MS)
  await settled()
  return isDone
}

export const dryRun = {
  dry_run: defaulted(boolean(), false, { description: 'Only tells what would be done.' }),
}

const planJson = ({ kind, from, into }: Merging, plan: MergePlan, events: number): JsonObject => ({
  type: kind,
  from: { id: from, name: plan.from },
  into: { id: into, name: plan.into },
  events,
  // values of facts are JSON
  differ: maskedPairs(plan.differ as Changes),
})

/** Merges, or tells what that would do (spec 07 §7.1). */
export const mergeOf = async (
  deps: MergeRoutesDeps,
  merging: Merging,
  isTried: boolean,
  context: Context,
): Promise<Answer> => {
  const { kind, from } = merging
  const events = await deps.eventsOf({ kind, id: from })
  const plan = isTried ? await planMerge(deps.writing, merging) : await merge(deps.writing, merging, context)
  if (!plan.ok) return refused(plan.code)
  if (isTried) return json(200, planJson(merging, plan, events))
  return json(200, { ...planJson(merging, plan, events), done: await whenMoved(deps, { kind, id: from }) })
}

/** Takes a merge back. */
export const unmergeOf = async (deps: MergeRoutesDeps, which: Which, context: Context): Promise<Answer> => {
  const told = await unmerge(deps.writing, which, context)
  if (!told.ok) return refused(told.code)
  const done = await whenMoved(deps, which)
  return json(200, { type: which.kind, id: which.id, was_merged_into: told.into, done })
}

/** null: things of this type are not merged. */
const kindNamed = (type: string | undefined): MergedKind | null =>
  MERGED_KINDS.find(kind => kind === type) ?? null

export const mergeRoutes = (deps: MergeRoutesDeps): readonly Route[] => [
  route('', '/admin/merge/{type}/{id}', [
    endpoint({
      methods: ['POST'],
      args: {
        into: required(integer({ minimum: 1 }), { description: 'Id of the one that stays.' }),
        ...dryRun,
      },
      may: mayAdminister,
      handle: async ({ into, dry_run: isTried }, call) => {
        const kind = kindNamed(call.path['type'])
        if (kind === null) return refused('rest_no_route')
        return mergeOf(deps, { kind, from: Number(call.path['id']), into }, isTried, contextOf(call))
      },
    }),
    endpoint({
      methods: ['DELETE'],
      args: {},
      may: mayAdminister,
      handle: async (_, call) => {
        const kind = kindNamed(call.path['type'])
        if (kind === null) return refused('rest_no_route')
        return unmergeOf(deps, { kind, id: Number(call.path['id']) }, contextOf(call))
      },
    }),
  ]),
]
