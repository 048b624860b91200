import { NAMED_BYTES } from '../../shared/limits/views.ts'
import type { Principal } from '../../shared/rights.ts'
import type { Site } from '../items/post.ts'
import type { Related } from '../items/related.ts'
import {
  insertsOf,
  insertTexts,
  linkedTexts,
  lookedUp,
  NO_INSERTS,
  type InsertTexts,
  type LinkedTexts,
  type LookedUp,
} from './cal-text.ts'
import { keptForAll } from './kept-for-all.ts'
import type { EventRow } from './row.ts'

/** What lists put into the texts of events. */
export type Named = Pick<EventRow, 'venues' | 'organizers' | 'categories' | 'tags' | 'image'>
type Listed = Named & Pick<EventRow, 'protected'>

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

export const asked = (named: Named): Asked => ({ key: keyOf(named), named })

/** Protected events do not tell what they name (spec 02 §4). */
export const namedBy = (event: Listed): Asked => asked(event.protected ? NAMES_NOTHING : event)

export const NOTHING = insertTexts(NO_INSERTS)

const NAMES_NONE = {
  ...{ venues: new Map(), organizers: new Map() },
  ...{ terms: new Map(), images: new Map() },
} satisfies LookedUp

export const NOTHING_LINKED = linkedTexts(NAMES_NOTHING, NAMES_NONE)

/** What `make` makes of what events name, in the order of the events, kept by the ids (`keptForAll`). */
const keptByIds = <Made extends object>(
  related: Related,
  make: (named: Named, found: LookedUp) => Made,
  bytesOf: (made: Made) => number,
  keeps: (made: Made) => boolean = () => true,
) => {
  type Shown = Made & { readonly isAll: boolean }
  const shown = keptForAll<Named, Shown>(related.trails, { most: NAMED_BYTES, bytesOf, keeps })

  const made = async (all: ReadonlyMap<string, Named>, viewer: Principal) => {
    const found = await lookedUp([...all.values()], related, viewer)
    const one = (named: Named): Shown => ({ ...make(named, found), isAll: isAllFound(named, found) })
    return new Map([...all].map(([key, named]) => [key, one(named)]))
  }

  return (asked: readonly Asked[], viewer: Principal): Promise<readonly Made[]> => shown(asked, viewer, made)
}

/** What events name, as it stands in their objects in lists. */
export const keptInserts = (related: Related) =>
  keptByIds<InsertTexts>(
    related,
    (named, found) => insertTexts(insertsOf(named, found)),
    ({ image, end }) => image.length + end.length,
  )

/** `site`: the mark of the site it was made with. */
type Linked = LinkedTexts & { readonly site: string }

/** The same in objects that have `json_ld`, which says it again, with the site as it is when this is called. */
export const keptLinked = (related: Related, live: Pick<Site, 'mark'>) => {
  const { mark } = live
  return keptByIds<Linked>(
    related,
    (named, found) => ({ ...linkedTexts(named, found), site: live.mark }),
    ({ image, upToJsonLd }) => image.length + 2 * upToJsonLd.length,
    ({ site }) => site === mark,
  )
}
