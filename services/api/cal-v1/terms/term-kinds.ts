import type { Taxonomy } from '../../../../shared/facts/term.ts'
import type { Capability } from '../../../../shared/rights.ts'

/** What categories and tags differ in; everything else about their routes is the same. */
export type TermKind = {
  readonly taxonomy: Taxonomy
  /** Last part of the route of the list, and its member. */
  readonly collection: 'categories' | 'tags'
  readonly noun: 'category' | 'tag'
  /** Right to make, change and delete them (spec 01 §9). */
  readonly right: Capability
  /** Whether one can be below another. */
  readonly nested: boolean
}

export const termKinds: Readonly<Record<Taxonomy, TermKind>> = {
  cal_events_cat: {
    taxonomy: 'cal_events_cat',
    collection: 'categories',
    noun: 'category',
    right: 'manage-categories',
    nested: true,
  },
  post_tag: {
    taxonomy: 'post_tag',
    collection: 'tags',
    noun: 'tag',
    right: 'manage-tags',
    nested: false,
  },
}
