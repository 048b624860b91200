import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DateOrder } from '../../../shared/facts/site.ts'
import { csvItems, type CsvEnd } from '../csv/parse.ts'
import type { Separator } from '../csv/records.ts'
import { icsItems, type IcsEnd } from '../ics/parse.ts'
import { tooMany, type FeedItem, type FeedSteps, type RawItem, type TooManyItems } from '../item/item.ts'
import { withNoticed, type Noticed } from '../item/notices.ts'
import type { UtcTime } from '../../../shared/kernel/brands.ts'

export type FeedKind = 'ics' | 'csv'

/** What a body leaves open is meant as the site has it. */
export type FeedSite = {
  /** Canonical zone text. */
  readonly zone: string
  readonly dateOrder: DateOrder
}

/** Items handed on at a time. */
const PART = 500
/** Items held until all are counted; of more, the body is read once more. */
const HELD = 5_000
/** Of far too many items so many times the limit are counted. */
const COUNTED = 5

/** `type`: content type, "" when none was sent. */
export const feedKindOf = (address: string, type: string): FeedKind =>
  /^text\/csv\b/i.test(type) || new URL(address).pathname.toLowerCase().endsWith('.csv') ? 'csv' : 'ics'

/** Of a file: what its name says. Rows have one of two endings, whatever separates their cells. */
export const kindOfName = (name: string): FeedKind => (/\.[ct]sv$/i.test(name) ? 'csv' : 'ics')

type Said = { readonly origin?: string | undefined; readonly separator?: string | undefined }

/** Whoever names the origin, or what separates cells, knows what a body holds, whatever it looks like. */
export const kindSaid = ({ origin, separator }: Said, found: FeedKind): FeedKind => {
  if (origin === 'csv' || origin === 'ics') return origin
  return separator === undefined ? found : 'csv'
}

/** The origin of an import of a body: as it is said, else `url` of what was fetched, and of a file what it is read as. */
export const importOrigin = (
  { origin, separator }: Said,
  { kind }: { readonly kind: FeedKind },
  isFetched: boolean,
): string => origin ?? (isFetched ? 'url' : kindSaid({ separator }, kind))

/** Goes through a body in slices, between which everything else in the process has its turn; null: `meet` stopped it. */
const walked = async (
  steps: FeedSteps,
  meet: (item: FeedItem) => Promise<void> | 'on' | 'stop',
): Promise<IcsEnd | CsvEnd | null> => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (step.value === 'pause') await nextTurn()
    else {
      const next = meet(step.value)
      if (next === 'stop') return null
      if (next !== 'on') await next
    }
  }
}

type Take = (items: readonly RawItem[]) => Promise<void>

/** `noticed`: of the file as a whole, for the last of `total` items. */
const inParts = (total: number, noticed: Noticed, take: Take) => {
  let [part, count]: [FeedItem[], number] = [[], 0]
  return (item: FeedItem): Promise<void> | 'on' => {
    part.push(++count === total ? withNoticed(item, noticed) : item)
    if (part.length < PART && count < total) return 'on'
    const items = part as readonly RawItem[]
    part = []
    return take(items)
  }
}

export type Feed = {
  readonly body: Uint8Array
  readonly kind: FeedKind
  readonly site: FeedSite & { readonly nowUtc: UtcTime }
  /** Items that one import takes. */
  readonly most: number
  /** Of a CSV body; absent: it is found out. */
  readonly separator?: Separator
}

/**
 * Reads a body in slices and hands its items on in parts, each when the one before has been taken; of a body that is
 * none, or has too many items (spec 05 §1), there is no part. What was noticed about the file as a whole stands with
 * its last item, where the record of the import shows it.
 */
export const readFeed = async (
  { body, kind, site: { zone, dateOrder, nowUtc }, most, separator }: Feed,
  take: Take,
): Promise<IcsEnd | CsvEnd | TooManyItems> => {
  const read = (): FeedSteps =>
    kind === 'csv'
      ? csvItems(body, { dateOrder, ...(separator === undefined ? {} : { separator }) })
      : icsItems(body, { nowUtc, siteZone: zone })
  let [held, total]: [FeedItem[], number] = [[], 0]
  const end = await walked(read(), item => {
    if (++total <= HELD) held.push(item)
    else held = []
    return total > COUNTED * most ? 'stop' : 'on'
  })
  if (end === null) return tooMany(COUNTED * most, most, true)
  if (!end.ok) return end
  if (total > most) return tooMany(total, most, false)
  const hand = inParts(total, end, take)
  if (total > HELD) await walked(read(), hand)
  for (const item of held) {
    const next = hand(item)
    if (next !== 'on') await next
  }
  return end
}
