import type { Range } from '../../../projections/event-listing/queries.ts'
import { filterBound, type DateFilter } from '../../../shared/kernel/time/filter.ts'
import type { Problem } from '../platform/arguments/arguments.ts'
import type { Moment } from '../platform/call.ts'
import { unreadableDate } from './answer.ts'

/** The date arguments of event lists, in the order of the index. */
export const DATES = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
] as const
const OPERATORS = { '>=': 'gte', '>': 'gt', '<': 'lt', '<=': 'lte' } as const

export type DateTexts = { readonly [Name in DateFilter]?: string | undefined }

/**
 * What date arguments ask of an event's own wall clock (spec 04 §5). `strict`: exact times as given, else whole days.
 */
export const dateRanges = (texts: DateTexts, strict: boolean, at: Moment) => {
  const range: { start: Range; end: Range } = { start: {}, end: {} }
  const problems: Record<string, Problem> = {}
  for (const kind of DATES) {
    const value = texts[kind]
    if (value === undefined) continue
    const bound = filterBound(value, { kind, strict, nowUtc: at.nowUtc, siteZone: at.site.zone })
    if (bound === null) problems[kind] = unreadableDate(kind)
    else range[bound.side] = { ...range[bound.side], [OPERATORS[bound.operator]]: bound.local }
  }
  return { ...range, problems }
}
