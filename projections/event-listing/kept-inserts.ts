import { NAMED_BYTES } from '../../shared/limits/views.ts'
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
import {
  type ForAll,
  keptForAll,
  keptForSite,
  type MakeInserts,
  NO_NAMES,
  type OfSite,
} from './kept-for-all.ts'
import type { Names } from './row.ts'

const NONE_FOUND = {
  ...{ venues: new Map(), organizers: new Map() },
  ...{ terms: new Map(), images: new Map() },
} satisfies LookedUp

export const NOTHING = insertTexts(NO_INSERTS)
export const NOTHING_LINKED = linkedTexts(NO_NAMES, NONE_FOUND)

const isAllFound = ({ venues, organizers, categories, tags }: Names, found: LookedUp): boolean =>
  venues.every(id => found.venues.has(id)) &&
  organizers.every(id => found.organizers.has(id)) &&
  [...categories, ...tags].every(id => found.terms.has(id))

const madeWith =
  <Texts extends object>(
    related: Related,
    textsOf: (names: Names, found: LookedUp) => Texts,
  ): MakeInserts<Texts & ForAll> =>
  async (named, viewer) => {
    const found = await lookedUp([...named.values()], related, viewer)
    const one = (names: Names) => ({ ...textsOf(names, found), isAll: isAllFound(names, found) })
    return new Map([...named].map(([key, names]) => [key, one(names)]))
  }

/** What events name, as it stands in their objects in lists. */
export const keptInserts = (related: Related) =>
  keptForAll<InsertTexts & ForAll>(
    related.trails,
    madeWith(related, (names, found) => insertTexts(insertsOf(names, found))),
    { most: NAMED_BYTES, bytesOf: ({ image, end }) => image.length + end.length },
  )

/** The same in objects that have `json_ld`, which says it again. */
export const keptLinked = (related: Related, live: Pick<Site, 'mark'>) =>
  keptForSite<LinkedTexts & OfSite & ForAll>(
    live,
    related.trails,
    madeWith(related, (names, found) => ({ ...linkedTexts(names, found), site: live.mark })),
    { most: NAMED_BYTES, bytesOf: ({ image, upToJsonLd }) => image.length + 2 * upToJsonLd.length },
  )
