import type { PictureRow } from '../../../../../projections/pictures/queries.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { canRead } from '../../../../../shared/rights.ts'
import { mayEdit } from '../../../items/access.ts'
import type { Caller } from '../../../platform/caller.ts'
import type { Site } from '../../../platform/moment.ts'
import { nameOf } from '../../items/objects.ts'
import { cut } from '../words.ts'
import type { PictureDeps } from './deps.ts'

/** One that uses a picture; `name` null: this reader may not see it. */
export type Use = {
  readonly id: number
  readonly kind: 'event' | 'venue' | 'organizer'
  readonly name: string | null
}

type Page = { readonly skip: number; readonly limit: number }

/** What uses a picture, by number, as far as the reader may know. */
export const usesOf = async (
  { pictures, events, venues, organizers }: PictureDeps,
  picture: PictureRow,
  caller: Caller,
  page: Page,
): Promise<readonly Use[]> => {
  const uses = await pictures.usesOf(picture, page)
  const ids = (kind: Use['kind']) => uses.flatMap(use => (use.kind === kind ? [use._id] : []))
  const [found, places, people] = await Promise.all([
    events.byIds(ids('event')),
    venues.byIds(ids('venue')),
    organizers.byIds(ids('organizer')),
  ])
  const names = new Map([
    ...found.flatMap(event =>
      canRead(caller, event.values) || mayEdit(caller, event)
        ? [[event._id, event.values.title] as const]
        : [],
    ),
    ...[...places, ...people].flatMap(entry =>
      canRead(caller, entry.values) ? [[entry._id, entry.values.name] as const] : [],
    ),
  ])
  return uses.map(({ _id, kind }) => {
    const stored = names.get(_id)
    return { id: _id, kind, name: stored === undefined ? null : cut(nameOf(stored)) || `#${_id}` }
  })
}

/** One of them, with the way there. */
export const useLink = ({ id, kind, name }: Use, { baseUrl }: Site): Markup => {
  if (name === null) return html`one that you may not see (${kind})`
  return html`<a href="${baseUrl}/manage/${kind}s/${id}">${name}</a> (${kind})`
}
