import type { UserId } from '../../../shared/kernel/brands.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import { NONCE_ACTIONS, type NonceAction } from '../../accounts/nonces.ts'
import type { UserRefusal } from '../../accounts/decide.ts'
import { Role } from '../../../shared/facts/user.ts'
import {
  ACCOUNT_PASSWORD_LENGTH,
  APPLICATION_NAME_LENGTH,
  DISPLAY_NAME_LENGTH,
  LOGIN_LENGTH,
  MOST_APPLICATION_PASSWORDS,
} from '../../../shared/limits/accounts.ts'
import { type Answer, json } from '../platform/answers/answer.ts'
import { defaulted, optional, required } from '../platform/arguments/arguments.ts'
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
    author: { readonly from: UserId; readonly to: UserId },
    context: Context,
  ) => Promise<number>
  /** Gives what will still create items in the name of a user to the heir, or (null) to whoever else there is. */
  readonly entrust: (
    author: { readonly from: UserId; readonly heir: UserId | null },
    context: Context,
  ) => Promise<void>
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

/** Which argument a refusal is about. */
export const refusedArgument: Readonly<
  Record<UserRefusal['code'], readonly [name: string, message: string]>
> = {
  'last-administrator': ['login', 'this is the last administrator, and the site needs one'],
  'user-not-found': ['login', 'no user has this login'],
  'heir-not-found': ['reassign', 'no other user has this login'],
  'login-taken': ['login', 'another user has this login'],
  'email-taken': ['email', 'another user has this e-mail address'],
  'invalid-login': [
    'login',
    `a login has letters of one script, no blanks, @, : or /, at most ${LOGIN_LENGTH} characters, and is not guest`,
  ],
  'invalid-email': ['email', 'this is not an e-mail address'],
  'invalid-name': ['name', `a name is one line of at most ${DISPLAY_NAME_LENGTH} characters`],
  'invalid-password': ['password', `a password has 1 to ${ACCOUNT_PASSWORD_LENGTH} characters`],
  'application-password-name-too-long': ['name', `a name has at most ${APPLICATION_NAME_LENGTH} characters`],
  'too-many-application-passwords': [
    'login',
    `the user has ${MOST_APPLICATION_PASSWORDS} application passwords, which is the most; revoke one`,
  ],
  application_password_empty_name: ['name', 'an application password needs a name'],
  'application-password-not-found': ['uuid', 'the user has no such application password'],
  'password-link-void': ['link', 'this link was used, has expired, or another one has taken its place'],
  'application-password-revoked': ['password', 'this application password was revoked'],
  'application-password-made': ['uuid', 'this application password was made before'],
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
      name: optional(text(), { description: 'Name that everybody sees as the author.' }),
    },
    async (input, call) => {
      const created = await accounts.createUser({ ...input, displayName: input.name }, contextOf(call))
      if (!created.ok) return because(created.refusal)
      await settled()
      return json(200, { id: created.value.id })
    },
  ),
  command(
    'set-name',
    {
      login,
      name: required(text(), { description: 'Name that everybody sees as the author; empty: none.' }),
    },
    async (input, call) => {
      const changed = await accounts.rename(input.login, input.name, contextOf(call))
      if (!changed.ok) return because(changed.refusal)
      await settled()
      return json(200, { name: changed.value.displayName })
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
    {
      login,
      password: required(text({ minLength: 1 }), { description: 'The new account password.' }),
      applications: defaulted(oneOf(['end', 'keep']), 'end', {
        description: 'What becomes of the application passwords of the user.',
      }),
    },
    async ({ login: who, password, applications }, call) => {
      const wanted = { password, endApplications: applications === 'end' }
      const changed = await accounts.changePassword(who, wanted, contextOf(call))
      if (!changed.ok) return because(changed.refusal)
      await settled()
      const left = changed.value.applicationPasswords.length
      return json(200, { login: changed.value.login, application_passwords: left })
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
  command('revoke-application-passwords', { login }, async ({ login: who }, call) => {
    const revoked = await accounts.revokeAllApplicationPasswords(who, contextOf(call))
    if (!revoked.ok) return because(revoked.refusal)
    await settled()
    return json(200, { login: revoked.value.login })
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
