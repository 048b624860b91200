import { newOrganizerMembers, newVenueMembers } from '../cal-v1/item-arguments.ts'
import { organizerOf, venueOf } from '../cal-v1/item-values.ts'
import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import { membersWith } from '../../../shared/members/derive.ts'
import type { Members } from '../../../shared/members/member.ts'
import { organizerMembers } from '../../../shared/members/organizer.ts'
import { venueMembers } from '../../../shared/members/venue.ts'
import type { Call, SentArguments } from '../platform/call.ts'
import { type Arguments, check, type Input, missing } from '../platform/arguments/arguments.ts'

/** Values of a new item by the rules of the first generation (spec 02 §8), or what is wrong. */
type Made<Values> =
  { readonly ok: true; readonly values: Values } | { readonly ok: false; readonly why: string }

const read = <Args extends Arguments>(
  args: Args,
  sent: SentArguments,
  at: Call['at'],
): { readonly ok: true; readonly input: Input<Args> } | { readonly ok: false; readonly why: string } => {
  if (missing(args, sent).length > 0) return { ok: false, why: 'A name is needed.' }
  const { problems, given } = check(args, sent, at)
  const [first] = Object.values(problems)
  return first === undefined ? { ok: true, input: given as Input<Args> } : { ok: false, why: first.message }
}

/** Empty members were not filled in. */
const filled = (sent: SentArguments, table: Members, name: string): SentArguments => {
  const asked = membersWith(table, 'asked').map(([member, { cal = member }]) => cal)
  return Object.fromEntries(
    [[name, sent['name']] as const, ...asked.map(member => [member, sent[member]] as const)].filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  )
}

export const venueIn = (sent: SentArguments, call: Call): Made<VenueValues> => {
  const done = read(newVenueMembers, filled(sent, venueMembers, 'venue'), call.at)
  return done.ok ? { ok: true, values: venueOf(done.input, call) } : done
}

export const organizerIn = (sent: SentArguments, call: Call): Made<OrganizerValues> => {
  const done = read(newOrganizerMembers, filled(sent, organizerMembers, 'organizer'), call.at)
  return done.ok ? { ok: true, values: organizerOf(done.input, call) } : done
}

/** Whether the caller knows the item already. */
export const isKnown = (sent: SentArguments, name: 'venueId' | 'organizerId'): boolean =>
  ![undefined, null, '', 0, '0', false].some(nothing => nothing === sent[name])
