import type { ImageId, TermId, VenueId, OrganizerId } from '../../shared/kernel/brands.ts'
import type { EventValues } from '../../shared/facts/event.ts'
import { type Cost, parseCost } from '../../shared/kernel/cost.ts'
import { displayTitle } from '../../shared/kernel/html/sanitize.ts'
import { escapeAddress } from '../../shared/kernel/html/text.ts'
import { listed, markOf, type Marked } from '../../shared/kernel/json.ts'
import { abbreviation } from '../../shared/kernel/time/zone.ts'
import { eventMembers } from '../../shared/members/event.ts'
import type { Principal } from '../../shared/rights.ts'
import type { EventItem, Item } from '../items/item.ts'
import {
  asciiJson,
  asciiList,
  calDate,
  calGlobalId,
  calPost,
  calUrl,
  inOnePiece,
  ownExcerpt,
  pageUrl,
  type RenderedItem,
  shownFlags,
  type Site,
} from '../items/post.ts'
import type { JsonLd, Related } from '../items/related.ts'
import type { Surroundings } from './json-ld.ts'
import type { Names } from './row.ts'

// First-generation objects of events: their own texts, and what is put into them when they are sent.

/** The object up to the value of `image`, and from there up to the value of `categories` (spec 02 §1.1). */
export type EventTexts = readonly [upToImage: string, upToCategories: string]

/** `"name":"…","name_details":{…}`; the texts hold nothing but digits and their signs. */
const moment = (name: string, at: string): string =>
  `"${name}":"${at}","${name}_details":{"year":"${at.slice(0, 4)}","month":"${at.slice(5, 7)}",` +
  `"day":"${at.slice(8, 10)}","hour":"${at.slice(11, 13)}","minutes":"${at.slice(14, 16)}","seconds":"${at.slice(17)}"}`

const when = ({ start, end, startUtc, endUtc, timezone }: EventValues): string =>
  `${moment('start_date', start)},${moment('end_date', end)},` +
  `${moment('utc_start_date', startUtc)},${moment('utc_end_date', endUtc)},` +
  `"timezone":${asciiJson(timezone)},"timezone_abbr":${asciiJson(abbreviation(startUtc, timezone))}`

const costMembers = ({ display, symbol, code, position, values }: Cost): string =>
  `"cost":${asciiJson(display)},"cost_details":{"currency_symbol":${asciiJson(symbol)},` +
  `"currency_code":${asciiJson(code)},"currency_position":${asciiJson(position)},"values":${asciiList(values)}}`

type MemberText = (item: RenderedItem<EventValues>, site: Site) => string

/** Texts that can be sent, as everybody who opens the event reads them. */
const shownTexts: Readonly<Record<string, MemberText>> = {
  title: ({ values }) => displayTitle(values.title),
  description: ({ rendered }) => rendered.description,
  excerpt: ownExcerpt,
  slug: ({ values }) => values.slug,
  cost: ({ values }, site) => parseCost(values.cost, values.currency, site.currency).display,
  website: (item, site) => shownWebsite(item, site),
  date: calDate,
}

/** Some members of the object, without making all of it; those that cannot be sent as a text are left out. */
export const memberTexts = (
  item: RenderedItem<EventValues>,
  members: readonly string[],
  site: Site,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    members.flatMap(name => {
      const shown = Object.hasOwn(shownTexts, name) ? shownTexts[name] : undefined
      return shown === undefined ? [] : [[name, shown(item, site)]]
    }),
  )

const head = (item: Item<EventValues>, site: Site, description: string, excerpt: string): string => {
  const { _id, values } = item
  return (
    `{"id":${_id},${calGlobalId(item, site)},${calPost(item, site)},` +
    `"url":${asciiJson(pageUrl(site, 'event', _id, values))},` +
    `"rest_url":${asciiJson(calUrl(site, `/events/${_id}`))},` +
    `"title":${asciiJson(displayTitle(values.title))},"description":${asciiJson(description)},` +
    `"excerpt":${asciiJson(excerpt)},"slug":${asciiJson(values.slug)},"image":`
  )
}

const flagsOf = shownFlags(eventMembers, 'cal')

