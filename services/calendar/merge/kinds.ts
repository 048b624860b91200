import type { ItemKind } from '../../../shared/facts/common.ts'

/** What can be made one with another of its kind (spec 07 §7.1). */
export const MERGED_KINDS = ['venue', 'organizer', 'category', 'tag'] as const
export type MergedKind = (typeof MERGED_KINDS)[number]

/** By the names of their streams. */
export type MergedNoun = 'venue' | 'organizer' | 'term'

export type Which = { readonly kind: MergedKind; readonly id: number }

export const nounOf = (kind: MergedKind): MergedNoun =>
  kind === 'category' || kind === 'tag' ? 'term' : kind

export const taxonomyOf = (kind: 'category' | 'tag') =>
  kind === 'category' ? ('cal_events_cat' as const) : ('post_tag' as const)

/** The lists in which ids of a kind stand, by the items that have them. */
export const NAMED_IN: Readonly<
  Record<MergedKind, readonly { readonly noun: ItemKind; readonly member: string }[]>
> = {
  venue: [{ noun: 'event', member: 'venues' }],
  organizer: [{ noun: 'event', member: 'organizers' }],
  category: [{ noun: 'event', member: 'categories' }],
  tag: [
    { noun: 'event', member: 'tags' },
    { noun: 'venue', member: 'tags' },
    { noun: 'organizer', member: 'tags' },
  ],
}
