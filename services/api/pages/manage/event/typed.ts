import type { EventValues } from '../../../../../shared/facts/event.ts'
import { lastDayOf } from '../../../../views/content/days.ts'
import type { Nested } from '../../../platform/request/addressing.ts'
import { textOf } from '../../page.ts'
import { idListIn, joined } from '../form/id-list.ts'
import { imageIn } from '../form/picture.ts'
import { publishedTyped } from '../form/published.ts'

const TEXTS = [
  ...([
    'title',
    'startDate',
    'startTime',
    'endDate',
    'endTime',
    'timezone',
    'description',
    'excerpt',
  ] as const),
  ...(['image', 'cost', 'website', 'password', 'slug', 'status', 'publishedAt', 'author'] as const),
] as const
export const LISTS = ['venues', 'organizers', 'categories', 'tags'] as const
const FLAGS = ['allDay', 'featured', 'sticky', 'hidden', 'showMap', 'showMapLink'] as const

export type ListField = (typeof LISTS)[number]
export type Field = (typeof TEXTS)[number] | ListField | (typeof FLAGS)[number]

/** An event as its form has it: texts as people type them, ids joined by commas, `1` or nothing (spec 07 §5). */
export type Typed = Readonly<Record<Field, string>>

/** What stands together: it is written, and chosen between two writers, as one. */
export const GROUPS = {
  title: ['title'],
  when: ['allDay', 'startDate', 'startTime', 'endDate', 'endTime', 'timezone'],
  ...{ venues: ['venues'], organizers: ['organizers'], categories: ['categories'], tags: ['tags'] },
  ...{ description: ['description'], excerpt: ['excerpt'], image: ['image'], cost: ['cost'] },
  ...{ website: ['website'], featured: ['featured'], sticky: ['sticky'], hidden: ['hidden'] },
  ...{ showMap: ['showMap'], showMapLink: ['showMapLink'], password: ['password'], slug: ['slug'] },
  ...{ status: ['status'], publishedAt: ['publishedAt'], author: ['author'] },
} as const satisfies Readonly<Record<string, readonly Field[]>>

export type Group = keyof typeof GROUPS
export const groups = Object.keys(GROUPS) as readonly Group[]

export const groupWords: Readonly<Record<Group, string>> = {
  title: 'Title',
  when: 'When it takes place',
  venues: 'Venues',
  organizers: 'Organizers',
  categories: 'Categories',
  tags: 'Tags',
  description: 'Text',
  excerpt: 'Summary',
  image: 'Picture',
  cost: 'Cost',
  website: 'Website',
  featured: 'Featured',
  sticky: 'Sticky',
  hidden: 'Not in lists',
  showMap: 'Map',
  showMapLink: 'Link to a map',
  password: 'Password',
  slug: 'Address of the page',
  status: 'Status',
  publishedAt: 'Date of publication',
  author: 'Author',
}

const isOrdered = (list: ListField): boolean => list === 'venues' || list === 'organizers'

/** `18:30`, with seconds where there are some. */
const timeOf = (local: string): string => (local.endsWith(':00') ? local.slice(11, 16) : local.slice(11))

const flag = (is: boolean): string => (is ? '1' : '')

const whenOf = ({ allDay, start, end, timezone }: EventValues) =>
  allDay
    ? {
        startDate: start.slice(0, 10),
        startTime: '',
        endDate: lastDayOf({ start, end }),
        endTime: '',
        timezone,
      }
    : {
        ...{ startDate: start.slice(0, 10), startTime: timeOf(start) },
        ...{ endDate: end.slice(0, 10), endTime: timeOf(end), timezone },
      }

/** Line breaks as they are stored, whatever a browser made of them. */
const lines = (text: string): string => text.replaceAll('\r\n', '\n')

/** A stored event as its form shows it; publication by the clock of the site. Pure. */
export const typedOf = (values: EventValues, siteZone: string): Typed => {
  const { publishedAt, status, image } = values
  return {
    title: values.title,
    ...whenOf(values),
    description: lines(values.description),
    excerpt: lines(values.excerpt),
    image: image === null ? '' : String(image),
    cost: values.cost,
    website: values.website ?? '',
    password: values.password,
    slug: values.slug,
    status: status === 'future' ? 'publish' : status,
    publishedAt: publishedTyped(publishedAt, siteZone),
    author: String(values.author),
    venues: joined(values.venues, true),
    organizers: joined(values.organizers, true),
    categories: joined(values.categories, false),
    tags: joined(values.tags, false),
    allDay: flag(values.allDay),
    featured: flag(values.featured),
    sticky: flag(values.sticky),
    hidden: flag(values.hidden),
    showMap: flag(values.showMap),
    showMapLink: flag(values.showMapLink),
  }
}

/** What takes whole days has no times, and what has no last day ends on its first. */
const settled = (typed: Typed): Typed => ({
  ...typed,
  ...(typed.allDay === '' ? {} : { startTime: '', endTime: '' }),
  endDate: typed.endDate === '' ? typed.startDate : typed.endDate,
})

/** What was sent of a form. Pure. */
export const typedIn = (form: Nested): Typed => {
  const texts = TEXTS.map(name => [name, lines(textOf(form, name))] as const)
  const lists = LISTS.map(name => [name, idListIn(form, name, isOrdered(name))] as const)
  const flags = FLAGS.map(name => [name, flag(textOf(form, name) !== '')] as const)
  return settled({
    ...(Object.fromEntries([...texts, ...lists, ...flags]) as Typed),
    image: imageIn(form),
  })
}

/** What a form had in the lists of which not everybody sees all, when it was opened. */
export type Had = Partial<Pick<Typed, 'venues' | 'organizers'>>

/** As the form itself says; one that does not say: nothing. */
export const hadIn = ({ had }: Nested): Had =>
  typeof had === 'object' ? { venues: textOf(had, 'venues'), organizers: textOf(had, 'organizers') } : {}
