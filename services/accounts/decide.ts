import type { UserId, EpochMs, IsoTime } from '../../shared/kernel/brands.ts'
import type { Role, UserFact } from '../../shared/facts/user.ts'
import { nothing, record, refuse, unreachable, type Decision } from '../../shared/kernel/decision.ts'
import { sameSecret } from '../../shared/kernel/same-secret.ts'
import { APPLICATION_NAME_LENGTH, MOST_APPLICATION_PASSWORDS } from '../../shared/limits/accounts.ts'
import {
  isSignInDue,
  isUseDue,
  type ApplicationPassword,
  type PasswordLink,
  type User,
  type UserState,
} from './state.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

type Asked = { readonly userId: UserId }

export type UserCommand =
  | (Asked & {
      readonly type: 'Create'
      readonly login: string
      readonly email: string
      readonly role: Role
      readonly passwordHash: string | null
      readonly displayName?: string
    })
  /** Brought from another service, without a password; whoever is here under the id and login keeps the one here. */
  | (Asked & {
      readonly type: 'Carry'
      readonly login: string
      readonly email: string
      readonly role: Role
      readonly displayName: string
    })
  | (Asked & { readonly type: 'SetRole'; readonly role: Role })
  /** Is about to be erased. */
  | (Asked & { readonly type: 'Leave' })
  /** "": none. */
  | (Asked & { readonly type: 'Rename'; readonly displayName: string })
  | (Asked & {
      readonly type: 'ChangePassword'
      readonly passwordHash: string
      /** Whether what applications have ends with it. */
      readonly endApplications: boolean
    })
  | (Asked & { readonly type: 'AddApplicationPassword' } & Omit<ApplicationPassword, 'lastUsed' | 'lastIp'>)
  | (Asked & {
      readonly type: 'NoteUse'
      readonly uuid: string
      readonly usedAt: IsoTime
      readonly address: string
    })
  | (Asked & { readonly type: 'NoteSignIn'; readonly signedInAt: IsoTime })
  | (Asked & { readonly type: 'RevokeApplicationPassword'; readonly uuid: string })
  | (Asked & { readonly type: 'RevokeAllApplicationPasswords' })
  | (Asked & { readonly type: 'MakePasswordLink' } & PasswordLink)
  /** `ms`: now. */
  | (Asked & {
      readonly type: 'UsePasswordLink'
      readonly hash: string
      readonly passwordHash: string
      readonly ms: EpochMs
    })
  /** `changes`: how often they were ended before, as far as is known: asked for twice, they end once. */
  | (Asked & { readonly type: 'EndSessions'; readonly changes: number })

export type UserRefusal =
  | { readonly code: 'user-not-found' }
  | { readonly code: 'last-administrator' }
  /** Who is to have the items of an erased user: nobody, or that user. */
  | { readonly code: 'heir-not-found' }
  | { readonly code: 'login-taken' | 'email-taken' | 'invalid-login' | 'invalid-email' }
  | { readonly code: 'invalid-name' | 'invalid-password' }
  | { readonly code: 'application_password_empty_name' | 'application-password-name-too-long' }
  | { readonly code: 'too-many-application-passwords' }
  | { readonly code: 'application-password-not-found' }
  /** It was used, has expired, or another one has taken its place. */
  | { readonly code: 'password-link-void' }
  /** The very secret was valid once and taken back. */
  | { readonly code: 'application-password-revoked' }
  /** By the form that asks for it once more. */
  | { readonly code: 'application-password-made' }

const renamed = (userId: UserId, before: string, after: string): UserFact => ({
  ...{ type: 'UserRenamed', userId },
  changes: { display_name: [before, after] },
})

const revokedAll = ({ id, applicationPasswords }: User): UserFact[] =>
  applicationPasswords.map(({ uuid }) => ({ type: 'ApplicationPasswordRevoked', userId: id, uuid }))

type NewPassword = { readonly passwordHash: string; readonly endApplications: boolean }

const passwordChanged = (state: User, { passwordHash, endApplications }: NewPassword): UserFact[] => [
  { type: 'UserPasswordChanged', userId: state.id, passwordHash },
  ...(endApplications ? revokedAll(state) : []),
]

/** Whether a link still sets a password at this moment, epoch milliseconds. */
export const isLinkGood = (link: PasswordLink | null, hash: string, ms: EpochMs): link is PasswordLink =>
  link !== null && ms < link.expires && sameSecret(link.hash, hash)

const roleChanged = (userId: UserId, before: Role, after: Role): UserFact => ({
  type: 'UserRoleChanged',
  userId,
  changes: { role: [before, after] },
})

