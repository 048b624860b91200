import { foldName } from '../../../shared/kernel/text/spelling.ts'
import { membersWith } from '../../../shared/members/derive.ts'
import { organizerMembers } from '../../../shared/members/organizer.ts'
import { venueMembers } from '../../../shared/members/venue.ts'
import { same } from '../item/changes.ts'
import type { Derived } from '../item/decide.ts'
import type { SharedValues } from '../item/state.ts'

/** Members that say what a venue or organizer is; the others say how the site keeps it. */
const COMPARED: ReadonlySet<string> = new Set(
  [venueMembers, organizerMembers].flatMap(table => membersWith(table, 'differs').map(([name]) => name)),
)

/** Whether it says more than a name, even that there is nothing: then a protected item's hidden members would answer. */
const describes = (sent: object): boolean =>
  Object.entries(sent).some(([member, value]) => value !== undefined && COMPARED.has(member))

const isAbsent = (value: unknown): boolean => value === '' || value === null || value === undefined

/**
 * Whether a stored venue or organizer is the one that was sent (spec 02 §6 Reuse): published, same name, and every
 * sent member equal to the stored one or absent there; of a protected one that is not `open` nothing but the name can
 * be compared. `missing`: the sent members that are absent there.
 */
export const reusable = <Values extends SharedValues & { readonly name: string; readonly password: string }>(
  sent: Partial<Values> & { readonly name: string },
  stored: Values,
  open: boolean,
): { readonly missing: Partial<Values> } | null => {
  if (stored.status !== 'publish' || foldName(stored.name) !== foldName(sent.name)) return null
  if (stored.password !== '' && !open && describes(sent)) return null
  const kept = new Map<string, unknown>(Object.entries(stored))
  const missing: Partial<Values> = { ...sent }
  const members: readonly (readonly [string, unknown])[] = Object.entries(sent)
  for (const [member, value] of members) {
    const there = kept.get(member)
    const differs = COMPARED.has(member) && value !== undefined && !same(value, there)
    if (differs && !isAbsent(there)) return null
    if (!differs || isAbsent(value)) Reflect.deleteProperty(missing, member)
  }
  return { missing }
}

/** Fills only what is still absent when it comes to it: what somebody else sets meanwhile is never overwritten. */
export const fillAbsent =
  <Values extends object>(missing: Partial<Values>) =>
  (values: Values): Derived<Values> => {
    const kept = new Map<string, unknown>(Object.entries(values))
    const patch = { ...missing }
    for (const member of Object.keys(missing))
      if (!isAbsent(kept.get(member))) Reflect.deleteProperty(patch, member)
    return { ok: true, patch }
  }