const shownWebsite = ({ _id, values }: Item<EventValues>, site: Site): string =>
  escapeAddress(values.website ?? pageUrl(site, 'event', _id, values))

/** Everything the event itself says. */
export const openTexts = (item: RenderedItem<EventValues>, site: Site): EventTexts => {
  const { values } = item
  return [
    head(item, site, item.rendered.description, ownExcerpt(item)),
    `,"all_day":${values.allDay},${when(values)},` +
      `${costMembers(parseCost(values.cost, values.currency, site.currency))},` +
      `"website":${asciiJson(shownWebsite(item, site))}${flagsOf(values)},"categories":`,
  ]
}

const NO_COST: Cost = { display: '', symbol: '', code: '', position: '', values: [] }

/** A protected event that was not opened: title, dates, slug and address stay (spec 02 §4). */
const shutTexts = (item: Item<EventValues>, site: Site): EventTexts => [
  head(item, site, '', ''),
  `,"all_day":null,${when(item.values)},${costMembers(NO_COST)},"website":""${flagsOf(null)},"categories":`,
]

/** As lists show it. */
export const listTexts = (item: RenderedItem<EventValues>, site: Site): EventTexts =>
  item.values.password === '' ? openTexts(item, site) : shutTexts(item, site)

/**
 * Grows with every release that makes another object of the same facts, site and inserts: marks are of these, and know
 * nothing of how texts are made of them.
 */
export const LIST_FORM = 1

/** Stands for what the event and the site give to `listTexts`. */
export const listMark = ({ madeOf }: EventItem, site: Site): string => `${LIST_FORM}.${site.mark}${madeOf}`

/** What nobody refers to is not looked up. */
const foundOf = <Id extends number, Found>(
  ids: ReadonlySet<Id>,
  lookUp: (ids: readonly Id[]) => Promise<ReadonlyMap<Id, Found>>,
): Promise<ReadonlyMap<Id, Found>> | ReadonlyMap<Id, Found> =>
  ids.size === 0 ? new Map<Id, Found>() : lookUp([...ids])

/** Everything the events of a page refer to: one lookup per kind. */
export const lookedUp = async (events: readonly Names[], related: Related, viewer: Principal) => {
  const venues = new Set<VenueId>()
  const organizers = new Set<OrganizerId>()
  const terms = new Set<TermId>()
  const images = new Set<ImageId>()
  for (const event of events) {
    for (const id of event.venues) venues.add(id)
    for (const id of event.organizers) organizers.add(id)
    for (const id of event.categories) terms.add(id)
    for (const id of event.tags) terms.add(id)
    if (event.image !== null) images.add(event.image)
  }
  const [places, people, words, pictures] = await Promise.all([
    foundOf(venues, ids => related.venues(ids, viewer)),
    foundOf(organizers, ids => related.organizers(ids, viewer)),
    foundOf(terms, related.terms),
    foundOf(images, related.images),
  ])
  return { venues: places, organizers: people, terms: words, images: pictures }
}
export type LookedUp = Awaited<ReturnType<typeof lookedUp>>

/** What is put into the texts of an event when it is sent: terms by name, the others in sent order. */
export type Inserts<Part = Pick<Marked, 'text'>> = {
  readonly image: string
  readonly categories: readonly Part[]
  readonly tags: readonly Part[]
  readonly venues: readonly Part[]
  readonly organizers: readonly Part[]
}

export const NO_INSERTS: Inserts<never> = {
  image: 'false',
  categories: [],
  tags: [],
  venues: [],
  organizers: [],
}

/** What was found, in the order of `ids`. */
export const present = <Id extends number, Value>(
  ids: readonly Id[],
  found: ReadonlyMap<Id, Value>,
): readonly Value[] => {
  const values: Value[] = []
  for (const id of ids) {
    const value = found.get(id)
    if (value !== undefined) values.push(value)
  }
  return values
}

/** What was found of `ids`, in the order in which it was found. */
export const inFoundOrder = <Id extends number, Value>(
  ids: readonly Id[],
  found: ReadonlyMap<Id, Value>,
): readonly (readonly [id: Id, value: Value])[] => {
  if (ids.length < 2) {
    const [id] = ids
    const value = id === undefined ? undefined : found.get(id)
    return id === undefined || value === undefined ? [] : [[id, value]]
  }
  const wanted = new Set(ids)
  return [...found].filter(([id]) => wanted.has(id))
}

