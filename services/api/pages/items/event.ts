import type { EventDetail, EventListingQueries } from '../../../../projections/event-listing/queries.ts'
import { firstWords } from '../../../../shared/kernel/html/text.ts'
import { html, trusted, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { isPublic } from '../../../../shared/rights.ts'
import { mayEdit } from '../../items/access.ts'
import type { Site } from '../../platform/call.ts'
import type { Visit } from '../page.ts'
import { nameOf, placesOf, type Happening, type Person, type Place } from './objects.ts'
import { fact, mapLink, picture, postal, termLinks, time, website, type Presented } from './parts.ts'
import { whenOf, type When } from './when.ts'

const where = (places: readonly Place[], site: Site): Markup | null =>
  places.length === 0
    ? null
    : html`${places.map(
        place =>
          html`<div class="item__place">
            <a href="${place.url}">${nameOf(place.venue)}</a>
            ${postal(place)} ${mapLink(place, site)}
          </div>`,
      )}`

const people = (organizers: readonly Person[]): Markup | null =>
  organizers.length === 0
    ? null
    : html`<ul class="item__people">
        ${organizers.map(({ url, organizer }) => html`<li><a href="${url}">${nameOf(organizer)}</a></li>`)}
      </ul>`

/** What a calendar program takes over: published events that everybody may read. */
const calendarLinks = ({ values }: EventDetail, { baseUrl }: Site): Markup | null =>
  !isPublic(values) || values.slug === ''
    ? null
    : html`<p class="actions">
        <a class="button" href="${baseUrl}/event/${values.slug}/ical/" download>Add to my calendar</a>
        <a class="button button--quiet" href="${baseUrl}/events/ical/">Subscribe to all events</a>
      </p>`

const factsOf = (event: EventDetail, shown: Happening, when: When, site: Site, open: boolean): Markup =>
  html`<dl class="facts">
    ${fact('When', time(when))}${fact('Where', where(placesOf(shown), site))}${fact(
      shown.organizer.length > 1 ? 'Organizers' : 'Organizer',
      people(shown.organizer),
    )}${fact('Cost', shown.cost === '' ? null : html`${nameOf(shown.cost)}`)}${fact(
      'Website',
      open ? website(event.values.website ?? '') : null,
    )}${fact('Tags', termLinks('tag', shown.tags, site))}
  </dl>`

/** For those who may change it (spec 07 §5). */
const editLink = (event: EventDetail, { held, at }: Visit): Markup | null =>
  held !== null && mayEdit(held.user, event)
    ? html`<p class="actions">
        <a class="button button--quiet" href="${at.site.baseUrl}/manage/events/${event._id}">Edit</a>
      </p>`
    : null

const article = (
  event: EventDetail,
  shown: Happening,
  when: When,
  visit: Visit,
  shut: Markup | null,
): Markup =>
  html`<article class="item item--event">
    <header class="item__head">
      ${termLinks('category', shown.categories, visit.at.site)}
      <h1>${nameOf(shown.title)}</h1>
    </header>
    <div class="item__body">
      ${shut} ${picture(shown.image === false ? null : shown.image)}
      <div class="prose">${trusted(shown.description)}</div>
    </div>
    <aside class="item__facts card" aria-label="Details">
      ${factsOf(event, shown, when, visit.at.site, shut === null)} ${calendarLinks(event, visit.at.site)}
      ${editLink(event, visit)}
    </aside>
  </article>`

const embedded = (shown: Happening, when: When, summary: string): Markup =>
  html`<p class="embed__when"><time datetime="${when.from}">${when.text}</time></p>
    ${placesOf(shown).map(place => html`<p class="embed__where">${nameOf(place.venue)}</p>`)}
    ${summary === '' ? null : html`<p>${summary}</p>`}`

/**
 * The page of an event, from its first-generation object: what that leaves out, the page does not tell. `shut`: what
 * stands for the rest of a protected one.
 */
export const presentEvent =
  ({ calEvent }: Pick<EventListingQueries, 'calEvent'>) =>
  async (event: EventDetail, visit: Visit, shut: Markup | null): Promise<Presented> => {
    const { held, at } = visit
    const text = await calEvent(event, held?.user ?? null, { open: shut === null, jsonLd: true })
    const shown = JSON.parse(text) as Happening
    const { dateFormat, timeFormat } = at.site.settings
    const when = whenOf(event.values, { dateFormat, timeFormat, zone: at.site.zone })
    const summary = firstWords(shown.excerpt === '' ? shown.description : shown.excerpt)
    return {
      title: nameOf(shown.title),
      url: shown.url,
      summary,
      image: shown.image === false ? null : shown.image,
      jsonLd: shown.json_ld ?? null,
      article: article(event, shown, when, visit, shut),
      embedded: embedded(shown, when, summary),
    }
  }
