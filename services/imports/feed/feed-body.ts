import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DateOrder } from '../../../shared/facts/site.ts'
import { openCsv, type CsvEnd } from '../csv/parse.ts'
import type { Separator } from '../csv/records.ts'
import { openIcs, type IcsEnd } from '../ics/parse.ts'
import {
  tooMany,
  type FeedItem,
  type FeedOpening,
  type OpenFeed,
  type RawItem,
  type TooManyItems,
} from '../item/item.ts'
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
/** Items held until a body is at its end; of one that has more, they are counted before the others are read. */
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

/** Works in slices, between which everything else in the process has its turn. */
const inSlices = async <Made>(steps: Generator<'pause', Made>): Promise<Made> => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await nextTurn()
  }
}

/** Goes through items in slices; null: `meet` stopped it, and whoever goes on begins behind that item. */
const walked = async (
  steps: ReturnType<OpenFeed['items']>,
  meet: (item: FeedItem) => Promise<void> | 'on' | 'stop',
): Promise<({ readonly ok: true } & Noticed) | null> => {
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

const inParts = (take: Take) => {
  let [part, last]: [FeedItem[], FeedItem | null] = [[], null]
  const handed = (): Promise<void> => {
    const items = part as readonly RawItem[]
    part = []
    return take(items)
  }
  return {
    add: (item: FeedItem): Promise<void> | 'on' => {
      if (last !== null) part.push(last)
      last = item
      return part.length < PART ? 'on' : handed()
    },
    /** `noticed`: of the file as a whole, for the last item. */
    end: async (noticed: Noticed): Promise<void> => {
      if (last === null) return
      part.push(withNoticed(last, noticed))
      await handed()
    },
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

const opening = ({ body, kind, site: { zone, dateOrder, nowUtc }, separator }: Feed): FeedOpening =>
  kind === 'csv'
    ? openCsv(body, { dateOrder, ...(separator === undefined ? {} : { separator }) })
    : openIcs(body, { nowUtc, siteZone: zone })

/**
 * Reads a body in slices and hands its items on in parts, each when the one before has been taken; of a body that is
 * none, or has too many items (spec 05 §1), there is no part. What was noticed about the file as a whole stands with
 * its last item, where the record of the import shows it.
 */
export const readFeed = async (feed: Feed, take: Take): Promise<IcsEnd | CsvEnd | TooManyItems> => {
  const { most } = feed
  const opened = await inSlices(opening(feed))
  if (!opened.ok) return opened
  const steps = opened.items()
  const held: FeedItem[] = []
  const early = await walked(steps, item => (held.push(item) > HELD ? 'stop' : 'on'))
  const total = early === null ? await inSlices(opened.total(COUNTED * most)) : held.length
  if (total > COUNTED * most) return tooMany(COUNTED * most, most, true)
  if (total > most) return tooMany(total, most, false)
  const parts = inParts(take)
  for (const item of held) {
    const next = parts.add(item)
    if (next !== 'on') await next
  }
  held.length = 0
  // that nothing stops, so it has an end
  const end = early ?? (await walked(steps, parts.add)) ?? ({ ok: true } as const)
  await parts.end(end)
  return end
}
