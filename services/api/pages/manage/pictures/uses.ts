import { organizerId, eventId, venueId } from '../../../../../shared/kernel/brands.ts'
import type { PictureRow } from '../../../../../projections/pictures/queries.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { canRead } from '../../../../../shared/rights.ts'
import { mayEdit } from '../../../items/access.ts'
import type { Owned } from '../../../items/deps.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import { nameOf } from '../../items/objects.ts'
import { cut } from '../words.ts'
import type { PictureDeps } from './deps.ts'

/** One that uses a picture; `name` null: this reader may not see it. */
export type Use = {
  readonly id: number
  readonly kind: 'event' | 'venue' | 'organizer'
  readonly name: string | null
  readonly isEditable: boolean
}

type Named = { readonly item: Owned; readonly name: string }

type Page = { readonly skip: number; readonly limit: number }

/** What uses a picture, by number, as far as the reader may know. */
export const usesOf = async (
  { pictures, events, venues, organizers }: PictureDeps,
  picture: PictureRow,
  caller: Caller,
  page: Page,
): Promise<readonly Use[]> => {
  const uses = await pictures.usesOf(picture, page)
  const ids = <Id>(kind: Use['kind'], of: (id: number) => Id) =>
    uses.flatMap(use => (use.kind === kind ? of(use._id) : []))
  const [found, places, people] = await Promise.all([
    events.byIds(ids('event', eventId)),
    venues.byIds(ids('venue', venueId)),
    organizers.byIds(ids('organizer', organizerId)),
  ])
  const named = new Map<number, Named>([
    ...found.map(event => [event._id, { item: event, name: event.values.title }] as const),
    ...[...places, ...people].map(entry => [entry._id, { item: entry, name: entry.values.name }] as const),
  ])
  return uses.map(({ _id: id, kind }) => {
    const stored = named.get(id)
    const isEditable = stored !== undefined && mayEdit(caller, stored.item)
    const isSeen = isEditable || (stored !== undefined && canRead(caller, stored.item.values))
    return { id, kind, isEditable, name: isSeen ? cut(nameOf(stored.name)) || `#${id}` : null }
  })
}

/** One of them, with the way to its form, or to its page for who may not change it. */
export const useLink = ({ id, kind, name, isEditable }: Use, { baseUrl }: Site): Markup => {
  if (name === null) return html`one that you may not see (${kind})`
  const href = isEditable ? `${baseUrl}/manage/${kind}s/${id}` : `${baseUrl}/?p=${id}`
  return html`<a href="${href}">${name}</a> (${kind})`
}
