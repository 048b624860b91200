import { membersWith } from '../../../../../shared/members/derive.ts'
import type { Member, Members } from '../../../../../shared/members/member.ts'
import { organizerMembers, organizerOrders } from '../../../../../shared/members/organizer.ts'
import { venueMembers, venueOrders } from '../../../../../shared/members/venue.ts'
import type { Nested } from '../../../platform/request/addressing.ts'
import { textOf } from '../../page.ts'
import { idListIn, joined } from '../form/id-list.ts'
import type { Fields, Groups } from '../form/merge.ts'
import { imageIn } from '../form/picture.ts'
import { PUBLISHED_HINT, publishedTyped } from '../form/published.ts'
import { ADDED_TAGS } from '../form/tags.ts'
import { utcTime } from '../../../../../shared/kernel/brands.ts'

/** What a field is typed in; `text`: of paragraphs, `html`: of a line or two. */
type FieldAs =
  | ('line' | 'tel' | 'email' | 'url' | 'text' | 'html' | 'flag' | 'number' | 'status' | 'author' | 'parent')
  | ('picture' | 'tags' | 'published')

/** Where in the form it stands. */
export type Section =
  ('name' | 'texts' | 'where' | 'further' | 'contact' | 'looks' | 'publication') | ('picture' | 'tags')

export type Field = {
  /** Of the member, as stored. */
  readonly name: string
  readonly label: string
  readonly as: FieldAs
  readonly section: Section
  readonly hint: string | null
  /** Whether a new one has it, of what is on or off. */
  readonly initial: boolean
}

/** How a member of a kind is typed. */
const TYPED: Readonly<Record<Exclude<Member['kind'], 'own'>, FieldAs>> = {
  ...{ title: 'line', line: 'line', region: 'line', phone: 'tel', email: 'email', uri: 'url', html: 'html' },
  ...{ flag: 'flag', coordinate: 'number', ids: 'tags' },
}

/** Members that are like no other. */
const OWN: Readonly<Record<string, FieldAs>> = {
  image: 'picture',
  status: 'status',
  publishedAt: 'published',
  author: 'author',
  slug: 'line',
  password: 'line',
}

const HINTS: Readonly<Record<string, string>> = {
  excerpt: 'Nothing: how the text begins.',
  slug: 'Nothing: made of the name.',
  publishedAt: PUBLISHED_HINT,
  password: 'Only who knows it sees more than the name. Nothing: everybody.',
  stateprovince: 'Nothing: the state, or else the province.',
  latitude: 'Degrees north of the equator, such as 40.7128.',
  longitude: 'Degrees east of Greenwich, such as -74.006.',
}

/** By the fact that tells of them, members that stand together. */
const SECTIONS: Readonly<Record<string, Section>> = {
  Renamed: 'name',
  Described: 'texts',
  Illustrated: 'picture',
  Moved: 'where',
  ContactChanged: 'contact',
  Presented: 'looks',
  Tagged: 'tags',
}

const sectionOf = ({ fact = '', asked, kind }: Member): Section => {
  const section = SECTIONS[fact] ?? (kind === 'own' ? 'publication' : 'texts')
  return section === 'where' && asked === undefined ? 'further' : section
}

/** The fields of a table of members; what it adds later is among them. */
const fieldsOf = (table: Members, first: readonly string[]): readonly Field[] =>
  membersWith(table, 'word', first).flatMap(([name, row]): readonly Field[] => {
    const as = name === 'description' ? 'text' : row.kind === 'own' ? (OWN[name] ?? null) : TYPED[row.kind]
    if (as === null) return []
    const label =
      name === 'publishedAt' ? 'Date of publication' : typeof row.asked === 'string' ? row.asked : row.word
    return [
      { name, label, as, section: sectionOf(row), hint: HINTS[name] ?? null, initial: row.initial === true },
    ]
  })

const FIRST = ['name', 'description', 'excerpt', 'image']
const LAST = ['status', 'publishedAt', 'author', 'slug', 'password']

export const venueFields = fieldsOf(venueMembers, [...FIRST, ...venueOrders.asked, ...LAST])
export const organizerFields = fieldsOf(organizerMembers, [...FIRST, ...organizerOrders.calx, ...LAST])

const ofTerm = (name: string, label: string, as: FieldAs, section: Section, hint = HINTS[name]): Field => ({
  ...{ name, label, as, section, hint: hint ?? null, initial: false },
})

const termFields: readonly Field[] = [
  ofTerm('name', 'Name', 'line', 'name'),
  ofTerm('slug', 'Address of the page', 'line', 'texts'),
  ofTerm('description', 'Text', 'text', 'texts'),
]

export const tagFields = termFields
export const categoryFields: readonly Field[] = [
  ...termFields,
  ofTerm('parent', 'Below', 'parent', 'texts', 'The category that it is a part of.'),
]

/** What a field is typed in, where that is more than one: tags that a thing has, and those that are added by their names. */
const typedInto = ({ name, as }: Field): readonly string[] => (as === 'tags' ? [name, ADDED_TAGS] : [name])

/** Each field is written for itself. */
export const groupsOf = (fields: readonly Field[]): Groups<string> =>
  Object.fromEntries(fields.map(field => [field.name, typedInto(field)]))

/** Fields of a form that make a new thing: its name, what is on or off, and whatever else was typed. Pure. */
export const filledIn = (fields: readonly Field[], typed: Fields): readonly string[] =>
  fields
    .filter(field => {
      const { name, as } = field
      return name === 'name' || as === 'flag' || typedInto(field).some(one => (typed[one] ?? '') !== '')
    })
    .map(({ name }) => name)

/** Line breaks as they are stored, whatever a browser made of them. */
const lines = (text: string): string => text.replaceAll('\r\n', '\n')

const isIds = (value: unknown): value is readonly number[] => Array.isArray(value)

const typedAs = ({ as }: Field, value: unknown, siteZone: string): string => {
  if (as === 'flag') return value === true ? '1' : ''
  if (as === 'status' && value === 'future') return 'publish'
  if (as === 'published') return publishedTyped(typeof value === 'string' ? utcTime(value) : null, siteZone)
  if (as === 'tags') return isIds(value) ? joined(value, false) : ''
  return typeof value === 'string' ? lines(value) : typeof value === 'number' ? String(value) : ''
}

/** Stored values as a form shows them, instants by the clock of the site. Pure. */
export const typedOf = (fields: readonly Field[], values: object, siteZone: string): Fields => {
  const stored = new Map<string, unknown>(Object.entries(values))
  return Object.fromEntries(
    fields.flatMap(field =>
      typedInto(field).map(name => [
        name,
        name === field.name ? typedAs(field, stored.get(name), siteZone) : '',
      ]),
    ),
  )
}

const sentAs = ({ name, as }: Field, form: Nested): string => {
  const text = lines(textOf(form, name))
  switch (as) {
    case 'flag':
      return text === '' ? '' : '1'
    case 'html':
    case 'text':
      return text
    case 'picture':
      return imageIn(form).trim()
    case 'tags':
      return idListIn(form, name, false)
    default:
      return text.trim()
  }
}

/** What was sent of a form. Pure. */
export const typedIn = (fields: readonly Field[], form: Nested): Fields =>
  Object.fromEntries(
    fields.flatMap(field =>
      typedInto(field).map(name => [
        name,
        name === field.name ? sentAs(field, form) : textOf(form, name).trim(),
      ]),
    ),
  )
