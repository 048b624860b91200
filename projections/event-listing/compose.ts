import { listed, type Marked } from '../../shared/kernel/text/marked.ts'
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
  readonly categories: readonly string[]
  readonly tags: readonly string[]
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

const textsOfTerms = (ids: readonly number[], found: ReadonlyMap<number, string>): readonly string[] =>
  inFoundOrder(ids, found).map(([, text]) => text)

export const nestedOf = (event: Pick<Linked, 'venues' | 'organizers'>, found: LookedUp) => ({
  venues: present(event.venues, found.venues),
  organizers: present(event.organizers, found.organizers),
})

export const insertsOf = (event: Linked, found: LookedUp): Inserts<Marked> => {
  const { venues, organizers } = nestedOf(event, found)
  return {
    image: (event.image === null ? undefined : found.images.get(event.image)?.cal) ?? 'false',
    categories: textsOfTerms(event.categories, found.terms),
    tags: textsOfTerms(event.tags, found.terms),
    venues: venues.map(venue => venue.cal),
    organizers: organizers.map(organizer => organizer.cal),
  }
}

const textOf = ({ text }: Pick<Marked, 'text'>): string => text

/** No venue: a list without elements; one: an object; several: a list of objects (spec 02 §1.1). */
const venueMember = (venues: Inserts['venues']): string =>
  venues.length === 1 ? listed(venues.map(textOf)) : `[${listed(venues.map(textOf))}]`

/** The whole object; `jsonLd` is its last member where it has one. */
export const calEventText = (
  [upToImage, upToCategories]: readonly [string, string],
  { image, categories, tags, venues, organizers }: Inserts,
  jsonLd = '',
): string =>
  `${upToImage}${image}${upToCategories}[${listed(categories)}],"tags":[${listed(tags)}],` +
  `"venue":${venueMember(venues)},"organizer":[${listed(organizers.map(textOf))}],"custom_fields":[]` +
  `${jsonLd === '' ? '' : `,"json_ld":${jsonLd}`}}`

/** Stands for the whole object without `jsonLd`, by the mark of its own texts. */
export const calEventMark = (
  mark: string,
  { image, categories, tags, venues, organizers }: Inserts<Marked>,
): string => {
  const marks = (nested: readonly Marked[]) => listed(nested.map(one => one.mark))
  return `${mark}${image}[${listed(categories)}][${listed(tags)}][${marks(venues)}][${marks(organizers)}]`
}
