import type { Accounts } from '../../accounts/accounts.ts'
import { NONCE_ACTIONS, type NonceAction } from '../../accounts/nonces.ts'
import type { UserRefusal } from '../../accounts/decide.ts'
import { Role } from '../../../shared/facts/user.ts'
import { json, type Answer } from '../platform/answers/answer.ts'
import { optional, required } from '../platform/arguments/arguments.ts'
import type { Context } from '../../handle.ts'
import { contextOf } from '../platform/call.ts'
import { oneLine, oneOf, text } from '../platform/arguments/kinds.ts'
import type { Route } from '../platform/route.ts'
import { command, unknown } from './command.ts'

export type UserDeskDeps = {
  readonly accounts: Accounts
  /** Session-less nonce of a login, or of `guest` (spec 01 §8.2); null: no user has this login. */
  readonly issueNonce: (login: string, action: NonceAction) => Promise<string | null>
  /** Makes another user the author of everything of one; answers of how many items. */
  readonly reassign: (
    author: { readonly from: number; readonly to: number },
    context: Context,
  ) => Promise<number>
  /** Gives what will still create items in the name of a user to the heir, or (null) to whoever else there is. */
  readonly entrust: (
    author: { readonly from: number; readonly heir: number | null },
    context: Context,
  ) => Promise<void>
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

/** Which argument a refusal is about. */
const refusedArgument: Readonly<Record<UserRefusal['code'], readonly [name: string, message: string]>> = {
  'last-administrator': ['login', 'this is the last administrator, and the site needs one'],
  'user-not-found': ['login', 'no user has this login'],
  'heir-not-found': ['reassign', 'no other user has this login'],
  'login-taken': ['login', 'another user has this login'],
  'email-taken': ['email', 'another user has this e-mail address'],
  'invalid-login': ['login', 'a login has no blanks, @, : or /, at most 60 characters, and is not guest'],
  'invalid-email': ['email', 'this is not an e-mail address'],
  application_password_empty_name: ['name', 'an application password needs a name'],
  'application-password-not-found': ['uuid', 'the user has no such application password'],
  'application-password-revoked': ['password', 'this application password was revoked'],
}

const because = ({ code }: UserRefusal): Answer => unknown(...refusedArgument[code])

const login = required(oneLine(), { description: 'Login of the user.' })
const role = (description: string) => required(oneOf(Role.options), { description })

const accountCommands = ({ accounts, settled }: UserDeskDeps): readonly Route[] => [
  command(
    'create-user',
    {
      login,
      email: required(oneLine(), { description: 'E-mail address, unique.' }),
      role: role('What the user may do.'),
      password: required(text({ minLength: 1 }), { description: 'Account password.' }),
    },
    async (input, call) => {
      const created = await accounts.createUser(input, contextOf(call))
      if (!created.ok) return because(created.refusal)
      await settled()
      return json(200, { id: created.value.id })
    },
  ),
  command('set-role', { login, role: role('What the user may do from now on.') }, async (input, call) => {
    const changed = await accounts.setRole(input.login, input.role, contextOf(call))
    if (!changed.ok) return because(changed.refusal)
    await settled()
    return json(200, { role: changed.value.role })
  }),
]

const passwordCommand = ({ accounts, settled }: UserDeskDeps): Route =>
  command(
    'change-password',
    { login, password: required(text({ minLength: 1 }), { description: 'The new account password.' }) },
    async ({ login: who, password }, call) => {
      const changed = await accounts.changePassword(who, password, contextOf(call))
      if (!changed.ok) return because(changed.refusal)
      await settled()
      return json(200, { login: changed.value.login })
    },
  )

const eraseCommand = ({ accounts, reassign, entrust, settled }: UserDeskDeps): Route =>
  command(
    'erase-user',
    {
      login,
      reassign: optional(oneLine(), { description: 'Login of who is the author of the items then.' }),
    },
    async ({ login: who, reassign: heir }, call) => {
      const context = contextOf(call)
      const erased = await accounts.eraseUser(who, context, {
        heir,
        reassign: author => reassign(author, context),
        entrust: author => entrust(author, context),
      })
      if (!erased.ok) return because(erased.refusal)
      await settled()
      return json(200, erased.value)
    },
  )

const nonceCommand = ({ issueNonce }: UserDeskDeps): Route =>
  command(
    'issue-nonce',
    {
      login: required(oneLine(), { description: 'Login of the user, or guest.' }),
      action: required(oneOf(NONCE_ACTIONS), { description: 'What it is good for.' }),
    },
    async ({ login: who, action }) => {
      const nonce = await issueNonce(who, action)
      return nonce === null ? because({ code: 'user-not-found' }) : json(200, { nonce })
    },
  )

const applicationPasswordCommands = ({ accounts, settled }: UserDeskDeps): readonly Route[] => [
  command(
    'create-application-password',
    { login, name: required(oneLine(), { description: 'What it is for.' }) },
    async ({ login: who, name }, call) => {
      const made = await accounts.createApplicationPassword(who, { name, appId: '' }, contextOf(call))
      if (!made.ok) return because(made.refusal)
      await settled()
      return json(200, { uuid: made.value.uuid, password: made.value.secret })
    },
  ),
  command('list-application-passwords', { login }, async ({ login: who }) => {
    const passwords = await accounts.listApplicationPasswords(who)
    return passwords === null ? because({ code: 'user-not-found' }) : json(200, { passwords })
  }),
  command(
    'revoke-application-password',
    { login, uuid: required(oneLine(), { description: 'Which one; the list shows it.' }) },
    async ({ login: who, uuid }, call) => {
      const revoked = await accounts.revokeApplicationPassword(who, uuid, contextOf(call))
      if (!revoked.ok) return because(revoked.refusal)
      await settled()
      return json(200, { uuid })
    },
  ),
]

export const userCommands = (deps: UserDeskDeps): readonly Route[] => [
  ...accountCommands(deps),
  passwordCommand(deps),
  nonceCommand(deps),
  eraseCommand(deps),
  ...applicationPasswordCommands(deps),
]
