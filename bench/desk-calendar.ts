import { venueId, imageId, termId } from '../shared/kernel/brands.ts'
import { imageFileStream, slugStream } from '../shared/facts/claim.ts'
import { termNameStream } from '../services/calendar/claims.ts'
import type { EventStore } from '../shared/event-store/port.ts'
import type { EventValues } from '../shared/facts/event.ts'
import { filesOf, sizedFile } from '../shared/facts/image-files.ts'
import { imageCodec, imageStream, type ImageValues } from '../shared/facts/image.ts'
import { termCodec, termStream } from '../shared/facts/term.ts'
import {
  claimed,
  fillWith,
  firstEventId,
  schoolEvent,
  writeAll,
  written,
  type Written,
} from './school-events.ts'

/** How much of everything there is; venues are as many as organizers. */
export const DESK = { events: 10_000, places: 1_200, categories: 400, tags: 600, pictures: 2_000 } as const

const FIRST_DAY = '2026-06-01'
const KINDS = ['Concert', 'Chess club', 'Parents’ evening', 'Swimming', 'Rehearsal', 'Book fair', 'Excursion']
const TOWNS = [
  'Albany',
  'Bennington',
  'Cohoes',
  'Delmar',
  'Easton',
  'Fairfield',
  'Greenwich',
  'Hoosick Falls',
]
const ROOMS = ['Gymnasium', 'Auditorium', 'Library', 'Swimming hall', 'Playing fields', 'Music room']

const pick = <Thing>(some: readonly Thing[], n: number): Thing => some[n % some.length] as Thing

/** Every tenth is as long as people write it who do not think of lists. */
const titleOf = (n: number): string =>
  n % 10 === 3
    ? `${pick(KINDS, n)} of the combined lower and middle schools, with all classes, their families, former pupils and everybody else who would like to come, in the hall or, if it rains, somewhere else, number ${n}`
    : `${pick(KINDS, n)} ${n}`

/** Two and two differ by one letter. */
const placeOf = (n: number): string => {
  const pair = Math.floor(n / 2)
  const town = pick(TOWNS, pair)
  return `${pick(ROOMS, Math.floor(pair / TOWNS.length))} of ${n % 2 === 0 ? town : `${town}e`} school ${pair}`
}

const NAMES = {
  venue: placeOf,
  organizer: (n: number) => `Department of ${pick(KINDS, n)} at ${pick(TOWNS, n >> 3)} ${n}`,
  category: (n: number) =>
    n % 10 === 3
      ? `Everything that has to do with ${pick(KINDS, n)}, and whatever belongs to it, ${n}`
      : `Kind ${n}`,
}

/** Of a hundred events 85 are published. */
const statusOf = (n: number): EventValues['status'] =>
  (
    ({ 3: 'draft', 4: 'draft', 5: 'pending', 6: 'private', 7: 'trash' }) as Readonly<
      Record<number, EventValues['status']>
    >
  )[n % 33] ?? 'publish'

const calendar = {
  firstDay: FIRST_DAY,
  count: DESK.events,
  places: DESK.places,
  terms: DESK.categories,
  names: NAMES,
  more: (n: number): Partial<EventValues> => ({
    title: titleOf(n),
    status: statusOf(n),
    tags: n % 3 === 0 ? [termId(firstTag + (n % DESK.tags))] : [],
    // every second picture has no use
    image: n % 10 === 0 ? imageId(firstPicture + 2 * ((n / 10) % (DESK.pictures / 2))) : null,
    ...(n % 50 === 9 ? { venues: [] } : {}),
  }),
}

/** Ids: those of pictures come behind the events, those of tags behind the categories. */
const firstTag = DESK.categories + 1
const firstPicture = firstEventId(calendar) + DESK.events

/** Ids of one of each. */
export const ONE_OF = {
  event: firstEventId(calendar),
  venue: venueId(1),
  organizer: DESK.places + 1,
  category: termId(1),
  tag: firstTag,
  picture: firstPicture,
} as const

/** What the n-th event begins with. */
export const deskEvent = (n: number): EventValues => schoolEvent(n, calendar)

const taggedWith = (n: number): readonly Written[] => {
  const [name, slug, taxonomy] = [`tag number ${n}`, `tag-${n}`, 'post_tag' as const]
  const values = { taxonomy, name, slug, description: '', parent: null }
  const id = termId(firstTag + n)
  return [
    claimed(slugStream(taxonomy, slug), id),
    claimed(termNameStream(taxonomy, { name, parent: null }), id),
    written(
      termStream(id),
      termCodec.encode({ type: 'TermCreated', termId: id, by: 'person', values, hiddenUntilLinked: false }),
    ),
  ]
}

const pictureValues = (n: number): ImageValues => {
  const file = `class-photo-of-the-${n}th-day.jpg`
  const size = (name: 'thumbnail' | 'medium', width: number, height: number) => ({
    ...{ name, width, height, bytes: width * height },
    file: sizedFile(file, { width, height }),
  })
  return {
    ...{ file, width: 2_400, height: 1_600, bytes: 812_345, type: 'image/jpeg', source: null },
    digest: n.toString(16).padStart(64, '0'),
    sizes: [size('thumbnail', 150, 150), size('medium', 300, 200)],
    alt: n % 2 === 0 ? `Class ${n} in front of the school, everybody waving` : '',
  }
}

const picture = (n: number): readonly Written[] => {
  const [id, values] = [imageId(firstPicture + n), pictureValues(n)]
  return [
    ...filesOf(values).map(file => claimed(imageFileStream(file), id)),
    written(imageStream(id), imageCodec.encode({ type: 'ImageAdded', imageId: id, by: 'person', values })),
  ]
}

const all = (count: number, make: (n: number) => readonly Written[]): readonly Written[] =>
  Array.from({ length: count }, (_, n) => make(n)).flat()

/** Fills a log with all that a desk of a large school has to show, the numbers of which are `DESK`. */
export const fillDesk = async (store: EventStore): Promise<void> => {
  await writeAll(store, all(DESK.tags, taggedWith))
  await writeAll(store, all(DESK.pictures, picture))
  await fillWith(store, calendar, { posts: DESK.pictures, terms: DESK.tags })
}
