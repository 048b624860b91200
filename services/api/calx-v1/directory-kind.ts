import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import { organizerMembers as organizerTable } from '../../../shared/members/organizer.ts'
import { venueMembers as venueTable } from '../../../shared/members/venue.ts'
import { newOrganizerValues, newVenueValues } from '../../calendar/values.ts'
import type { Patch } from '../../calendar/item/decide.ts'
import { mayWrite } from '../items/access.ts'
import { storedMembers } from '../items/stored-values.ts'
import type { Answer } from '../platform/answers/answer.ts'
import type { Arguments, Given, Problems } from '../platform/arguments/arguments.ts'
import type { Call } from '../platform/call.ts'
import { defined } from '../../../shared/kernel/json.ts'
import { type Endpoint, resolvingEndpoint } from '../platform/route.ts'
import { changedPostLife, newPostLife, storedPost, type SentPost } from './item-write.ts'
import { emailProblems } from './kinds.ts'
import { organizerMembers, venueMembers } from './members.ts'

type Rules<Sent> = {
  readonly offered?: (call: Call) => Promise<boolean>
  readonly problems: (sent: Sent, call: Call) => Promise<Problems>
  readonly handle: (sent: Sent, call: Call) => Promise<Answer>
}

/** What venues and organizers differ in; all rules are the same (spec 03 §3-4). */
export type DirectoryKind<Values, Sent extends SentPost> = {
  readonly noun: 'venue' | 'organizer'
  /** Last part of the collection's address, and the events' member that names them. */
  readonly plural: 'venues' | 'organizers'
  readonly write: (methods: readonly ('POST' | 'PUT' | 'PATCH')[], rules: Rules<Sent>) => Endpoint
  /** What cannot be stored in members of this kind; `stored`: what the item has, if the caller may see and change it. */
  readonly problems: (sent: Sent, stored: Values | null) => Problems
  readonly valuesOf: (sent: Sent, call: Call) => Values
  readonly patchOf: (sent: Sent, stored: Values, call: Call) => Patch<Values>
}

const declared =
  <Args extends Arguments>(args: Args): DirectoryKind<unknown, Given<Args> & SentPost>['write'] =>
  (methods, { problems, handle, ...rules }) =>
    resolvingEndpoint({
      methods,
      args,
      may: mayWrite,
      ...rules,
      resolve: async (sent, call) => {
        const found = await problems(sent, call)
        return Object.keys(found).length > 0 ? { ok: false, problems: found } : { ok: true, value: null }
      },
      handle: (input, call) => handle(input, call),
    })

type SentVenue = Given<typeof venueMembers>
type SentOrganizer = Given<typeof organizerMembers>

const ofVenue = storedMembers(venueTable, 'calx')
const ofOrganizer = storedMembers(organizerTable, 'calx')

const storedVenue = (sent: SentVenue, call: Call) => ({
  ...storedPost(sent, call),
  ...ofVenue(sent, call),
  ...defined({ name: sent.title }),
})

const storedOrganizer = (sent: SentOrganizer, call: Call) => ({
  ...storedPost(sent, call),
  ...ofOrganizer(sent, call),
  ...defined({ name: sent.title }),
})

export const venueKind: DirectoryKind<VenueValues, SentVenue> = {
  noun: 'venue',
  plural: 'venues',
  write: declared(venueMembers),
  problems: () => ({}),
  valuesOf: (sent, call) =>
    newVenueValues({ ...storedVenue(sent, call), name: sent.title ?? '', ...newPostLife(sent, call) }),
  patchOf: (sent, stored, call) => ({ ...storedVenue(sent, call), ...changedPostLife(sent, stored, call) }),
}

export const organizerKind: DirectoryKind<OrganizerValues, SentOrganizer> = {
  noun: 'organizer',
  plural: 'organizers',
  write: declared(organizerMembers),
  problems: ({ email }, stored) => emailProblems(email, stored?.email),
  valuesOf: (sent, call) =>
    newOrganizerValues({
      ...storedOrganizer(sent, call),
      name: sent.title ?? '',
      ...newPostLife(sent, call),
    }),
  patchOf: (sent, stored, call) => ({
    ...storedOrganizer(sent, call),
    ...changedPostLife(sent, stored, call),
  }),
}
