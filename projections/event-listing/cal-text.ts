import { type Cost, parseCost } from '../../shared/kernel/cost.ts'
import { displayTitle } from '../../shared/kernel/html/sanitize.ts'
import { escapeAddress } from '../../shared/kernel/html/text.ts'
import type { EventValues } from '../../shared/facts/event.ts'
import { eventMembers } from '../../shared/members/event.ts'
import { abbreviation } from '../../shared/kernel/time/zone.ts'
import {
  asciiJson,
  asciiList,
  calDate,
  calGlobalId,
  calPost,
  calUrl,
  ownExcerpt,
  pageUrl,
  type RenderedItem,
  shownFlags,
  type Site,
} from '../items/post.ts'
import type { Item } from '../items/item.ts'

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

type Shown = (item: RenderedItem<EventValues>, site: Site) => string

/** Texts that can be sent, as everybody who opens the event reads them. */
const shownTexts: Readonly<Record<string, Shown>> = {
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
