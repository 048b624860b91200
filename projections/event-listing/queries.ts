import type { Collection } from '../../shared/documents/port.ts'
import type { Trails } from '../../shared/documents/trails.ts'
import { ItemStatus } from '../../shared/facts/common.ts'
import type { EventValues } from '../../shared/facts/event.ts'
import { inSlices } from '../../shared/in-slices.ts'
import type { UserId, EventId } from '../../shared/kernel/brands.ts'
import type { Marked } from '../../shared/kernel/json.ts'
import type { Principal } from '../../shared/rights.ts'
import { shownInLog, shownInRecords } from '../engine/fold.ts'
import { eventFold, type EventItem } from '../items/item.ts'
import { type Rendered, type RenderedItem, type Site, withRendered } from '../items/post.ts'
import type { JsonLd, Related } from '../items/related.ts'
import { bySlug } from '../items/slugs.ts'
import { beyondLimits } from './beyond.ts'
import {
  calEventText,
  insertsOf,
  linkedEventText,
  listTexts,
  lookedUp,
  type LookedUp,
  memberTexts,
  NO_INSERTS,
  openTexts,
  surroundingsOf,
} from './cal-text.ts'
import type { ListQuery, Sought } from './conditions.ts'
import { eventJsonLd } from './json-ld.ts'
import { type CalxObjects, keptCalx } from './kept-calx.ts'
import { keyOf } from './kept-for-all.ts'
import { keptInserts, keptLinked, NOTHING, NOTHING_LINKED } from './kept-inserts.ts'
import { keptTexts, type KeptTexts } from './kept-texts.ts'
import { anyEvent, type EventPage, pagesOfEvents, type Paging } from './list.ts'
import type { EventRow, Rows } from './row.ts'

export { forEverybody, type ListQuery, type Sought } from './conditions.ts'
export type { EventRow } from './row.ts'
export type { Range } from './window.ts'
export type { CalxShown } from './kept-calx.ts'
export type { CalxContext, CalxForm } from '../items/calx-post.ts'
export type { Site } from '../items/post.ts'
export { guidOf, pageUrl } from '../items/post.ts'
export type { JsonLd } from '../items/related.ts'

type SingleRead = {
  /** Shows a protected event with everything. */
  readonly open: boolean
  /** With `json_ld`, which single GET routes have. */
  readonly jsonLd: boolean
  /** What it names, if that was asked for before: for an event without JSON-LD that still names the same. */
  readonly named?: NamedBefore | undefined
}

/** What an event of such values names, before it is known whether it still does. */
export type NamedBefore = { readonly key: string; readonly found: LookedUp }

export type EventListingQueries = SingleEventQueries & {
  readonly listEvents: (query: ListQuery) => Promise<EventPage>
  /** The same by its pages; where its events are is kept with it, so it is for who asks for several. */
  readonly pagesOfEvents: (query: Sought) => (paging: Paging) => Promise<EventPage>
  /** Whether such a list holds anything: less work than counting it. */
  readonly anyEvent: (query: Sought) => Promise<boolean>
  /** How many events have this author, those in the trash among them. */
  readonly countOf: (author: UserId) => Promise<number>
  /** First-generation objects of a list, JSON; protected ones blanked. */
  readonly calEvents: (rows: readonly EventRow[], viewer: Principal) => Promise<readonly Marked[]>
  /**
   * schema.org descriptions of listed events (spec 02 §1.1 `json_ld`); of protected ones only what lists show of
   * them.
   */
  readonly jsonLd: (rows: readonly EventRow[], viewer: Principal) => Promise<readonly JsonLd[]>
  /** One first-generation object, JSON; of an event read by id or slug, or folded from its stream. */
  readonly calEvent: (
    item: RenderedItem<EventValues>,
    viewer: Principal,
    options: SingleRead,
  ) => Promise<string>
  /** What an event of such values names, for `calEvent` of the event itself. */
  readonly named: (values: EventValues, viewer: Principal) => Promise<NamedBefore>
  /** Texts of the same object, opened, by the names of its members. */
  readonly calTexts: (
    item: RenderedItem<EventValues>,
    members: readonly string[],
  ) => Readonly<Record<string, string>>
  /** Second-generation objects of a list or of single events. */
  readonly calxEvents: CalxObjects
}

