import { hash } from 'node:crypto'
import { z } from 'zod'
import { streamName } from '../kernel/brands.ts'
import { codecOf } from './codec.ts'
import { Id, Revision } from './common.ts'

/**
 * Uniqueness is decided by the log, never by a query: one stream per contested thing (a slug, a name, the
 * identity of an imported item). Whoever appends `Claimed` at the expected revision owns it.
 */
export const ClaimFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('Claimed'),
    owner: Id,
    /** On the stream of a series: which of its occurrences the event is, and what brought it (spec 05 §5). */
    occurrence: z.string().optional(),
    revision: Revision.optional(),
  }),
  z.object({ type: z.literal('Released'), owner: Id }),
])
export type ClaimFact = z.infer<typeof ClaimFact>
export const claimCodec = codecOf(ClaimFact)

const digest = (text: string) => hash('sha256', text).slice(0, 40)

/** Kinds of slugs: unique per type (spec 02 §7); terms per taxonomy. */
export type SlugKind = 'event' | 'venue' | 'organizer' | 'cal_events_cat' | 'post_tag'
export const slugStream = (kind: SlugKind, slug: string) => streamName(`slug-${kind}/${slug}`)

/** `folded`: trimmed and case-folded name; for terms preceded by the parent id. Hashed: names are personal data. */
export const nameStream = (kind: SlugKind, folded: string) => streamName(`name-${kind}/${digest(folded)}`)

/**
 * `key`: one identity of an imported item (spec 05 §5), see `services/imports/item/identity.ts`, or of what moved in, see
 * `services/move-in/identity.ts`; of images the address they were fetched from.
 */
export const identityStream = (kind: 'event' | 'venue' | 'organizer' | 'image' | 'term', key: string) =>
  streamName(`identity-${kind}/${digest(key)}`)

/** The same by the digest of its key, which is all that is left of one in a stream. */
export const identityStreamOf = (kind: 'event' | 'venue' | 'organizer' | 'term', keyDigest: string) =>
  streamName(`identity-${kind}/${keyDigest}`)

/** Last parts of the addresses of images are unique. */
export const imageFileStream = (file: string) => streamName(`imagefile-${file}`)

/** Logins and e-mail addresses are unique, case-folded. Hashed: they are personal data. */
export const accountStream = (what: 'login' | 'email', folded: string) =>
  streamName(`${what}/${digest(folded)}`)

/** Ids are reserved in blocks, at an expected revision, before anyone uses them. */
export const IdsFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('IdsReserved'), from: Id, to: Id }),
  /** Ids that things have in the calendar that they move in from (spec 05 §15): nobody else gets them. */
  z.object({ type: z.literal('IdsKept'), source: z.string(), ids: z.array(Id) }),
])
export type IdsFact = z.infer<typeof IdsFact>
export const idsCodec = codecOf(IdsFact)

/** The highest id that a fact of a sequence takes. */
export const highestOf = (fact: IdsFact): number =>
  fact.type === 'IdsReserved' ? fact.to : fact.ids.reduce((most, id) => Math.max(most, id), 0)

/** `post`: events, venues, organizers, images (spec 00 §8). */
export type Sequence = 'post' | 'term' | 'user'
export const idsStream = (sequence: Sequence) => streamName(`ids-${sequence}`)
