import { scaleStatus, type AskedStatus } from '../../../shared/rights.ts'
import type { Call } from '../platform/call.ts'
import { defined } from '../platform/non-empty.ts'
import { type UtcTime, type UserId, nobody } from '../../../shared/kernel/brands.ts'

/** What events, venues and organizers have in common when they are sent; dates are each generation's own. */
export type SentLife = {
  readonly status?: AskedStatus | undefined
  readonly author?: UserId | undefined
  readonly slug?: string | undefined
}

/**
 * Whose a new item is, and whether it is published and when (spec 01 §9, 02 §5). `publishedAt`: UTC as sent; undefined:
 * it was not.
 */
export const newLife = (
  { status, author }: SentLife,
  publishedAt: UtcTime | undefined,
  { caller }: Call,
) => ({
  status: scaleStatus(caller, status ?? null, 'create') ?? 'draft',
  author: author ?? caller?.id ?? nobody,
  publishedAt,
})

/** The same of an update. "" is no slug. */
export const changedLife = (
  { status, author, slug }: SentLife,
  publishedAt: UtcTime | undefined,
  { caller }: Call,
) =>
  defined({
    status: scaleStatus(caller, status ?? null, 'update') ?? undefined,
    author,
    slug: slug === '' ? undefined : slug,
    publishedAt,
  })
