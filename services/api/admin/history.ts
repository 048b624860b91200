import { logPosition } from '../../../shared/kernel/brands.ts'
import { wholeNumberIn } from '../../../shared/kernel/whole-number.ts'
import {
  isNamed,
  type HistoryQueries,
  type Kind,
  type NarrowedAll,
  type ToldEntry,
} from '../../../projections/history/queries.ts'
import type { UsersInMemory } from '../../accounts/users-in-memory.ts'
import { can } from '../../../shared/rights.ts'
import { json } from '../platform/answers/answer.ts'
import { type Given, type Input, optional, required } from '../platform/arguments/arguments.ts'
import { idOf, integer, oneOf } from '../platform/arguments/kinds.ts'
import type { Caller, Moment } from '../platform/call.ts'
import { forbidden, refused } from '../platform/answers/errors.ts'
import { endpoint, type Resolved, resolvingEndpoint, route, type Route } from '../platform/route.ts'
import {
  historyFilter,
  readFilter,
  typedFilter,
  type ReadFilter,
  type TypedFilter,
} from './history-filter.ts'
import { formats, historyPieces, typeOf } from './history-lines.ts'
import { mayAdminister } from './rights.ts'
import { problemsOf } from './problems.ts'

export type HistoryDeskDeps = {
  readonly history: HistoryQueries
  readonly directory: Pick<UsersInMemory, 'byLogin'>
}

export const historyPage = {
  before: optional(idOf(logPosition, integer({ minimum: 0 })), {
    description: 'Only entries before this position.',
  }),
  limit: optional(integer({ minimum: 1, maximum: 1_000 }), {
    description: 'How many entries are shown at most.',
  }),
}

/** Entries newest first (spec 00 §6); null for a type or an id that cannot have a history. */
export const entriesOf = async (
  { history }: HistoryDeskDeps,
  type: string,
  id: string,
  { before, limit }: Input<typeof historyPage>,
): Promise<readonly ToldEntry[] | null> => {
  const which = isNamed(type) ? id : wholeNumberIn(id)
  return which === null
    ? null
    : history.historyOf(type, which, {
        ...(before === undefined ? {} : { before }),
        ...(limit === undefined ? {} : { limit }),
      })
}

/**
 * Histories of users hold their e-mail addresses and where they signed in from; those of subscriptions hold addresses
 * that may let in whoever knows them.
 */
const OF_ADMINISTRATORS: readonly Kind[] = ['user', 'subscription']

export const mayLookAt = (type: string, caller: Caller): boolean =>
  !OF_ADMINISTRATORS.some(kind => kind === type) || can(caller, 'manage-site')

/** Kinds of which nothing is told to a caller. */
export const hiddenFrom = (caller: Caller): readonly Kind[] =>
  can(caller, 'manage-site') ? [] : OF_ADMINISTRATORS

/** What a filter means: its people by their logins, its days by the clock of the site. */
export const filterAt = (
  { directory }: Pick<HistoryDeskDeps, 'directory'>,
  typed: TypedFilter,
  { site }: Pick<Moment, 'site'>,
): ReadFilter => readFilter(typed, { zone: site.zone, idOf: login => directory.byLogin(login)?.id ?? null })

/** What arguments ask of the whole history, or why they cannot. */
export const narrowedBy = (
  deps: Pick<HistoryDeskDeps, 'directory'>,
  given: Given<typeof historyFilter>,
  at: Moment,
): Resolved<NarrowedAll> => {
  const typed = typedFilter(name => given[name] ?? '')
  const { narrowed, problems } = filterAt(deps, typed, at)
  return Object.keys(problems).length === 0
    ? { ok: true, value: narrowed }
    : { ok: false, problems: problemsOf(problems) }
}

const DEFAULT_LIMIT = 100

/** Of everything, a part at a time: `older` is where it goes on, `until` how far was looked when that is not all. */
const allRoute = (deps: HistoryDeskDeps): Route =>
  route('', '/admin/history', [
    resolvingEndpoint({
      methods: ['GET'],
      args: { ...historyPage, ...historyFilter },
      may: mayAdminister,
      resolve: (given, { at }) => narrowedBy(deps, given, at),
      handle: async ({ before, limit = DEFAULT_LIMIT }, { caller }, narrowed) =>
        json(
          200,
          await deps.history.full({
            ...narrowed,
            without: hiddenFrom(caller),
            ...(before === undefined ? {} : { before }),
            limit,
          }),
        ),
    }),
  ])

export const exported = {
  format: required(oneOf(formats), { description: 'A table for spreadsheets, or a JSON object a line.' }),
  ...historyFilter,
}

/** Everything that is asked for, newest first, as a file. */
const exportRoute = (deps: HistoryDeskDeps): Route =>
  route('', '/admin/history/export', [
    resolvingEndpoint({
      methods: ['GET'],
      args: exported,
      may: mayAdminister,
      resolve: (given, { at }) => narrowedBy(deps, given, at),
      handle: ({ format }, { caller }, narrowed) => ({
        status: 200,
        text: '',
        pieces: gone =>
          historyPieces(deps.history, { ...narrowed, without: hiddenFrom(caller) }, format, gone),
        headers: [['content-disposition', `attachment; filename="history.${format}"`]],
        type: typeOf(format),
      }),
    }),
  ])

export const historyRoutes = (deps: HistoryDeskDeps): readonly Route[] => [
  allRoute(deps),
  exportRoute(deps),
  route('', '/admin/history/{type}/{import_id}', [
    endpoint({
      methods: ['GET'],
      args: historyPage,
      may: mayAdminister,
      handle: async (input, { path, caller }) => {
        if (!mayLookAt(path['type'] ?? '', caller)) return forbidden(caller)
        const entries = await entriesOf(deps, path['type'] ?? '', path['import_id'] ?? '', input)
        return entries === null ? refused('rest_no_route') : json(200, entries)
      },
    }),
  ]),
]