const carried = (
  { userId, login, email, role, displayName }: Extract<UserCommand, { type: 'Carry' }>,
  state: UserState,
): readonly UserFact[] => {
  if (state?.login === login && state.email === email)
    return [
      ...(state.role === role ? [] : [roleChanged(userId, state.role, role)]),
      ...(state.displayName === displayName ? [] : [renamed(userId, state.displayName, displayName)]),
    ]
  const passwordHash = state?.login === login ? state.passwordHash : null
  return [
    { type: 'UserCreated', userId, login, email, role, passwordHash },
    ...(displayName === '' ? [] : [renamed(userId, '', displayName)]),
  ]
}

const byLink = (
  command: Extract<UserCommand, { type: 'UsePasswordLink' }>,
  state: User,
): Decision<UserFact, UserRefusal> => {
  // done already, by an append of which nobody heard
  if (state.passwordHash === command.passwordHash) return nothing
  const { passwordLink } = state
  if (!isLinkGood(passwordLink, command.hash, command.ms)) return refuse({ code: 'password-link-void' })
  return record(...passwordChanged(state, { ...command, endApplications: passwordLink.endApplications }))
}

const passwordAdded = (
  command: Extract<UserCommand, { type: 'AddApplicationPassword' }>,
  state: User,
): Decision<UserFact, UserRefusal> => {
  if (state.applicationPasswords.some(({ uuid }) => uuid === command.uuid)) return nothing
  if (command.name.trim() === '') return refuse({ code: 'application_password_empty_name' })
  if (command.name.length > APPLICATION_NAME_LENGTH)
    return refuse({ code: 'application-password-name-too-long' })
  if (state.applicationPasswords.length >= MOST_APPLICATION_PASSWORDS)
    return refuse({ code: 'too-many-application-passwords' })
  return record({ ...command, type: 'ApplicationPasswordCreated' })
}

const useNoted = (
  { userId, uuid, usedAt, address }: Extract<UserCommand, { type: 'NoteUse' }>,
  state: User,
): Decision<UserFact, UserRefusal> => {
  const used = state.applicationPasswords.find(password => password.uuid === uuid)
  if (used === undefined || !isUseDue(used, msOfIso(usedAt))) return nothing
  return record<UserFact>({ type: 'ApplicationPasswordUsed', userId, uuid, usedAt, address })
}

export const decide = (command: UserCommand, state: UserState): Decision<UserFact, UserRefusal> => {
  if (command.type === 'Create') {
    const { displayName = '', ...created } = command
    const { userId } = created
    if (state === null)
      return record<UserFact>(
        { ...created, type: 'UserCreated' },
        ...(displayName === '' ? [] : [renamed(userId, '', displayName)]),
      )
    return state.login === command.login ? nothing : refuse({ code: 'login-taken' })
  }
  if (command.type === 'Carry') return record(...carried(command, state))
  if (state === null) return refuse({ code: 'user-not-found' })
  const { userId } = command
  switch (command.type) {
    case 'SetRole':
      if (state.role === command.role) return nothing
      return record(roleChanged(userId, state.role, command.role))
    case 'Leave':
      return record({ ...roleChanged(userId, state.role, state.role), leaves: true })
    case 'Rename': {
      const { displayName } = command
      if (state.displayName === displayName) return nothing
      return record(renamed(userId, state.displayName, displayName))
    }
    case 'ChangePassword':
      // the same password has another hash each time
      if (state.passwordHash === command.passwordHash) return nothing
      return record(...passwordChanged(state, command))
    case 'UsePasswordLink':
      return byLink(command, state)
    case 'MakePasswordLink': {
      const { hash, expires, endApplications } = command
      if (state.passwordLink?.hash === hash) return nothing
      return record<UserFact>({ type: 'PasswordLinkMade', userId, hash, expires, endApplications })
    }
    case 'EndSessions':
      if (state.passwordChanges > command.changes) return nothing
      return record<UserFact>({ type: 'SessionsEnded', userId })
    case 'AddApplicationPassword':
      return passwordAdded(command, state)
    case 'NoteUse':
      return useNoted(command, state)
    case 'NoteSignIn': {
      const { signedInAt } = command
      if (!isSignInDue(state, msOfIso(signedInAt))) return nothing
      return record<UserFact>({ type: 'UserSignedIn', userId, signedInAt })
    }
    case 'RevokeApplicationPassword': {
      const { uuid } = command
      if (!state.applicationPasswords.some(password => password.uuid === uuid))
        return refuse({ code: 'application-password-not-found' })
      return record({ type: 'ApplicationPasswordRevoked', userId, uuid })
    }
    case 'RevokeAllApplicationPasswords':
      return record(...revokedAll(state))
    default:
      return unreachable(command)
  }
}
