import { z } from 'zod'
import { TermId, streamName } from '../kernel/brands.ts'
import { codecOf } from './codec.ts'
import { By, CarriedTerm, HiddenUntilLinked, pair, text, withVisibility } from './common.ts'

export const Taxonomy = z.enum(['cal_events_cat', 'post_tag'])
export type Taxonomy = z.infer<typeof Taxonomy>

export const TermValues = z.object({
  taxonomy: Taxonomy,
  /** Plain text without tags. */
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  /** Categories only; null at the top level. */
  parent: TermId.nullable(),
})
export type TermValues = z.infer<typeof TermValues>

const who = { termId: TermId, by: By } as const

export const TermFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('TermCreated'),
    ...who,
    values: TermValues,
    hiddenUntilLinked: HiddenUntilLinked,
    carried: CarriedTerm.optional(),
  }),
  /** Made for an event that never came, and now created for its own sake: readers show it from here on. */
  z.object({ type: z.literal('TermAdopted'), ...who, values: TermValues }),
  z.object({ type: z.literal('TermRenamed'), ...who, changes: z.object({ name: text }).partial() }),
  z.object({
    type: z.literal('TermDescribed'),
    ...who,
    changes: z.object({ description: text }).partial(),
  }),
  z.object({ type: z.literal('TermSlugChanged'), ...who, changes: z.object({ slug: text }).partial() }),
  z.object({
    type: z.literal('TermMoved'),
    ...who,
    changes: z.object({ parent: pair(TermId.nullable()) }).partial(),
  }),
  /** Made for an event that never came: its name and slug are free. Readers never saw it. */
  z.object({
    type: z.literal('TermDiscarded'),
    ...who,
    changes: z.object({ slug: text }).partial(),
  }),
  /** The event came after all. */
  z.object({
    type: z.literal('TermRestored'),
    ...who,
    changes: z.object({ slug: text }).partial(),
  }),
  /** One with another, which stands for it; its name and address stay its own (spec 07 §7.1). */
  z.object({ type: z.literal('TermMerged'), ...who, into: TermId, changes: z.object({}) }),
  /** That was taken back. */
  z.object({ type: z.literal('TermUnmerged'), ...who, changes: z.object({}) }),
  /** What had the one has the other, or does so again. */
  z.object({ type: z.literal('TermMergeSettled'), ...who, changes: z.object({}) }),
  /** Permanent: events lose the term, children move up to `values.parent` (spec 02 §9). */
  z.object({ type: z.literal('TermDeleted'), ...who, values: TermValues }),
])
export type TermFact = z.infer<typeof TermFact>

export const termCodec = codecOf(TermFact, withVisibility('TermCreated'))
export const termStream = (id: TermId) => streamName(`term-${id}`)
