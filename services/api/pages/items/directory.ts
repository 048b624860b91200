import { organizerId, venueId, type OrganizerId, type VenueId } from '../../../../shared/kernel/brands.ts'
import type { DirectoryQueries } from '../../../../projections/items/directory-queries.ts'
import {
  type EventListingQueries,
  type EventRow,
  forEverybody,
} from '../../../../projections/event-listing/queries.ts'
import { firstWords } from '../../../../shared/kernel/html/text.ts'
import { addressOf, html, trusted, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { membersWith } from '../../../../shared/members/derive.ts'
import type { Member, Members } from '../../../../shared/members/member.ts'
import { organizerMembers } from '../../../../shared/members/organizer.ts'
import { venueMembers } from '../../../../shared/members/venue.ts'
import type { DirectoryItem } from '../../items/directory-deps.ts'
import type { Site } from '../../platform/call.ts'
import type { Visit } from '../page.ts'
import { nameOf, type Person, type Place } from './objects.ts'
import { fact, mapLink, picture, postal, website, type Presented } from './parts.ts'
import { whenOf } from './when.ts'

export type UpcomingReads = {
  readonly listEvents: EventListingQueries['listEvents']
  readonly pageUrl: (
    kind: 'event',
    id: number,
    values: { readonly status: string; readonly slug: string },
  ) => string
}

const MOST = 50

type Limit = { readonly venues: readonly VenueId[] } | { readonly organizers: readonly OrganizerId[] }

const upcoming = async (reads: UpcomingReads, limit: Limit, { at }: Visit) =>
  reads.listEvents({
    ...{ ...forEverybody, start: {}, end: {}, ...limit },
    ended: { at: at.nowUtc, is: false },
    sort: { member: 'start', descending: false },
    ...{ skip: 0, limit: MOST },
  })

const listOf = (
  rows: readonly EventRow[],
  total: number,
  { pageUrl }: UpcomingReads,
  { settings, zone, baseUrl }: Site,
): Markup => {
  const { dateFormat, timeFormat } = settings
  return html`<section class="upcoming" aria-labelledby="upcoming">
    <h2 id="upcoming">Upcoming events</h2>
    ${
      rows.length === 0
        ? html`<p>There are no upcoming events.</p>`
        : html`<ol class="upcoming__list">
            ${rows.map(({ _id, values }) => {
              const when = whenOf(values, { dateFormat, timeFormat, zone })
              return html`<li>
                <time datetime="${when.from}">${when.text}</time>
                <a href="${pageUrl('event', _id, values)}">${nameOf(values.title)}</a>
              </li>`
            })}
          </ol>`
    }
    ${
      total > rows.length
        ? html`<p>${total - rows.length} more follow. <a href="${baseUrl}/events/">All events</a></p>`
        : null
    }
  </section>`
}

type Layout = {
  readonly kind: 'venue' | 'organizer'
  readonly name: string
  readonly description: string
  readonly image: Place['image']
  readonly facts: readonly (Markup | null)[]
  readonly events: Markup
}

const article = ({ kind, name, description, image, facts, events }: Layout, shut: Markup | null): Markup => {
  const known = facts.filter(row => row !== null)
  return html`<article class="item item--${kind}">
    <header class="item__head"><h1>${name}</h1></header>
    <div class="item__body">
      ${shut} ${picture(image ?? null)}
      ${description === '' ? null : html`<div class="prose">${trusted(description)}</div>`} ${events}
    </div>
    ${
      known.length === 0
        ? null
        : html`<aside class="item__facts card" aria-label="Details">
            <dl class="facts">${known}</dl>
          </aside>`
    }
  </article>`
}

type Show = (text: string) => Markup | null

const line: Show = text => html`${text}`
const phone: Show = number =>
  html`<a href="${addressOf(`tel:${number.replace(/[^\d+]/g, '')}`)}">${number}</a>`
const email: Show = address => html`<a href="${addressOf(`mailto:${address}`)}">${address}</a>`
const rich: Show = text => html`<div class="prose">${trusted(text)}</div>`

/** How a member stands on a page; null: it does not. */
const SHOWN: Readonly<Record<Member['kind'], Show | null>> = {
  ...{ title: line, line, region: line, phone, email, uri: website, html: rich },
  ...{ flag: null, coordinate: null, ids: null, own: null },
}

/** The members that stand on the page by themselves. */
const factsOf = (table: Members, shown: object): readonly (Markup | null)[] => {
  const said = new Map<string, unknown>(Object.entries(shown))
  return membersWith(table, 'onPage').map(([, { kind, word, cal = '' }]) => {
    const text = said.get(cal)
    return fact(word, typeof text === 'string' && text !== '' ? (SHOWN[kind]?.(text) ?? null) : null)
  })
}

/** Alone on its page it says itself whose words it uses. */
const linkedData = (jsonLd: object | undefined): object | null =>
  jsonLd === undefined ? null : { '@context': 'http://schema.org', ...jsonLd }

const presented = (shown: Place | Person, layout: Layout, total: number, shut: Markup | null): Presented => {
  const summary = firstWords(layout.description)
  return {
    title: layout.name,
    ...{ url: shown.url, summary, image: shown.image ?? null, jsonLd: linkedData(shown.json_ld) },
    article: article(layout, shut),
    embedded: html`${summary === '' ? null : html`<p>${summary}</p>`}
      <p>${total === 1 ? '1 upcoming event' : `${total} upcoming events`}</p>`,
  }
}

type Reads<Values> = UpcomingReads & Pick<DirectoryQueries<Values>, 'calSingle'>

/** The page of a venue; `shut`: what stands for the rest of a protected one. */
export const presentVenue =
  <Values>(reads: Reads<Values>) =>
  async (item: DirectoryItem<Values>, visit: Visit, shut: Markup | null): Promise<Presented> => {
    const { site } = visit.at
    const shown = JSON.parse(await reads.calSingle(item, { open: shut === null, jsonLd: true })) as Place
    const { rows, total } = await upcoming(reads, { venues: [venueId(item._id)] }, visit)
    const [lines, map] = [postal(shown), mapLink(shown, site)]
    const layout: Layout = {
      kind: 'venue',
      name: nameOf(shown.venue),
      ...{ description: shown.description ?? '', image: shown.image },
      facts: [
        fact('Address', lines === null ? null : html`${lines} ${map}`),
        ...factsOf(venueMembers, shown),
      ],
      events: listOf(rows, total, reads, site),
    }
    return presented(shown, layout, total, shut)
  }

/** The page of an organizer; `shut`: what stands for the rest of a protected one. */
export const presentOrganizer =
  <Values>(reads: Reads<Values>) =>
  async (item: DirectoryItem<Values>, visit: Visit, shut: Markup | null): Promise<Presented> => {
    const shown = JSON.parse(await reads.calSingle(item, { open: shut === null, jsonLd: true })) as Person
    const { rows, total } = await upcoming(reads, { organizers: [organizerId(item._id)] }, visit)
    const layout: Layout = {
      kind: 'organizer',
      name: nameOf(shown.organizer),
      ...{ description: shown.description ?? '', image: shown.image },
      facts: factsOf(organizerMembers, shown),
      events: listOf(rows, total, reads, visit.at.site),
    }
    return presented(shown, layout, total, shut)
  }
