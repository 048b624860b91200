import { z } from 'zod'
import { StoredIsoTime, Position, Revision, StreamName, streamName } from '../kernel/brands.ts'
import { codecOf } from './codec.ts'
import { pair } from './common.ts'

export const SubscriptionId = z.string().regex(/^\w{1,40}$/)

/** Kinds of things of which changes are told. */
export const ToldKind = z.enum(['event', 'venue', 'organizer', 'category', 'tag'])
export type ToldKind = z.infer<typeof ToldKind>

/** What can happen to them, as far as others are told (spec 08 §3). */
export const Happening = z.enum([
  'created',
  'published',
  'changed',
  'withdrawn',
  'trashed',
  'restored',
  'deleted',
])
export type Happening = z.infer<typeof Happening>

/** Whose eyes the receiver has: those of everybody, or those of an administrator. */
export const Sees = z.enum(['public', 'all'])
export type Sees = z.infer<typeof Sees>

/**
 * A place of the log. `anchor`: where the first record of the subscription stands there; in a copy of the log it
 * stands elsewhere, and then the record that is named tells the place (docs/adr/0030).
 */
export const Place = z.object({
  position: Position,
  anchor: Position,
  stream: StreamName,
  revision: Revision,
})
export type Place = z.infer<typeof Place>

/** An item of which one fact was refused: nothing after it is told before it is. */
export const Waiting = z.object({
  /** Of the item, e.g. `event-41`. */
  stream: StreamName,
  /** The first fact that is still to be told. */
  revision: Revision,
  /** ISO instants: of the first refusal, and of the next attempt. */
  since: StoredIsoTime,
  dueAt: StoredIsoTime,
  attempts: z.int().positive(),
  /** Why, as `reason` and `found` of `DeliveryFailed`. */
  reason: z.string(),
  found: z.string().optional(),
})
export type Waiting = z.infer<typeof Waiting>

const which = { subscriptionId: SubscriptionId } as const

/** How far it has come: everything up to `through` (null: nothing since it was made) was told, but what waits. */
const told = {
  /** Its number among those of the subscription, from 1. */
  round: z.int().positive(),
  through: Place.nullable(),
  waiting: z.array(Waiting),
  /** Facts that were told in this round. */
  delivered: z.int().nonnegative(),
} as const

const salt = z.string().regex(/^[0-9a-f]{32}$/)

const asked = {
  name: z.string(),
  url: z.string(),
  kinds: z.array(ToldKind),
  happenings: z.array(Happening),
  sees: Sees,
} as const

// What is signed with is no part of any fact: it is computed from the key of the log and the salt.
export const SubscriptionFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('SubscriptionMade'), ...which, ...asked, salt }),
  z.object({
    type: z.literal('SubscriptionChanged'),
    ...which,
    changes: z
      .object({
        name: pair(asked.name),
        url: pair(asked.url),
        kinds: pair(asked.kinds),
        happenings: pair(asked.happenings),
        sees: pair(asked.sees),
      })
      .partial(),
  }),
  /** It is signed with another secret; until `until` (ISO instant) with the one before, too. */
  z.object({ type: z.literal('SubscriptionSecretRotated'), ...which, salt, until: StoredIsoTime }),
  z.object({ type: z.literal('SubscriptionPaused'), ...which }),
  /** It goes on where it stopped, from `dueAt` on (ISO instant): what failed until then counts no more. */
  z.object({ type: z.literal('SubscriptionResumed'), ...which, dueAt: StoredIsoTime }),
  /** It goes on behind another place than it had come to. */
  z.object({
    type: z.literal('SubscriptionMoved'),
    ...which,
    through: Place.nullable(),
    /** What was asked for, as an ISO instant. */
    since: StoredIsoTime,
  }),
  z.object({ type: z.literal('SubscriptionRemoved'), ...which }),
  /** Facts were told. `status`: of the last answer. */
  z.object({
    type: z.literal('FactsDelivered'),
    ...which,
    ...told,
    status: z.int().nullable(),
  }),
  /** The receiver as a whole does not take anything. */
  z.object({
    type: z.literal('DeliveryFailed'),
    ...which,
    ...told,
    /** `unreachable`, `timeout`, `bad_status`, … */
    reason: z.string(),
    /** The status of the answer; absent: there was none. */
    found: z.string().optional(),
    /** ISO instants: of the first failure since the last fact that was taken, and of the next attempt. */
    since: StoredIsoTime,
    dueAt: StoredIsoTime,
  }),
  /** Nothing is told any more until somebody resumes it. */
  z.object({
    type: z.literal('SubscriptionGivenUp'),
    ...which,
    reason: z.string(),
    found: z.string().optional(),
  }),
])
export type SubscriptionFact = z.infer<typeof SubscriptionFact>

export const subscriptionCodec = codecOf(SubscriptionFact)
export const SUBSCRIPTIONS = 'subscription-'
export const subscriptionStream = (subscriptionId: string) => streamName(`${SUBSCRIPTIONS}${subscriptionId}`)
