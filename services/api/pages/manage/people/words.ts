import type { Role } from '../../../../../shared/facts/user.ts'
import { capitalized } from '../../../../../shared/kernel/text/capitalized.ts'
import type { UserRefusal } from '../../../../accounts/decide.ts'
import { refusedArgument } from '../../../operator/users.ts'
import type { Choice } from '../controls.ts'

/** Roles as people call them, with what they are for. */
export const roleWords: Readonly<Record<Role, string>> = {
  administrator: 'Administrator',
  editor: 'Editor',
  author: 'Author',
  contributor: 'Contributor',
  subscriber: 'Subscriber',
}

const roleUses: Readonly<Record<Role, string>> = {
  administrator: 'people and settings, too',
  editor: 'all events, imports and history',
  author: 'own events, and publishes them',
  contributor: 'own events, which others publish',
  subscriber: 'reads only',
}

const ROLES = Object.keys(roleWords) as readonly Role[]

export const roleChoices: readonly Choice[] = ROLES.map(role => [
  role,
  `${roleWords[role]}: ${roleUses[role]}`,
])

/** null: there is no such role. */
export const roleIn = (text: string): Role | null => ROLES.find(role => role === text) ?? null

/** At which field a refusal stands, and what is said there: as operators are told. */
export const refusalAt = ({ code }: UserRefusal): { readonly field: string; readonly why: string } => {
  const [field, message] = refusedArgument[code]
  return { field, why: `${capitalized(message)}.` }
}
