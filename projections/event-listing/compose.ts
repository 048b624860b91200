import type { Related } from '../related.ts'
import type { Viewer } from '../readable.ts'
import type { EventRow } from './row.ts'

type Linked = Pick<EventRow, 'venues' | 'organizers' | 'categories' | 'tags' | 'image'>

/** Everything the events of a page refer to: one lookup per kind. */
export const lookedUp = async (events: readonly Linked[], related: Related, viewer: Viewer) => {
  const venues = new Set<number>()
  const organizers = new Set<number>()
  const terms = new Set<number>()
  const images = new Set<number>()
  for (const event of events) {
    for (const id of event.venues) venues.add(id)
    for (const id of event.organizers) organizers.add(id)
    for (const id of event.categories) terms.add(id)
    for (const id of event.tags) terms.add(id)
    if (event.image !== null) images.add(event.image)
  }
  const [places, people, words, pictures] = await Promise.all([
    related.venues([...venues], viewer),
    related.organizers([...organizers], viewer),
    related.terms([...terms]),
    related.images([...images]),
  ])
  return { venues: places, organizers: people, terms: words, images: pictures }
}
export type LookedUp = Awaited<ReturnType<typeof lookedUp>>

/** The texts of an object with its holes filled. `venues`, `organizers`: objects, in sent order. */
export type Holes = {
  readonly image: string
  readonly categories: readonly string[]
  readonly tags: readonly string[]
  readonly venues: readonly string[]
  readonly organizers: readonly string[]
}

export const NO_HOLES: Holes = { image: 'false', categories: [], tags: [], venues: [], organizers: [] }

/** What was found, in the order of `ids`. */
export const present = <Value>(
  ids: readonly number[],
  found: ReadonlyMap<number, Value>,
): readonly Value[] => {
  const values: Value[] = []
  for (const id of ids) {
    const value = found.get(id)
    if (value !== undefined) values.push(value)
  }
  return values
}

export const nestedOf = (event: Pick<Linked, 'venues' | 'organizers'>, found: LookedUp) => ({
  venues: present(event.venues, found.venues),
  organizers: present(event.organizers, found.organizers),
})

export const holesOf = (event: Linked, found: LookedUp): Holes => {
  const { venues, organizers } = nestedOf(event, found)
  return {
    image: (event.image === null ? undefined : found.images.get(event.image)?.cal) ?? 'false',
    categories: present(event.categories, found.terms),
    tags: present(event.tags, found.terms),
    venues: venues.map(venue => venue.cal),
    organizers: organizers.map(organizer => organizer.cal),
  }
}

/** No venue: a list without elements; one: an object; several: a list of objects (spec 02 §1.1). */
const venueMember = (venues: readonly string[]): string =>
  venues.length === 1 ? venues.join() : `[${venues.join()}]`

/** The whole object; `jsonLd` is its last member where it has one. */
export const calEventText = (
  [upToImage, upToCategories]: readonly [string, string],
  { image, categories, tags, venues, organizers }: Holes,
  jsonLd = '',
): string =>
  `${upToImage}${image}${upToCategories}[${categories.join()}],"tags":[${tags.join()}],` +
  `"venue":${venueMember(venues)},"organizer":[${organizers.join()}],"custom_fields":[]` +
  `${jsonLd === '' ? '' : `,"json_ld":${jsonLd}`}}`
