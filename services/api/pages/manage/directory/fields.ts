import { membersWith } from '../../../../../shared/members/derive.ts'
import type { Member, Members } from '../../../../../shared/members/member.ts'
import { organizerMembers, organizerOrders } from '../../../../../shared/members/organizer.ts'
import { venueMembers, venueOrders } from '../../../../../shared/members/venue.ts'
import type { Nested } from '../../../platform/request/nesting.ts'
import { textOf } from '../../page.ts'
import type { Fields, Groups } from '../form/merge.ts'

/** What a field is typed in. */
type FieldAs = 'line' | 'tel' | 'email' | 'url' | 'html' | 'flag' | 'number' | 'status' | 'author' | 'parent'

/** Where in the form it stands. */
export type Section = 'name' | 'texts' | 'where' | 'further' | 'contact' | 'looks' | 'publication'

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

/** How a member of a kind is typed; null: by no form of the desk. */
const TYPED: Readonly<Record<Exclude<Member['kind'], 'own'>, FieldAs | null>> = {
  ...{ title: 'line', line: 'line', region: 'line', phone: 'tel', email: 'email', uri: 'url', html: 'html' },
  ...{ flag: 'flag', coordinate: 'number', ids: null },
}

/** Members that are like no other. */
const OWN: Readonly<Record<string, FieldAs>> = {
  image: 'line',
  status: 'status',
  author: 'author',
  slug: 'line',
  password: 'line',
}

const HINTS: Readonly<Record<string, string>> = {
  description: 'Paragraphs, and HTML for more: <strong>, <em>, <a href="…">, <ul>, <ol>, <h3>, <blockquote>.',
  excerpt: 'Nothing: how the text begins.',
  image:
    'Address of a picture on the web, which is fetched, or the number of one that is here. Nothing: none.',
  slug: 'Nothing: made of the name.',
  password: 'Only who knows it sees more than the name. Nothing: everybody.',
  stateprovince: 'Nothing: the state, or else the province.',
  latitude: 'Degrees north of the equator, such as 40.7128.',
  longitude: 'Degrees east of Greenwich, such as -74.006.',
}

/** By the fact that tells of them, members that stand together. */
const SECTIONS: Readonly<Record<string, Section>> = {
  Renamed: 'name',
  Described: 'texts',
  Illustrated: 'texts',
  Moved: 'where',
  ContactChanged: 'contact',
  Presented: 'looks',
}

const sectionOf = ({ fact = '', asked, kind }: Member): Section => {
  const section = SECTIONS[fact] ?? (kind === 'own' ? 'publication' : 'texts')
  return section === 'where' && asked === undefined ? 'further' : section
}

/** The fields of a table of members; what it adds later is among them. */
const fieldsOf = (table: Members, first: readonly string[]): readonly Field[] =>
  membersWith(table, 'word', first).flatMap(([name, row]): readonly Field[] => {
    const as = row.kind === 'own' ? (OWN[name] ?? null) : TYPED[row.kind]
    if (as === null) return []
    const label = typeof row.asked === 'string' ? row.asked : row.word
    return [
      { name, label, as, section: sectionOf(row), hint: HINTS[name] ?? null, initial: row.initial === true },
    ]
  })

const FIRST = ['name', 'description', 'excerpt', 'image']
const LAST = ['status', 'author', 'slug', 'password']

export const venueFields = fieldsOf(venueMembers, [...FIRST, ...venueOrders.asked, ...LAST])
export const organizerFields = fieldsOf(organizerMembers, [...FIRST, ...organizerOrders.calx, ...LAST])

const ofTerm = (name: string, label: string, as: FieldAs, section: Section, hint = HINTS[name]): Field => ({
  ...{ name, label, as, section, hint: hint ?? null, initial: false },
})

const termFields: readonly Field[] = [
  ofTerm('name', 'Name', 'line', 'name'),
  ofTerm('slug', 'Address of the page', 'line', 'texts'),
  ofTerm('description', 'Text', 'html', 'texts'),
]

export const tagFields = termFields
export const categoryFields: readonly Field[] = [
  ...termFields,
  ofTerm('parent', 'Below', 'parent', 'texts', 'The category that it is a part of.'),
]

/** Each field is written for itself. */
export const groupsOf = (fields: readonly Field[]): Groups<string> =>
  Object.fromEntries(fields.map(({ name }) => [name, [name]]))

/** Fields of a form that make a new thing: its name, what is on or off, and whatever else was typed. Pure. */
export const filledIn = (fields: readonly Field[], typed: Fields): readonly string[] =>
  fields
    .filter(({ name, as }) => name === 'name' || as === 'flag' || typed[name] !== '')
    .map(({ name }) => name)

/** Line breaks as they are stored, whatever a browser made of them. */
const lines = (text: string): string => text.replaceAll('\r\n', '\n')

const typedAs = ({ as }: Field, value: unknown): string => {
  if (as === 'flag') return value === true ? '1' : ''
  if (as === 'status' && value === 'future') return 'publish'
  return typeof value === 'string' ? lines(value) : typeof value === 'number' ? String(value) : ''
}

/** Stored values as a form shows them. Pure. */
export const typedOf = (fields: readonly Field[], values: object): Fields => {
  const stored = new Map<string, unknown>(Object.entries(values))
  return Object.fromEntries(fields.map(field => [field.name, typedAs(field, stored.get(field.name))]))
}

/** What was sent of a form. Pure. */
export const typedIn = (fields: readonly Field[], form: Nested): Fields =>
  Object.fromEntries(
    fields.map(({ name, as }) => {
      const text = lines(textOf(form, name))
      return [name, as === 'flag' ? (text === '' ? '' : '1') : as === 'html' ? text : text.trim()]
    }),
  )
