import type { Related } from '../related.ts'
import type { Viewer } from '../readable.ts'
import type { EventRow } from './row.ts'

type Linked = Pick<EventRow, 'venues' | 'organizers' | 'categories' | 'tags' | 'image'>

/** Everything the events of a page refer to: one lookup per kind. */
export const lookedUp = async (events: readonly Linked[], related: Related, viewer: Viewer) => {
  const all = (of: (event: Linked) => readonly number[]) => [...new Set(events.flatMap(of))]
  const images = [...new Set(events.flatMap(({ image }) => image ?? []))]
  const [venues, organizers, terms, pictures] = await Promise.all([
    related.venues(
      all(event => event.venues),
      viewer,
    ),
    related.organizers(
      all(event => event.organizers),
      viewer,
    ),
    related.terms(all(event => [...event.categories, ...event.tags])),
    related.images(images),
  ])
  return { venues, organizers, terms, images: pictures }
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

const present = <Value>(ids: readonly number[], found: ReadonlyMap<number, Value>): readonly Value[] =>
  ids.flatMap(id => found.get(id) ?? [])

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
