import { listed, type Marked } from '../../shared/kernel/json.ts'
import type { Related } from '../items/related.ts'
import type { Principal } from '../../shared/rights.ts'
import type { EventRow } from './row.ts'

type Linked = Pick<EventRow, 'venues' | 'organizers' | 'categories' | 'tags' | 'image'>

/** Everything the events of a page refer to: one lookup per kind. */
export const lookedUp = async (events: readonly Linked[], related: Related, viewer: Principal) => {
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

/** What is put into the texts of an event when it is sent: terms by name, the others in sent order. */
export type Inserts<Shown = Pick<Marked, 'text'>> = {
  readonly image: string
  readonly categories: readonly Shown[]
  readonly tags: readonly Shown[]
  readonly venues: readonly Shown[]
  readonly organizers: readonly Shown[]
}

export const NO_INSERTS: Inserts<never> = {
  image: 'false',
  categories: [],
  tags: [],
  venues: [],
  organizers: [],
}

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

/** What was found of `ids`, in the order in which it was found. */
export const inFoundOrder = <Value>(
  ids: readonly number[],
  found: ReadonlyMap<number, Value>,
): readonly (readonly [id: number, value: Value])[] => {
  if (ids.length < 2) {
    const [id] = ids
    const value = id === undefined ? undefined : found.get(id)
    return id === undefined || value === undefined ? [] : [[id, value]]
  }
  const wanted = new Set(ids)
  return [...found].filter(([id]) => wanted.has(id))
}

const termsOf = (ids: readonly number[], found: LookedUp['terms']): readonly Marked[] =>
  inFoundOrder(ids, found).map(([, term]) => term)

export const nestedOf = (event: Pick<Linked, 'venues' | 'organizers'>, found: LookedUp) => ({
  venues: present(event.venues, found.venues),
  organizers: present(event.organizers, found.organizers),
})

export const insertsOf = (event: Linked, found: LookedUp): Inserts<Marked> => {
  const { venues, organizers } = nestedOf(event, found)
  return {
    image: (event.image === null ? undefined : found.images.get(event.image)?.cal) ?? 'false',
    categories: termsOf(event.categories, found.terms),
    tags: termsOf(event.tags, found.terms),
    venues: venues.map(venue => venue.cal),
    organizers: organizers.map(organizer => organizer.cal),
  }
}

const textsOf = (shown: readonly Pick<Marked, 'text'>[]): string => listed(shown.map(({ text }) => text))
const marksOf = (shown: readonly Marked[]): string => listed(shown.map(({ mark }) => mark))

/** No venue: a list without elements; one: an object; several: a list of objects (spec 02 §1.1). */
const venueMember = (venues: Inserts['venues']): string =>
  venues.length === 1 ? textsOf(venues) : `[${textsOf(venues)}]`

/** The whole object; `jsonLd` is its last member where it has one. */
export const calEventText = (
  [upToImage, upToCategories]: readonly [string, string],
  { image, categories, tags, venues, organizers }: Inserts,
  jsonLd = '',
): string =>
  `${upToImage}${image}${upToCategories}[${textsOf(categories)}],"tags":[${textsOf(tags)}],` +
  `"venue":${venueMember(venues)},"organizer":[${textsOf(organizers)}],"custom_fields":[]` +
  `${jsonLd === '' ? '' : `,"json_ld":${jsonLd}`}}`

/** Stands for the whole object without `jsonLd`, by the mark of its own texts. */
export const calEventMark = (
  mark: string,
  { image, categories, tags, venues, organizers }: Inserts<Marked>,
): string =>
  `${mark}${image}[${marksOf(categories)}][${marksOf(tags)}][${marksOf(venues)}][${marksOf(organizers)}]`
