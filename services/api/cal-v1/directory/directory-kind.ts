import type { Patch } from '../../../calendar/item/decide.ts'
import type { Answer } from '../../platform/answers/answer.ts'
import type { Arguments, Given, Input } from '../../platform/arguments/arguments.ts'
import type { Call } from '../../platform/call.ts'
import { type Endpoint, type Method, type Resolved, resolvingEndpoint } from '../../platform/route.ts'
import { mayWrite } from '../../items/access.ts'
import type { DirectoryValues } from '../../items/directory-deps.ts'
import type { SentImage } from '../item-arguments.ts'
import type { SentLife } from '../../items/stored-values.ts'
import type { SentDates } from '../item-values.ts'

/** Arguments that the rules of writes look at; the others are only stored. */
export type SentItem = SentLife & SentDates & { readonly image?: SentImage | undefined }

/** What a write does with its arguments. */
export type WriteRules<Sent, New> = {
  readonly offered?: (call: Call) => Promise<boolean>
  readonly resolve: (sent: Sent, call: Call) => Promise<Resolved<null>>
  readonly handle: (input: New, call: Call) => Promise<Answer>
}

/** A write with its arguments declared, waiting for its rules. */
export const declaredWrite =
  <Args extends Arguments>(methods: readonly Method[], args: Args) =>
  (rules: WriteRules<Given<Args>, Input<Args>>): Endpoint =>
    resolvingEndpoint({ methods, args, may: mayWrite, ...rules })

/** What venues and organizers differ in; all rules are the same (spec 02 §8). */
export type DirectoryKind<Values extends DirectoryValues, Sent extends SentItem, New extends Sent> = {
  readonly noun: 'venue' | 'organizer'
  /** Last part of the collection's address, member of its lists, and the events' member that names them. */
  readonly plural: 'venues' | 'organizers'
  readonly create: (rules: WriteRules<Sent, New>) => Endpoint
  readonly update: (rules: WriteRules<Sent, Sent>) => Endpoint
  /** The same with a new slug. */
  readonly updateBySlug: (rules: WriteRules<Sent, Sent>) => Endpoint
  readonly valuesOf: (sent: New, call: Call) => Values
  readonly patchOf: (sent: Sent, stored: Values, call: Call) => Patch<Values>
}
