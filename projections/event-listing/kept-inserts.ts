import { NAMED_BYTES } from '../../shared/limits/views.ts'
import type { Principal } from '../../shared/rights.ts'
import type { Related } from '../items/related.ts'
import { insertsOf, insertTexts, lookedUp, NO_INSERTS, type InsertTexts, type LookedUp } from './cal-text.ts'
import { keptForAll } from './kept-for-all.ts'
import type { EventRow } from './row.ts'

/** What lists put into the texts of events. */
type Named = Pick<EventRow, 'venues' | 'organizers' | 'categories' | 'tags' | 'image'>
type Listed = Named & Pick<EventRow, 'protected'>

/** In the order of the events, of which is said what they name (`namedBy`). */
export type InsertsFor = (asked: readonly Asked[], viewer: Principal) => Promise<readonly InsertTexts[]>

/** `isAll`: nothing that is named was left out, so that everybody sees the same. */
type Shared = InsertTexts & { readonly isAll: boolean }

const bytesOf = ({ image, end }: Shared): number => image.length + end.length

/** One id without a list of it, which costs more. */
const idsText = (ids: readonly number[]): string | number => (ids.length === 1 ? (ids[0] ?? '') : ids.join())

const keyOf = ({ venues, organizers, categories, tags, image }: Named): string =>
  `${idsText(venues)};${idsText(organizers)};${idsText(categories)};${idsText(tags)};${image ?? ''}`

const isAllFound = ({ venues, organizers, categories, tags }: Named, found: LookedUp): boolean =>
  venues.every(id => found.venues.has(id)) &&
  organizers.every(id => found.organizers.has(id)) &&
  [...categories, ...tags].every(id => found.terms.has(id))

/** What an event names. `key`: another for whatever else is named. */
export type Asked = { readonly key: string; readonly named: Named }

const NAMES_NOTHING: Named = { venues: [], organizers: [], categories: [], tags: [], image: null }

/** Protected events do not tell what they name (spec 02 §4). */
export const namedBy = (event: Listed): Asked => {
  const named = event.protected ? NAMES_NOTHING : event
  return { key: keyOf(named), named }
}

export const NOTHING = { ...insertTexts(NO_INSERTS), isAll: true }

/** What events name, as it stands in their objects, kept by the ids (`keptForAll`). */
export const keptInserts = (related: Related): InsertsFor => {
  const shown = keptForAll<Asked, Shared>(related.trails, { most: NAMED_BYTES, bytesOf })

  const made = async (asked: readonly Asked[], viewer: Principal): Promise<ReadonlyMap<string, Shared>> => {
    const all = new Map(asked.map(({ key, named }) => [key, named]))
    const found = await lookedUp([...all.values()], related, viewer)
    const one = (named: Named): Shared => ({
      ...insertTexts(insertsOf(named, found)),
      isAll: isAllFound(named, found),
    })
    return new Map([...all].map(([key, named]) => [key, one(named)]))
  }

  return (asked, viewer) => shown(asked, viewer, made)
}
