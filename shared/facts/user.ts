import { z } from 'zod'
import { IsoTime, EpochMs, Position, Revision, UserId, streamName } from '../kernel/brands.ts'
import { codecOf } from './codec.ts'
import { pair } from './common.ts'

export const Role = z.enum(['administrator', 'editor', 'author', 'contributor', 'subscriber'])
export type Role = z.infer<typeof Role>

/**
 * It says again what a fact said that was deleted with what stood beside it and is forgotten (spec 00 §6.9). `position`: where
 * that stood; `revision`: at which revision, absent where that was not told; `left`: how many of them come behind this one.
 */
const Again = z.object({
  restated: z.literal(true),
  position: Position,
  revision: Revision.optional(),
  left: z.int().nonnegative(),
})

const who = { userId: UserId, carried: Again.optional() } as const

// A user's stream holds that user's data and nobody else's; deleting it erases the person.
export const UserFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('UserCreated'),
    ...who,
    login: z.string(),
    email: z.string(),
    role: Role,
    /** argon2id; null: cannot sign in with an account password. */
    passwordHash: z.string().nullable(),
  }),
  /** The same before and after: an administrator was counted on when another one went, or `leaves`. */
  z.object({
    type: z.literal('UserRoleChanged'),
    ...who,
    changes: z.object({ role: pair(Role) }),
    /** Is nobody any more, and about to be erased. */
    leaves: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal('UserRenamed'),
    ...who,
    changes: z.object({ display_name: pair(z.string()) }),
  }),
  z.object({ type: z.literal('UserPasswordChanged'), ...who, passwordHash: z.string() }),
  z.object({
    type: z.literal('ApplicationPasswordCreated'),
    ...who,
    uuid: z.uuid(),
    appId: z.string(),
    name: z.string(),
    /** Hex; keyed with `salt` (spec 01 §8.1: fast on purpose, the secret is random). */
    hash: z.string(),
    salt: z.string(),
  }),
  z.object({
    type: z.literal('ApplicationPasswordUsed'),
    ...who,
    uuid: z.uuid(),
    /** ISO 8601 UTC. */
    usedAt: IsoTime,
    /** Where the request came from. */
    address: z.string(),
  }),
  z.object({ type: z.literal('ApplicationPasswordRevoked'), ...who, uuid: z.uuid() }),
  /** By which the user sets a new account password, once; it takes the place of the one before. */
  z.object({
    type: z.literal('PasswordLinkMade'),
    ...who,
    /** Of its secret, SHA-256 in hex: whoever reads the log cannot use it. */
    hash: z.string(),
    expires: EpochMs,
    /** Whether what applications have ends when it is used. */
    endApplications: z.boolean(),
  }),
  /** With the account password; noted once an hour at most. */
  z.object({
    type: z.literal('UserSignedIn'),
    ...who,
    /** ISO 8601 UTC. */
    signedInAt: IsoTime,
  }),
  /** Every session that began before is over. */
  z.object({ type: z.literal('SessionsEnded'), ...who }),
])
export type UserFact = z.infer<typeof UserFact>

export const isLeaving = (fact: UserFact): boolean => fact.type === 'UserRoleChanged' && fact.leaves === true

/** Whether it is there for what else is decided at the same moment (ADR 38), and no other role was given. */
export const keepsRole = (fact: UserFact): boolean =>
  fact.type === 'UserRoleChanged' && fact.changes.role[0] === fact.changes.role[1]

export const userCodec = codecOf(UserFact)
// On a stream of its own: the user's is deleted, and this is what tells everybody.
export const ErasureFact = z.discriminatedUnion('type', [
  /** `digests`: of the records of the user's stream, joined; seals stay provable without them. */
  z.object({ type: z.literal('UserErased'), userId: UserId, digests: z.base64().optional() }),
  /** Digests of further records that are about to be deleted. */
  z.object({ type: z.literal('UserForgotten'), userId: UserId, digests: z.base64() }),
])
export type ErasureFact = z.infer<typeof ErasureFact>

export const erasureCodec = codecOf(ErasureFact)
export const ERASED = 'erased-'
export const erasureStream = (userId: UserId) => streamName(`${ERASED}${userId}`)
export const userStream = (id: UserId) => streamName(`user-${id}`)
