import type { Accounts } from '../accounts/accounts.ts'
import type { UserRefusal } from '../accounts/decide.ts'
import { deleteImport } from '../imports/operate.ts'
import type { ImportRuns } from '../imports/run/runs.ts'
import type { JsonObject } from '../../shared/event-store/port.ts'
import { Role } from '../../shared/facts/user.ts'
import { entriesOf, type HistoryDeskDeps } from './admin/history.ts'
import {
  page,
  problemsOf,
  progressOf,
  recordOf,
  register,
  registration,
  type ImportDeskDeps,
} from './admin/imports.ts'
import { required } from './platform/arguments.ts'
import { json, type Answer } from './platform/answer.ts'
import { contextOf } from './platform/call.ts'
import { oneLine, oneOf, text } from './platform/kinds.ts'
import { endpoint, invalid, route, type Endpoint, type Route } from './platform/route.ts'

export type OperatorDeps = ImportDeskDeps &
  HistoryDeskDeps & {
    readonly accounts: Accounts
    readonly runs: ImportRuns
    /** Read models: name, position, lag, state. */
    readonly projections: () => Promise<readonly JsonObject[]>
  }

/** Which argument a refusal is about. */
const refusedArgument: Readonly<Record<UserRefusal['code'], readonly [name: string, message: string]>> = {
  'user-not-found': ['login', 'no user has this login'],
  'login-taken': ['login', 'another user has this login'],
  'email-taken': ['email', 'another user has this e-mail address'],
  'invalid-login': ['login', 'a login has no blanks, @, : or / and at most 60 characters'],
  'invalid-email': ['email', 'this is not an e-mail address'],
  application_password_empty_name: ['name', 'an application password needs a name'],
  'application-password-not-found': ['uuid', 'the user has no such application password'],
}

const because = ({ code }: UserRefusal): Answer => {
  const [name, message] = refusedArgument[code]
  return invalid(problemsOf({ [name]: message }))
}

const unknown = (name: string, message: string) => invalid(problemsOf({ [name]: message }))

const login = required(oneLine(), { description: 'Login of the user.' })
const importId = required(text(), { description: 'Id of the import.' })

const command = (name: string, given: Endpoint): Route =>
  route('', `/operator/${name}`, [given], { self: false })

const userCommands = ({ accounts }: OperatorDeps): readonly Route[] => [
  command(
    'create-user',
    endpoint({
      methods: ['POST'],
      args: {
        login,
        email: required(oneLine(), { description: 'E-mail address, unique.' }),
        role: required(oneOf(Role.options), { description: 'What the user may do.' }),
        password: required(text({ minLength: 1 }), { description: 'Account password.' }),
      },
      handle: async (input, call) => {
        const created = await accounts.createUser(input, contextOf(call))
        return created.ok ? json(200, { id: created.value.id }) : because(created.refusal)
      },
    }),
  ),
  command(
    'set-role',
    endpoint({
      methods: ['POST'],
      args: {
        login,
        role: required(oneOf(Role.options), { description: 'What the user may do from now on.' }),
      },
      handle: async (input, call) => {
        const changed = await accounts.setRole(input.login, input.role, contextOf(call))
        return changed.ok ? json(200, { role: changed.value.role }) : because(changed.refusal)
      },
    }),
  ),
  command(
    'create-application-password',
    endpoint({
      methods: ['POST'],
      args: { login, name: required(oneLine(), { description: 'What it is for.' }) },
      handle: async ({ login: who, name }, call) => {
        const made = await accounts.createApplicationPassword(who, { name, appId: '' }, contextOf(call))
        return made.ok
          ? json(200, { uuid: made.value.uuid, password: made.value.secret })
          : because(made.refusal)
      },
    }),
  ),
]

const importCommands = (deps: OperatorDeps): readonly Route[] => [
  command('register-import', endpoint({ methods: ['POST'], args: registration, handle: register(deps) })),
  command(
    'show-import',
    endpoint({
      methods: ['POST'],
      args: { import_id: importId, ...page },
      handle: async input =>
        (await recordOf(deps, input.import_id, input)) ?? unknown('import_id', 'there is no such import'),
    }),
  ),
  command(
    'import-progress',
    endpoint({
      methods: ['POST'],
      args: { import_id: importId },
      handle: async input =>
        (await progressOf(deps, input.import_id)) ?? unknown('import_id', 'there is no such import'),
    }),
  ),
  command(
    'delete-import',
    endpoint({
      methods: ['POST'],
      args: { import_id: importId },
      handle: async (input, call) => {
        if (!(await deleteImport(deps, input.import_id, contextOf(call))))
          return unknown('import_id', 'there is no such import')
        await deps.settled()
        return (await recordOf(deps, input.import_id, { from: undefined, limit: 0 })) ?? json(200, {})
      },
    }),
  ),
]

/** Operator commands (spec 00 §6). Whoever reaches them is the operator: they are offered on the owner's socket only. */
export const operatorRoutes = (deps: OperatorDeps): readonly Route[] => [
  ...userCommands(deps),
  ...importCommands(deps),
  command(
    'history',
    endpoint({
      methods: ['POST'],
      args: {
        type: required(oneLine(), {
          description: 'event, venue, organizer, category, tag, import, user or site.',
        }),
        id: required(oneLine(), { description: 'Id of the item.' }),
      },
      handle: async ({ type, id }) => {
        const entries = await entriesOf(deps, type, id, { before: undefined, limit: 1_000 })
        return entries === null
          ? unknown('type', `there is no history of ${type} ${id}`)
          : json(200, { entries })
      },
    }),
  ),
  command(
    'projections',
    endpoint({
      methods: ['POST'],
      args: {},
      handle: async () => json(200, { projections: await deps.projections() }),
    }),
  ),
]