const calEvents = (related: Related, textsNow: KeptTexts): EventListingQueries['calEvents'] => {
  const insertsFor = keptInserts(related)
  return async (rows, viewer) => {
    const { cal } = textsNow()
    const all = rows.map(row => cal(row))
    const inserts = await insertsFor(all, viewer)
    return all.map(({ upToImage, upToCategories, mark: own }, n) => {
      const { image, end, mark } = inserts[n] ?? NOTHING
      return { text: upToImage + image + upToCategories + end, mark: own + mark }
    })
  }
}

/** Title, dates and address stay (spec 02 §4). */
const shut = (row: EventRow): RenderedItem<EventValues> => ({
  ...row,
  values: { ...row.values, description: '', cost: '', currency: null, image: null },
})

const jsonLd =
  (related: Related, site: Site): EventListingQueries['jsonLd'] =>
  async (rows, viewer) => {
    // no term stands in it
    const open = rows.filter(row => !row.protected).map(row => ({ ...row, categories: [], tags: [] }))
    const found = await lookedUp(open, related, viewer)
    const described = (row: EventRow): JsonLd =>
      row.protected
        ? eventJsonLd(shut(row), site, { imageUrl: undefined, place: undefined, person: undefined })
        : eventJsonLd(row, site, surroundingsOf(row, found))
    return inSlices(rows, described, (_, row) => row.values.description.length)
  }

const calEvent = (related: Related, site: Site): EventListingQueries['calEvent'] => {
  const linkedFor = keptLinked(related, site)
  return async (item, viewer, { open, jsonLd, named }) => {
    const { values } = item
    if (values.password !== '' && !open) return calEventText(listTexts(item, site), NO_INSERTS)
    const texts = openTexts(item, site)
    const key = keyOf(values)
    if (!jsonLd) {
      const found = named?.key === key ? named.found : await lookedUp([values], related, viewer)
      return calEventText(texts, insertsOf(values, found))
    }
    const [linked = NOTHING_LINKED] = await linkedFor([{ key, names: values }], viewer)
    return linkedEventText(texts, linked, eventJsonLd(item, site, linked.around))
  }
}

export const eventListingQueries = (
  rows: Rows,
  related: Related,
  site: Site,
  trails: Trails | undefined,
): EventListingQueries => {
  const sources = { rows, beyond: beyondLimits(rows, trails), trails }
  const pages = pagesOfEvents(sources)
  const textsNow = keptTexts(site)
  return {
    ...singleEvents(rows),
    listEvents: ({ skip, limit, ...query }) => pages(query)({ skip, limit }),
    pagesOfEvents: pages,
    anyEvent: anyEvent(sources),
    countOf: author => rows.count({ author, status: { $in: ItemStatus.options } }),
    calEvents: calEvents(related, textsNow),
    jsonLd: jsonLd(related, site),
    calEvent: calEvent(related, site),
    named: async (values, viewer) => ({
      key: keyOf(values),
      found: await lookedUp([values], related, viewer),
    }),
    calTexts: (item, members) => memberTexts(item, members, site),
    calxEvents: keptCalx(related, site, textsNow),
  }
}

/** An event with all its values. */
export type EventDetail = EventItem & { readonly rendered: Rendered }

type SingleEventQueries = {
  readonly byId: (id: EventId) => Promise<EventDetail | null>
  /** In the order of `ids`; unknown ones are left out. */
  readonly byIds: (ids: readonly EventId[]) => Promise<readonly EventDetail[]>
  /** Raw or percent-encoded, any case. */
  readonly bySlug: (slug: string) => Promise<EventDetail | null>
}

type Row = EventDetail & { readonly slug: string }

const singleEvents = <Stored extends Row>(rows: Collection<Stored>): SingleEventQueries => ({
  byId: async id => {
    const found = await rows.get(id)
    return found?.purged === true ? null : found
  },
  byIds: async ids => (await rows.getMany(ids)).filter(event => !event.purged),
  bySlug: slug => bySlug(rows, slug),
})

export const eventFromRecords = shownInRecords(eventFold, withRendered)
export const eventInLog = shownInLog(eventFold, withRendered)
