import { View } from './facts/site.ts'

const DATE = /^\d{4}-\d{2}(?:-\d{2})?$/
const WORDS = new Set<string>(['category', 'tag', 'featured', 'page', 'today', 'ical', ...View.options])

/** Segments behind `/events/` that mean something else than a slug (spec 06 §1.1). */
export const isCalendarWord = (segment: string): boolean => WORDS.has(segment) || DATE.test(segment)

/** More levels of categories than any site has. */
export const DEEPEST_CATEGORY = 100

/**
 * The part of the address of a category that names it, from the slugs of those above it and its own: `sport/ball`.
 * Where one of them would be read as a view or a date, its own slug alone.
 */
export const categoryPath = (slugs: readonly string[]): string =>
  slugs.slice(1).some(isCalendarWord) ? (slugs.at(-1) ?? '') : slugs.join('/')
