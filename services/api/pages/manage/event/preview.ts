import { eventId, type EventId, streamRevision, logPosition } from '../../../../../shared/kernel/brands.ts'
import {
  eventFromRecords,
  type EventListingQueries,
} from '../../../../../projections/event-listing/queries.ts'
import { eventCodec, eventStream, type EventValues } from '../../../../../shared/facts/event.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import { contextOf } from '../../../platform/call.ts'
import { presentEvent } from '../../items/event.ts'
import type { Page, Shown, Visit } from '../../page.ts'
import { forbidden } from '../../refusals.ts'
import { callAt } from '../call.ts'
import { idIn } from '../listing.ts'
import { hasFile } from '../pictures/upload.ts'
import { additionsIn, resolved, type Added } from './additions.ts'
import { editedEvent } from './reads.ts'
import type { SaveDeps } from './save.ts'
import { wrongAt, type Wrong } from '../form/wrong.ts'
import { FIELDS, sentOf } from './sent.ts'
import { typedIn, type Group, type ListField } from './typed.ts'

export type PreviewDeps = SaveDeps & { readonly events: Pick<EventListingQueries, 'calEvent'> }

/** What the page of an event shows of its form. */
const SHOWN: readonly Group[] = [
  ...(['title', 'when', 'venues', 'organizers', 'categories', 'tags', 'description', 'excerpt'] as const),
  ...(['image', 'cost', 'website', 'featured', 'showMap', 'showMapLink'] as const),
]

/** Ids alone: what is to be made on the spot is made when the event is saved. */
const known = ({ venues, organizers, categories, tags }: Added): Added => {
  const there = (all: Added[ListField]) => all.filter(one => typeof one === 'number')
  return {
    ...{ venues: there(venues), organizers: there(organizers) },
    ...{ categories: there(categories), tags: there(tags) },
  }
}

const nameIn = (one: Added[ListField][number]): string =>
  typeof one === 'object' ? (one['venue'] ?? one['organizer'] ?? '') : String(one)

/** What cannot be seen before it is saved. */
const missing = (visit: Visit, added: Added, image: string): readonly string[] => [
  ...Object.values(added).flatMap(all => all.filter(one => typeof one !== 'number').map(nameIn)),
  ...(hasFile(visit) || (image !== '' && idIn(image) === 0) ? ['the new picture'] : []),
]

const noticeOf = (left: readonly string[]): Markup =>
  html`<p class="notice" role="status">
    <strong>Preview.</strong> This is how the page of the event will look to everybody. Nothing is saved.
    Close this window to go on.
    ${left.length === 0 ? null : html`Made when you save, and not shown here: ${left.join(', ')}.`}
  </p>`

const unkept = { 'Cache-Control': 'no-store, private', 'X-Robots-Tag': 'noindex' }

const pageOf = (status: number, title: string, main: Markup): Page => ({
  ...{ status, title: `Preview: ${title}`, main, headers: unkept },
  head: html`<meta name="robots" content="noindex" />`,
  styles: ['item.css'],
})

const refusedPage = (wrong: Wrong, message: string): Page =>
  pageOf(
    400,
    'not yet',
    html`<div class="message">
      <h1>There is nothing to show yet</h1>
      <p>Nothing is saved. Close this window to go on. ${message}</p>
      <ul>
        ${Object.values(wrong).map(why => html`<li>${why}</li>`)}
      </ul>
    </div>`,
  )

/** The event as its page shows it to everybody, by the same renderer. */
const shownAs = async (
  deps: PreviewDeps,
  visit: Visit,
  id: EventId,
  values: EventValues,
  left: readonly string[],
  context: ReturnType<typeof contextOf>,
): Promise<Page> => {
  const fact = { type: 'EventCreated', eventId: id, by: 'person', values } as const
  const place = {
    id: '',
    stream: eventStream(id),
    revision: streamRevision(0),
    position: logPosition(0),
    meta: context,
  }
  const event = eventFromRecords([{ ...place, ...eventCodec.encode(fact) }])
  if (event === null) throw new Error('an event that was made up cannot be read')
  const { title, article } = await presentEvent(deps.events)(event, { ...visit, held: null }, null)
  return pageOf(200, title, html`${noticeOf(left)}${article}`)
}

/** Stands for the id of an event that is not there yet. */
const NOT_YET = Number.MAX_SAFE_INTEGER

/** What is typed as everybody will see it (spec 07 §5): nothing is recorded, fetched or made. `id` 0: a new event. */
export const preview = async (deps: PreviewDeps, held: Held, visit: Visit, id: EventId): Promise<Shown> => {
  if (id !== 0) {
    const edited = await editedEvent(deps.events, id, held.user)
    if (typeof edited === 'string') return edited === 'forbidden' ? forbidden : null
  }
  const typed = typedIn(visit.form)
  const { added, wrong } = await resolved(deps, additionsIn(visit.form), held.user)
  const image = idIn(typed.image) === 0 ? '' : typed.image
  const sent = sentOf(SHOWN, { ...typed, image }, known(added))
  const all = { ...sent.wrong, ...wrong }
  if (Object.keys(all).length > 0) return refusedPage(all, '')
  const call = callAt(held, visit, {
    ...{ route: 'POST /manage/events/new', correlation: deps.newCorrelation(), sent: sent.args },
  })
  const seen = await deps.commands.preview(call)
  return 'values' in seen
    ? shownAs(
        deps,
        visit,
        eventId(id || NOT_YET),
        seen.values,
        missing(visit, added, typed.image),
        contextOf(call),
      )
    : refusedPage(wrongAt(FIELDS, seen.params), Object.keys(seen.params).length === 0 ? seen.message : '')
}
