import { displayHtml } from '../../shared/kernel/html/display.ts'
import { excerptOf } from '../../shared/kernel/html/plain-text.ts'
import type { Item } from './item.ts'

/** HTML texts of an item as they are shown: made when it is written, not when it is read. */
export type Rendered = {
  readonly description: string
  /** In place of an empty one, how the description begins (spec 03 §1.1). */
  readonly excerpt: string
}

export type RenderedItem<Values> = Item<Values> & { readonly rendered: Rendered }

export type Texts = { readonly description: string; readonly excerpt: string }

const renderedOf = ({ description, excerpt }: Texts): Rendered => {
  const shown = displayHtml(description)
  const beginning = displayHtml(excerpt === '' ? excerptOf(description) : excerpt)
  // a short description is its own beginning: one text for both
  return { description: shown, excerpt: beginning === shown ? shown : beginning }
}

/** An item as it was folded, with its texts as they are shown. */
export const withRendered = <Folded extends { readonly values: Texts }>(
  item: Folded,
): Folded & { readonly rendered: Rendered } => ({ ...item, rendered: renderedOf(item.values) })

/** By what the work of making a document grows, for `inSlices`; some of it is the same for every item. */
export const lengthOfTexts = ({ values: { description, excerpt } }: { readonly values: Texts }): number =>
  1_000 + description.length + excerpt.length

/** The own excerpt as it is shown (spec 02 §1): "" when there is none. */
export const ownExcerpt = ({ values, rendered }: { readonly values: Texts; readonly rendered: Rendered }) =>
  values.excerpt === '' ? '' : rendered.excerpt
