import type { SiteDeskDeps } from '../../api/operator/site.ts'
import { operatorRoutes, type OperatorDeps } from '../../api/operator/routes.ts'
import type { Route } from '../../api/platform/route.ts'
import { calendarOn } from '../../calendar/calendar.ts'
import type { UserDeskDeps } from '../../api/operator/users.ts'
import { reassignItems } from '../../calendar/reassign.ts'
import { entrustImports } from '../../imports/run/entrust.ts'
import { datesOf } from '../exporting.ts'
import { projectionStates } from '../health.ts'
import { itemsNamed } from './named.ts'
import { composedMoveIn } from './move-in.ts'
import type { ImportDesks, StandIn } from './operate.ts'
import type { ApiParts } from './parts.ts'

const setPassword =
  ({ writing }: ApiParts): OperatorDeps['setPassword'] =>
  async (type, id, password, context) => {
    const { ok } = await calendarOn(writing)[type].change(id, { password }, context)
    return ok
  }

/** How what a user leaves behind is handed on. */
export type Succession = Pick<UserDeskDeps, 'reassign' | 'entrust'>

export const successionOf = (
  { writing, models }: ApiParts,
  { operate, schedules }: Pick<ImportDesks, 'operate' | 'schedules'>,
  standIn: StandIn,
): Succession => ({
  reassign: (author, context) => reassignItems(writing, author, context),
  entrust: entrustImports({ ...schedules, ...operate, imports: models.imports, standIn }),
})

/** The operator's commands (spec 00 §6). */
export const composedCommands = (
  parts: ApiParts,
  desks: ImportDesks,
  standIn: StandIn,
  settings: SiteDeskDeps,
): readonly Route[] => {
  const { models, accounts, runs, board, writing } = parts
  const { imports, schedules, subscriptions, undo, putBack, several, merging, contact, files, dryRuns } =
    desks
  return operatorRoutes({
    ...imports,
    ...schedules,
    ...subscriptions,
    ...undo,
    ...putBack,
    ...several,
    ...merging,
    ...contact,
    ...{ files, dryRuns },
    history: models.history,
    accounts,
    runs,
    writing,
    directory: parts.directory,
    setPassword: setPassword(parts),
    retention: { writing, datesOf },
    itemsNamed: itemsNamed(parts),
    ...successionOf(parts, desks, standIn),
    issueNonce: (login, action) => parts.desk.nonceOfLogin(login, action, parts.nowMs()),
    ...settings,
    moveIn: composedMoveIn(parts, standIn),
    addPicture: parts.images.add,
    cleanImage: parts.cleanImage,
    imageIdsAfter: models.image.queries.idsAfter,
    projections: async () => {
      await board.refresh?.()
      return projectionStates(parts)
    },
    rebuild: parts.rebuild,
    hold: parts.hold,
  })
}