const termsOf = (ids: readonly TermId[], found: LookedUp['terms']): readonly Marked[] =>
  inFoundOrder(ids, found).map(([, term]) => term)

const nestedOf = (names: Pick<Names, 'venues' | 'organizers'>, found: LookedUp) => ({
  venues: present(names.venues, found.venues),
  organizers: present(names.organizers, found.organizers),
})

export const insertsOf = (names: Names, found: LookedUp): Inserts<Marked> => {
  const { venues, organizers } = nestedOf(names, found)
  return {
    image: (names.image === null ? undefined : found.images.get(names.image)?.cal) ?? 'false',
    categories: termsOf(names.categories, found.terms),
    tags: termsOf(names.tags, found.terms),
    venues: venues.map(venue => venue.cal),
    organizers: organizers.map(organizer => organizer.cal),
  }
}

const textsOf = (shown: readonly Pick<Marked, 'text'>[]): string => listed(shown.map(({ text }) => text))
const marksOf = (shown: readonly Marked[]): string => listed(shown.map(({ mark }) => mark))

/** No venue: a list without elements; one: an object; several: a list of objects (spec 02 §1.1). */
const venueMember = (venues: Inserts['venues']): string =>
  venues.length === 1 ? textsOf(venues) : `[${textsOf(venues)}]`

/** The object from the value of `categories` on, up to its last brace. */
const endOf = ({ categories, tags, venues, organizers }: Inserts): string =>
  `[${textsOf(categories)}],"tags":[${textsOf(tags)}],` +
  `"venue":${venueMember(venues)},"organizer":[${textsOf(organizers)}],"custom_fields":[]`

/** What others give to the object of an event: the value of `image`, and all from that of `categories` on. */
export type InsertTexts = { readonly image: string; readonly end: string; readonly mark: string }

/** In one piece each; by what they are made of they have one mark. */
export const insertTexts = (inserts: Inserts<Marked>): InsertTexts => {
  const { image, categories, tags, venues, organizers } = inserts
  const mark = markOf([image, ...[categories, tags, venues, organizers].map(marksOf)])
  return { image, end: inOnePiece(`${endOf(inserts)}}`), mark }
}

/**
 * What others give to the object of an event that has `json_ld`, which is its last member: the value of `image`, what stands
 * between that of `categories` and it, and what it says of them.
 */
export type LinkedTexts = {
  readonly image: string
  readonly upToJsonLd: string
  readonly around: Surroundings
}

/** What `json_ld` says of what an event names. */
export const surroundingsOf = (names: Names, found: LookedUp): Surroundings => {
  const { venues, organizers } = nestedOf(names, found)
  return {
    imageUrl: names.image === null ? undefined : found.images.get(names.image)?.url,
    place: venues[0]?.withJsonLd().jsonLd,
    person: organizers[0]?.withJsonLd().jsonLd,
  }
}

export const linkedTexts = (names: Names, found: LookedUp): LinkedTexts => {
  const { venues, organizers } = nestedOf(names, found)
  const inserts = {
    ...insertsOf(names, found),
    venues: venues.map(venue => venue.withJsonLd()),
    organizers: organizers.map(organizer => organizer.withJsonLd()),
  }
  return {
    image: inserts.image,
    upToJsonLd: inOnePiece(`${endOf(inserts)},"json_ld":`),
    around: surroundingsOf(names, found),
  }
}

/** The whole object without `json_ld`. */
export const calEventText = ([upToImage, upToCategories]: EventTexts, inserts: Inserts): string =>
  `${upToImage}${inserts.image}${upToCategories}${endOf(inserts)}}`

/** The whole object with it. */
export const linkedEventText = (
  [upToImage, upToCategories]: EventTexts,
  { image, upToJsonLd }: LinkedTexts,
  jsonLd: JsonLd,
): string => `${upToImage}${image}${upToCategories}${upToJsonLd}${asciiJson(jsonLd)}}`
