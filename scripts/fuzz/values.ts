import fc, { type Arbitrary } from 'fast-check'
import { hostile, nearOf, type Schema } from './wrong-values.ts'
import type { Pool } from './world.ts'

/** `fine`: nothing about this value may be refused. */
export type Value = { readonly value: unknown; readonly fine: boolean }

/** Texts of every form that some argument has; a schema picks its own among them. */
const TEXTS = [
  ...['1', '+2', '3.0', '007', '50', '0', '-0', '100', '1.5', '.5', '-7.25'],
  ...['true', 'FALSE', 'TrUe'],
  ...['', ' ', ',', '1, 2', '1 2,3'],
  ...['2027-05-01', '2027-02-28 23:59', '2027-05-01T10:00:00Z', '2027-05-01t24:00', '2027-11-07 01:30:00.5'],
  ...['2027-06-10T10:00:00-08', '1804654800', 'now', 'Tomorrow 9:30pm', 'yesterday 21:00:00'],
  ...['https://a.example/x?y=1&z=2', 'HTTP://bücher.example/ä', 'mailto:a@b.example', 'ftp://f.example'],
  ...['publish', 'draft', 'publish,draft'],
  ...[
    'Sports & Music',
    'plain text',
    'é 山川 🎭',
    '<b>Bold</b> “quoted” \\ $& {} [x]',
    "O'Neil",
    'a%b_c.*(d',
  ],
]

const visible = TEXTS.filter(text => /\p{L}{2}/u.test(text))

const texts = ({ pattern, minLength = 0 }: Schema): Arbitrary<string> => {
  const form = pattern === undefined ? null : new RegExp(pattern, 'u')
  const fitting = (minLength > 0 ? visible : TEXTS).filter(text => form?.test(text) !== false)
  const known = fc.constantFrom(...(fitting.length === 0 ? ['1'] : fitting))
  return form === null
    ? fc.oneof(
        known,
        fc.string({ unit: 'grapheme' }).map(text => `a${text}b`),
      )
    : known
}

/** Values that a schema admits. */
const admitted = (schema: Schema): Arbitrary<unknown> => {
  const { type, anyOf, items, enum: values, minimum = 0 } = schema
  if (anyOf !== undefined) return fc.oneof(...anyOf.filter(form => form.type !== 'object').map(admitted))
  if (values !== undefined) return fc.constantFrom(...values)
  if (type === 'integer') return fc.oneof(fc.constant(minimum), fc.integer({ min: minimum, max: 60 }))
  if (type === 'number') return fc.double({ min: -90, max: 90, noNaN: true })
  if (type === 'boolean') return fc.boolean()
  if (type === 'array') return fc.array(admitted(items ?? {}), { maxLength: 4 })
  return texts(schema)
}

const ZONES = ['Europe/Paris', 'america/new_york', 'UTC', 'UTC+5:30', '-03:00', 'Pacific/Chatham', 'EST']
const WEBSITES = ['', 'https://a.example/?x=1&y=2', 'http://bücher.example/ö', 'mailto:office@school.example']

const idForms = (ids: readonly number[]): Arbitrary<unknown> => {
  const id = fc.constantFrom(...ids)
  return fc.oneof(
    id,
    id.map(String),
    fc.array(fc.oneof(id, id.map(String)), { maxLength: 4 }),
    fc.array(id, { minLength: 1, maxLength: 4 }).map(all => all.join(', ')),
  )
}

const described = (name: 'venue' | 'organizer') =>
  fc.record(
    {
      [name]: fc.constantFrom('Gym', 'Main Hall', 'Übungsraum & Co'),
      city: fc.constantFrom('Troy', '', null),
      phone: fc.constantFrom('1', '+1 555'),
      website: fc.constantFrom(...WEBSITES),
      show_map: fc.constantFrom(true, 'false', 1),
    },
    { requiredKeys: [name] },
  )

/** Values of arguments that name something, or have rules that no schema tells. */
const named = (
  pool: Pool,
  writes: boolean,
  collection: string,
): Readonly<Record<string, Arbitrary<unknown>>> => {
  const { kept } = pool
  const one = (ids: readonly number[]) => fc.constantFrom(...ids, ...ids.map(String))
  const references = (name: 'venue' | 'organizer', ids: readonly number[]) => {
    if (!writes) return idForms(ids)
    const object = fc.constantFrom(...ids).map(id => ({ id, venue: 'other' }))
    return fc.oneof(idForms(ids), object, fc.array(fc.oneof(object, described(name)), { maxLength: 3 }))
  }
  return {
    // the name in the other collections
    ...(collection === 'events'
      ? { venue: references('venue', kept.venues), organizer: references('organizer', kept.organizers) }
      : {}),
    categories: idForms(kept.categories),
    tags: idForms(kept.tags),
    event: one(kept.events),
    post: one(kept.events),
    post_parent: one(kept.events),
    include: idForms(kept.events),
    author: one(pool.users),
    image: fc.constantFrom('', false),
    timezone: fc.constantFrom(...ZONES),
    website: fc.constantFrom(...WEBSITES),
    status: fc.constantFrom('publish'),
    ticketed: fc.constantFrom(false, '0'),
    search: fc.constantFrom('event', '"é"', '-club', 'a b', '%', '\\', '(['),
    start_date: fc.constantFrom('2027-05-01', '2027-03-14 02:30', '2027-05-01T10:00:00Z', '1804654800'),
    end_date: fc.constantFrom('2027-05-03', '2027-11-07 01:30', '2027-05-03T10:00:00+02:00', '1825232400'),
    description: fc.constantFrom('<p>a</p>', 'plain', '', '<script>x</script>', '山'.repeat(200)),
    password: fc.constantFrom('secret', 'é'),
  }
}

const ARGUMENTS_OF_TERMS: Readonly<Record<string, 'categories' | 'tags'>> = {
  categories: 'categories',
  category: 'categories',
  tags: 'tags',
  tag: 'tags',
}

/** Values for one argument: most fine, some nearly, some hostile. */
export const valueOf = (
  name: string,
  schema: object,
  about: { readonly pool: Pool; readonly writes: boolean; readonly collection: string },
): Arbitrary<Value> => {
  const terms = ARGUMENTS_OF_TERMS[about.collection]
  const special =
    terms !== undefined && ['include', 'exclude', 'parent'].includes(name)
      ? idForms(about.pool.kept[terms]).filter(value => name !== 'parent' || !Array.isArray(value))
      : named(about.pool, about.writes, about.collection)[name]
  const parent =
    terms !== undefined && name === 'parent' ? fc.constantFrom(0, ...about.pool.kept[terms]) : null
  const good = parent ?? special ?? admitted(schema)
  return fc.oneof(
    { weight: 8, arbitrary: good.map(value => ({ value, fine: true })) },
    { weight: 2, arbitrary: nearOf(schema).map(value => ({ value, fine: false })) },
    { weight: 1, arbitrary: hostile.map(value => ({ value, fine: false })) },
  )
}
