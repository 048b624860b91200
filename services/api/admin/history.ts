import { isNamed, type HistoryQueries, type ToldEntry } from '../../../projections/history/queries.ts'
import { can } from '../../../shared/rights.ts'
import { json } from '../platform/answers/answer.ts'
import { optional, type Input } from '../platform/arguments/arguments.ts'
import { integer } from '../platform/arguments/kinds.ts'
import type { Caller } from '../platform/caller.ts'
import { forbidden, refused } from '../platform/answers/errors.ts'
import { endpoint, route, type Route } from '../platform/route.ts'
import { mayAdminister } from './imports.ts'

export type HistoryDeskDeps = { readonly history: HistoryQueries }

export const historyPage = {
  before: optional(integer({ minimum: 0 }), { description: 'Only entries before this position.' }),
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
): Promise<readonly ToldEntry[] | null> =>
  !isNamed(type) && !/^\d{1,15}$/.test(id)
    ? null
    : history.historyOf(type, isNamed(type) ? id : Number(id), {
        ...(before === undefined ? {} : { before }),
        ...(limit === undefined ? {} : { limit }),
      })

/** Histories of users hold their e-mail addresses and where they signed in from. */
export const mayLookAt = (type: string, caller: Caller): boolean =>
  type !== 'user' || can(caller, 'manage-site')

export const historyRoutes = (deps: HistoryDeskDeps): readonly Route[] => [
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
