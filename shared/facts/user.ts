import { z } from 'zod'
import { codecOf } from './codec.ts'
import { Id, pair } from './common.ts'

export const Role = z.enum(['administrator', 'editor', 'author', 'contributor', 'subscriber'])
export type Role = z.infer<typeof Role>

// A user's stream holds that user's data and nobody else's; deleting it erases the person.
export const UserFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('UserCreated'),
    userId: Id,
    login: z.string(),
    email: z.string(),
    role: Role,
    /** argon2id; null: cannot sign in with an account password. */
    passwordHash: z.string().nullable(),
  }),
  z.object({ type: z.literal('UserRoleChanged'), userId: Id, changes: z.object({ role: pair(Role) }) }),
  z.object({
    type: z.literal('UserRenamed'),
    userId: Id,
    changes: z.object({ display_name: pair(z.string()) }),
  }),
  z.object({ type: z.literal('UserPasswordChanged'), userId: Id, passwordHash: z.string() }),
  z.object({
    type: z.literal('ApplicationPasswordCreated'),
    userId: Id,
    uuid: z.uuid(),
    appId: z.string(),
    name: z.string(),
    /** Hex; keyed with `salt` (spec 01 §8.1: fast on purpose, the secret is random). */
    hash: z.string(),
    salt: z.string(),
  }),
  z.object({
    type: z.literal('ApplicationPasswordUsed'),
    userId: Id,
    uuid: z.uuid(),
    /** ISO 8601 UTC. */
    usedAt: z.iso.datetime(),
    /** Where the request came from. */
    address: z.string(),
  }),
  z.object({ type: z.literal('ApplicationPasswordRevoked'), userId: Id, uuid: z.uuid() }),
  /** By which the user sets a new account password, once; it takes the place of the one before. */
  z.object({
    type: z.literal('PasswordLinkMade'),
    userId: Id,
    /** Of its secret, SHA-256 in hex: whoever reads the log cannot use it. */
    hash: z.string(),
    /** Epoch milliseconds. */
    expires: z.int(),
    /** Whether what applications have ends when it is used. */
    endApplications: z.boolean(),
  }),
  /** With the account password; noted once an hour at most. */
  z.object({
    type: z.literal('UserSignedIn'),
    userId: Id,
    /** ISO 8601 UTC. */
    signedInAt: z.iso.datetime(),
  }),
  /** Every session that began before is over. */
  z.object({ type: z.literal('SessionsEnded'), userId: Id }),
])
export type UserFact = z.infer<typeof UserFact>

export const userCodec = codecOf(UserFact)
// On a stream of its own: the user's is deleted, and this is what tells everybody.
export const ErasureFact = z.discriminatedUnion('type', [
  /** `digests`: of the records of the user's stream, joined; seals stay provable without them. */
  z.object({ type: z.literal('UserErased'), userId: Id, digests: z.base64().optional() }),
  /** Digests of further records that are about to be deleted. */
  z.object({ type: z.literal('UserForgotten'), userId: Id, digests: z.base64() }),
])
export type ErasureFact = z.infer<typeof ErasureFact>

export const erasureCodec = codecOf(ErasureFact)
export const ERASED = 'erased-'
export const erasureStream = (userId: number) => `${ERASED}${userId}` as const
export const userStream = (id: number) => `user-${id}` as const
