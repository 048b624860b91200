import { ITEM_PASSWORD_LENGTH } from '../../../shared/limits/items.ts'
import type { Context } from '../../handle.ts'
import { theOne, type Named, type TheOne } from '../../site/the-one.ts'
import type { ScheduleDeskDeps } from '../admin/schedules.ts'
import type { UndoRoutesDeps } from '../admin/undo.ts'
import type { MergeRoutesDeps } from '../admin/merge.ts'
import type { ContactDeps } from '../admin/contact.ts'
import { putBackOf, putBackOptions, type PutBackRoutesDeps } from '../admin/put-back.ts'
import type { PutBackSeveralDeps } from '../admin/put-back-several.ts'
import { PUT_BACK_KINDS } from '../../calendar/put-back/words.ts'
import { entriesOf, historyPage, type HistoryDeskDeps } from '../admin/history.ts'
import { exportHistoryCommand } from './history.ts'
import { json } from '../platform/answers/answer.ts'
import { optional, required } from '../platform/arguments/arguments.ts'
import { contextOf } from '../platform/call.ts'
import { oneLine, oneOf, text } from '../platform/arguments/kinds.ts'
import { named } from '../platform/arguments/named-kind.ts'
import type { Route } from '../platform/route.ts'
import { carryingCommands, type CarryingDeskDeps } from './carrying.ts'
import { contactCommand } from './contact.ts'
import { command, unknown } from './command.ts'
import { forgetCommand, type ForgetDeps } from './forget.ts'
import { holdCommands, type HoldDeps } from './holding.ts'
import { imageCommands, type ImageCommandDeps } from './images.ts'
import { importCommands, type ImportCommandDeps } from './imports.ts'
import { mergeCommands } from './merge.ts'
import { moveInCommands, type MoveInDeskDeps } from './move-in.ts'
import { putBackSeveralCommand } from './put-back-several.ts'
import { projectionCommands, type ProjectionDeskDeps } from './projections.ts'
import { scheduleCommands } from './schedules.ts'
import { undoCommands } from './undo.ts'
import { subscriptionCommands } from './subscriptions.ts'
import type { SubscriptionDeskDeps } from '../admin/subscriptions.ts'
import { siteCommands, type SiteDeskDeps } from './site.ts'
import { userCommands, type UserDeskDeps } from './users.ts'
import { wholeNumberIn } from '../../../shared/kernel/whole-number.ts'

const PROTECTED = ['event', 'venue', 'organizer'] as const
type ProtectedType = (typeof PROTECTED)[number]

export type OperatorDeps = UserDeskDeps &
  SiteDeskDeps &
  ImportCommandDeps &
  HistoryDeskDeps &
  ScheduleDeskDeps &
  SubscriptionDeskDeps &
  UndoRoutesDeps &
  MoveInDeskDeps &
  PutBackRoutesDeps &
  PutBackSeveralDeps &
  MergeRoutesDeps &
  ContactDeps &
  ForgetDeps &
  CarryingDeskDeps &
  ImageCommandDeps & {
    /** "" takes the password away. false: there is no such item, or it is in the trash. */
    readonly setPassword: (
      type: ProtectedType,
      id: number,
      password: string,
      context: Context,
    ) => Promise<boolean>
    /** What a text that is no id may mean; null: nothing but an id names one. */
    readonly itemsNamed: ItemsNamed
  } & ProjectionDeskDeps &
  HoldDeps

type ItemsNamed = (type: string, text: string) => Promise<readonly Named[] | null>

const idNamed = async (itemsNamed: ItemsNamed, type: string, text: string): Promise<TheOne> => {
  const found = await itemsNamed(type, text)
  if (found !== null) return theOne(type, text, found)
  const id = wholeNumberIn(text) ?? 0
  return id > 0 ? { ok: true, id } : theOne(type, text, [])
}

const passwordCommand = ({ setPassword, itemsNamed, settled }: OperatorDeps): Route =>
  command(
    'set-password',
    {
      type: required(oneOf(PROTECTED), { description: 'Kind of the item.' }),
      id: required(named(), {
        description: 'Id or slug of the item; also the name of a venue or organizer.',
      }),
      text: required(text({ maxLength: ITEM_PASSWORD_LENGTH }), {
        description: 'The password; empty takes it away.',
      }),
    },
    async ({ type, id: text, text: password }, call) => {
      const one = await idNamed(itemsNamed, type, text)
      if (!one.ok) return unknown('id', one.message)
      const { id } = one
      if (!(await setPassword(type, id, password, contextOf(call))))
        return unknown('id', `there is no ${type} ${id}, or it is in the trash`)
      await settled()
      return json(200, { type, id, protected: password !== '' })
    },
  )

const putBackCommand = (deps: OperatorDeps): Route =>
  command(
    'put-back',
    {
      type: required(oneOf(PUT_BACK_KINDS), { description: 'Kind of the item.' }),
      id: required(named(), {
        description:
          'Id or slug of the item; also the name of a venue, organizer, category or tag, the login of a user; 1 of the site.',
      }),
      ...putBackOptions,
    },
    async ({ type, id: text, ...input }, call) => {
      const one = await idNamed(deps.itemsNamed, type, text)
      if (!one.ok) return unknown('id', one.message)
      return putBackOf(deps, { kind: type, id: one.id }, input, contextOf(call))
    },
  )

const historyCommand = (deps: OperatorDeps): Route =>
  command(
    'history',
    {
      type: required(oneLine(), {
        description:
          'event, venue, organizer, category, tag, image, import, schedule, subscription, user or site.',
      }),
      id: optional(named(), {
        description:
          'Id, slug or name of the item, login or e-mail address of the user; the site needs none.',
      }),
      ...historyPage,
    },
    async ({ type, id: given, before, limit = 1_000 }) => {
      if (given === undefined && type !== 'site')
        return unknown('id', 'the id, slug or name of one is missing; only site needs none')
      const text = given ?? '1'
      const found = await deps.itemsNamed(type, text)
      const one = found === null ? null : theOne(type, text, found)
      if (one?.ok === false) return unknown('id', one.message)
      const id = one === null ? text : String(one.id)
      const entries = await entriesOf(deps, type, id, { before, limit })
      return entries === null
        ? unknown('type', `nothing has a history under ${type} ${id}`)
        : json(200, { entries })
    },
  )

/** Operator commands (spec 00 §6). Whoever reaches them is the operator: they are offered on the owner's socket only. */
export const operatorRoutes = (deps: OperatorDeps): readonly Route[] => [
  ...userCommands(deps),
  ...importCommands(deps),
  ...undoCommands(deps),
  ...scheduleCommands(deps),
  ...subscriptionCommands(deps),
  ...siteCommands(deps),
  ...imageCommands(deps),
  ...moveInCommands(deps),
  passwordCommand(deps),
  historyCommand(deps),
  exportHistoryCommand(deps),
  putBackCommand(deps),
  putBackSeveralCommand(deps),
  forgetCommand(deps),
  contactCommand(deps, (type, text) => idNamed(deps.itemsNamed, type, text)),
  ...mergeCommands(deps, (type, text) => idNamed(deps.itemsNamed, type, text)),
  ...carryingCommands(deps),
  ...projectionCommands(deps),
  ...holdCommands(deps),
]
