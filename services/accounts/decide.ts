import type { Role, UserFact } from '../../shared/facts/user.ts'
import { nothing, record, refuse, unreachable, type Decision } from '../../shared/kernel/decision.ts'
import type { ApplicationPassword, UserState } from './state.ts'

type Asked = { readonly userId: number }

export type UserCommand =
  | (Asked & {
      readonly type: 'Create'
      readonly login: string
      readonly email: string
      readonly role: Role
      readonly passwordHash: string | null
    })
  | (Asked & { readonly type: 'SetRole'; readonly role: Role })
  | (Asked & { readonly type: 'ChangePassword'; readonly passwordHash: string })
  | (Asked & { readonly type: 'AddApplicationPassword' } & Omit<ApplicationPassword, 'lastUsed' | 'lastIp'>)
  | (Asked & {
      readonly type: 'NoteUse'
      readonly uuid: string
      readonly usedAt: string
      readonly address: string
    })
  | (Asked & { readonly type: 'RevokeApplicationPassword'; readonly uuid: string })

export type UserRefusal =
  | { readonly code: 'user-not-found' }
  | { readonly code: 'last-administrator' }
  /** Who is to have the items of an erased user: nobody, or that user. */
  | { readonly code: 'heir-not-found' }
  | { readonly code: 'login-taken' | 'email-taken' | 'invalid-login' | 'invalid-email' }
  | { readonly code: 'application_password_empty_name' }
  | { readonly code: 'application-password-not-found' }
  /** The very secret was valid once and taken back. */
  | { readonly code: 'application-password-revoked' }

const DAY_MS = 24 * 3_600_000

/** Use is noted at most once in 24 h (spec 01 §8.1). */
export const isUseDue = ({ lastUsed }: Pick<ApplicationPassword, 'lastUsed'>, ms: number): boolean =>
  lastUsed === null || ms - Date.parse(lastUsed) >= DAY_MS

export const decide = (command: UserCommand, state: UserState): Decision<UserFact, UserRefusal> => {
  if (command.type === 'Create') {
    if (state === null) return record({ ...command, type: 'UserCreated' })
    return state.login === command.login ? nothing : refuse({ code: 'login-taken' })
  }
  if (state === null) return refuse({ code: 'user-not-found' })
  const { userId } = command
  switch (command.type) {
    case 'SetRole': {
      if (state.role === command.role) return nothing
      return record({ type: 'UserRoleChanged', userId, changes: { role: [state.role, command.role] } })
    }
    case 'ChangePassword': {
      // the same password has another hash each time
      if (state.passwordHash === command.passwordHash) return nothing
      return record({ type: 'UserPasswordChanged', userId, passwordHash: command.passwordHash })
    }
    case 'AddApplicationPassword': {
      if (state.applicationPasswords.some(({ uuid }) => uuid === command.uuid)) return nothing
      if (command.name.trim() === '') return refuse({ code: 'application_password_empty_name' })
      return record({ ...command, type: 'ApplicationPasswordCreated' })
    }
    case 'NoteUse': {
      const { uuid, usedAt, address } = command
      const used = state.applicationPasswords.find(password => password.uuid === uuid)
      if (used === undefined || !isUseDue(used, Date.parse(usedAt))) return nothing
      return record({ type: 'ApplicationPasswordUsed', userId, uuid, usedAt, address })
    }
    case 'RevokeApplicationPassword': {
      const { uuid } = command
      if (!state.applicationPasswords.some(password => password.uuid === uuid))
        return refuse({ code: 'application-password-not-found' })
      return record({ type: 'ApplicationPasswordRevoked', userId, uuid })
    }
    default:
      return unreachable(command)
  }
}
