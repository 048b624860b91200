import type { DateOrder } from '../../../shared/facts/site.ts'
import type { HttpFetcher } from '../../../shared/http-fetcher.ts'
import { nowUtc } from '../../../shared/kernel/time/calculate.ts'
import type { Separator } from '../../imports/csv/records.ts'
import { feedKindOf, kindSaid, readFeed, type FeedKind } from '../../imports/feed/feed-body.ts'
import {
  ADDRESS_PROBLEM,
  fetchFailureMessage,
  fetchFeed,
  isFeedAddress,
} from '../../imports/feed/fetch-feed.ts'
import type { ParsedFeed, RawItem, TooManyItems } from '../../imports/item/item.ts'
import type { Moment } from '../platform/call.ts'

const SIGNS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const satisfies Record<
  string,
  Separator
>

export type SeparatorName = keyof typeof SIGNS
export const separatorNames = Object.keys(SIGNS) as readonly SeparatorName[]

/** A body that is to be imported as a whole. `kind`: what it seems to be, unless somebody says. */
export type Brought = { readonly bytes: Uint8Array; readonly kind: FeedKind }

type Fetching = { readonly fetcher: Pick<HttpFetcher, 'allows' | 'fetch'> }

/** What an address holds now; `message`: of its argument `url`, in words. */
export const broughtFrom = async (
  { fetcher }: Fetching,
  url: string,
): Promise<
  { readonly ok: true; readonly brought: Brought } | { readonly ok: false; readonly message: string }
> => {
  if (!isFeedAddress(fetcher, url)) return { ok: false, message: ADDRESS_PROBLEM }
  const fetched = await fetchFeed(fetcher, url)
  if (!fetched.ok) return { ok: false, message: `url: ${fetchFailureMessage(fetched)}.` }
  // nothing was known of it, so it cannot be as it was
  if (!fetched.changed) return { ok: false, message: 'url: the server sends nothing.' }
  const { bytes, contentType, url: last } = fetched
  return { ok: true, brought: { bytes, kind: feedKindOf(last, contentType) } }
}

/** How a body is read where it does not tell by itself. */
export type Reading = {
  readonly origin?: string | undefined
  readonly date_order?: DateOrder | undefined
  readonly separator?: SeparatorName | undefined
}

/** The items of a body of up to `most`, read in slices. */
export const itemsIn = async (
  { bytes: body, kind }: Brought,
  { origin, date_order: order, separator }: Reading,
  { site, ms }: Moment,
  most: number,
): Promise<ParsedFeed | TooManyItems> => {
  const items: RawItem[] = []
  const dateOrder = order ?? site.settings.csvDateOrder
  const feed = {
    ...{ body, kind: kindSaid({ origin, separator }, kind), most },
    site: { zone: site.zone, dateOrder, nowUtc: nowUtc(ms) },
    ...(separator === undefined ? {} : { separator: SIGNS[separator] }),
  }
  const end = await readFeed(feed, async part => {
    items.push(...part)
  })
  return end.ok ? { ok: true, items: items, warnings: [] } : end
}
