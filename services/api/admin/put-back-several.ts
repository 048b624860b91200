import { logPosition } from '../../../shared/kernel/brands.ts'
import {
  beginChoice,
  planChoice,
  type Choice,
  type ChoosingDeps,
  type PlannedChoice,
} from '../../imports/undo/choose.ts'
import type { NarrowedAll } from '../../../projections/history/queries.ts'
import { PUT_BACK_WHY_LENGTH } from '../../../shared/limits/history.ts'
import type { Context } from '../../handle.ts'
import { type Answer, json } from '../platform/answers/answer.ts'
import { refused } from '../platform/answers/errors.ts'
import { defaulted, type Given, type Input, optional } from '../platform/arguments/arguments.ts'
import { boolean, idOf, integer, oneLine } from '../platform/arguments/kinds.ts'
import { contextOf, type Moment } from '../platform/call.ts'
import { type Resolved, resolvingEndpoint, route, type Route } from '../platform/route.ts'
import { historyFilter } from './history-filter.ts'
import { hiddenFrom, narrowedBy, type HistoryDeskDeps } from './history.ts'
import { mayAdminister } from './rights.ts'
import { problemsOf } from './problems.ts'
import { PLANNED, planJson, undoJson } from './undo.ts'

export const putBackSeveralOptions = {
  ...historyFilter,
  dry_run: defaulted(boolean(), false, { description: 'Only tells what would change.' }),
  edited: defaulted(boolean(), false, {
    description: 'Whether what was created and edited by others since goes to the trash, too.',
  }),
  why: defaulted(oneLine({ maxLength: PUT_BACK_WHY_LENGTH }), '', { description: 'Why, in words.' }),
  newest: optional(idOf(logPosition, integer({ minimum: 0 })), {
    description: '`newest` of the dry run that was looked at; nothing happens when there is a newer entry.',
  }),
  first: defaulted(integer({ minimum: 1 }), 1, { description: 'Number of the first item of a dry run.' }),
  limit: defaulted(integer({ minimum: 1, maximum: PLANNED }), PLANNED, {
    description: 'How many items a dry run looks at.',
  }),
}

export type PutBackSeveralDeps = {
  readonly choosing: ChoosingDeps
  readonly directory: HistoryDeskDeps['directory']
}

type Asked = Input<typeof putBackSeveralOptions>

/** Without one of these everything that there is would be taken back. */
const NARROWING = ['actor', 'source', 'correlation', 'since'] as const

/** What several are put back of. */
const KINDS: readonly string[] = ['event', 'venue', 'organizer']

/** What the filter of the history cannot ask here, by argument. */
export const unfit = (narrowed: NarrowedAll): Readonly<Record<string, string>> => {
  const { text, kind } = narrowed
  if (text !== undefined) return { text: 'What is put back cannot be chosen by a text; leave it empty.' }
  if (kind !== undefined && !KINDS.includes(kind))
    return { kind: 'kind is event, venue or organizer where several are put back.' }
  return NARROWING.some(name => narrowed[name] !== undefined)
    ? {}
    : { person: 'One of person, source, import and from must be given, or everything would be put back.' }
}

/** What arguments choose, or why they cannot. */
export const chosenBy = (
  deps: Pick<PutBackSeveralDeps, 'directory'>,
  given: Given<typeof historyFilter>,
  at: Moment,
): Resolved<Choice['narrowed']> => {
  const narrowed = narrowedBy(deps, given, at)
  const problems = narrowed.ok ? unfit(narrowed.value) : {}
  return Object.keys(problems).length === 0 ? narrowed : { ok: false, problems: problemsOf(problems) }
}

const plannedJson = ({ entries, newest, passed, ...plan }: PlannedChoice) => ({
  ...{ entries, newest, passed_over: { ...passed } },
  ...planJson(plan),
})

/** Puts back together what entries of the history did, or tells what would change (spec 00 §6.8). */
export const putBackSeveralOf = async (
  { choosing }: PutBackSeveralDeps,
  { edited, dry_run: dryRun, first, limit, newest, why }: Asked,
  chosen: Pick<Choice, 'narrowed' | 'hidden'>,
  context: Context,
): Promise<Answer> => {
  const choice = { ...chosen, edited }
  if (dryRun) {
    const plan = await planChoice(choosing, choice, { from: first, limit })
    return plan.ok ? json(200, plannedJson(plan)) : refused(plan.code)
  }
  const begun = await beginChoice(choosing, choice, { newest: newest ?? null, why }, context)
  return begun.ok ? json(202, undoJson(begun.undo)) : refused(begun.code)
}

export const putBackSeveralRoutes = (deps: PutBackSeveralDeps): readonly Route[] => [
  route('', '/admin/history/put-back', [
    resolvingEndpoint({
      methods: ['POST'],
      args: putBackSeveralOptions,
      may: mayAdminister,
      resolve: (given, { at }) => chosenBy(deps, given, at),
      handle: (input, call, narrowed) =>
        putBackSeveralOf(deps, input, { narrowed, hidden: hiddenFrom(call.caller) }, contextOf(call)),
    }),
  ]),
]
