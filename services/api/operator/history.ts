import { exported, historyPage, narrowedBy, type HistoryDeskDeps } from '../admin/history.ts'
import { historyLines } from '../admin/history-lines.ts'
import { json } from '../platform/answers/answer.ts'
import { resolvingEndpoint, type Route } from '../platform/route.ts'
import { commandRoute } from './command.ts'

/** Some lines of the history, and where the next ones begin (`next`: given as `before`; null: there are none). */
export const exportHistoryCommand = (deps: HistoryDeskDeps): Route =>
  commandRoute(
    'export-history',
    resolvingEndpoint({
      methods: ['POST'],
      args: { ...exported, before: historyPage.before },
      resolve: (given, { at }) => narrowedBy(deps, given, at),
      handle: async ({ format, before }, _, narrowed) =>
        json(200, await historyLines(deps.history, narrowed, format, before ?? null)),
    }),
  )
