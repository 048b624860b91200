import { rest, whole, type Input, type Kind, type Talk } from '../input.ts'
import type { Site } from '../service.ts'
import { pickFrom } from '../targets.ts'
import type { Heard, Wire } from '../wire.ts'
import { countOf } from './repeat.ts'

/** What texts are made of: each is dear to some way of reading, cleaning, folding or showing them. */
export const ALPHABETS = [
  ...[
    'a\n',
    '\n',
    '\n\n',
    '\r',
    ' ',
    '\t',
    'a ',
    '  a',
    '<',
    '>',
    '<b>',
    '</b>',
    '<b',
    '<!--',
    '-->',
    '<![CDATA[',
    '<?',
  ],
  ...[
    '<p>',
    '<br>',
    '<pre>\n',
    '<script>',
    '<style>',
    '<a href="',
    '<a href="http://a">',
    '<img src=x>',
    '<ul><li>',
  ],
  ...[
    '<table>',
    '<b><i>',
    '&',
    '&amp;',
    '&#',
    '&#x',
    '&#0;',
    '&lt;',
    '&nbsp',
    '"',
    "'",
    '`',
    '\\',
    '\\n',
    '%',
    '%41',
  ],
  ...['http://a ', 'http://', 'www.a.b ', 'a@b.c ', '@', '](', '[x]', '[[', '{{', '${', '$1', '*', '_', '~'],
  ...[
    '-',
    '--',
    '.',
    ',',
    ';',
    ':',
    '/',
    '?',
    '=',
    '+',
    '|',
    '0',
    '1',
    '1,',
    '$1.50 ',
    'é',
    'e\u0301',
    '\u0301',
    'ß',
    'İ',
  ],
  ...[
    'ﬃ',
    '😀',
    '\u202e',
    '\u200d',
    '👩‍👩‍👧',
    '\u2028',
    '\ufeff',
    '山',
    '한',
    '\u0000',
    '\u0008',
    '\ud83d',
    'A',
    'aB',
  ],
] as const

type Field = {
  readonly kind: 'events' | 'venues' | 'organizers' | 'categories' | 'tags'
  readonly name: string
  readonly most: number
}

const fields = (kind: Field['kind'], most: number, names: readonly string[]): readonly Field[] =>
  names.map(name => ({ kind, name, most }))

const FIELDS: readonly Field[] = [
  ...fields('events', 131_072, ['description', 'description', 'description', 'excerpt']),
  ...fields('events', 2_000, [
    'title',
    'cost',
    'website',
    'slug',
    'tags',
    'image',
    'timezone',
    'currency_symbol',
  ]),
  ...fields('venues', 131_072, ['description']),
  ...fields('venues', 2_000, ['venue', 'address', 'city', 'zip', 'phone', 'website', 'slug']),
  ...fields('organizers', 131_072, ['description']),
  ...fields('organizers', 2_000, ['organizer', 'email', 'phone', 'website', 'slug']),
  ...fields('categories', 131_072, ['description']),
  ...fields('categories', 2_000, ['name', 'slug']),
  ...fields('tags', 131_072, ['description']),
  ...fields('tags', 2_000, ['name', 'slug']),
]

const NAMES = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
} as const

type Made = { readonly id: number; readonly slug: string }

const madeIn = (heard: Heard): Made | null => {
  if (heard.kind !== 'answer' || heard.status !== 201) return null
  // of what is longer only the beginning was kept
  const [, id] = /"id":(\d+)/.exec(heard.text) ?? []
  const [, slug = ''] = /"slug":"([^"]*)"/.exec(heard.text) ?? []
  return id === undefined ? null : { id: Number(id), slug }
}

/** Everywhere it is shown. */
const readsOf = (kind: Field['kind'], { id, slug }: Made): readonly string[] => {
  const part = encodeURIComponent(slug)
  const own = {
    events: 'event',
    venues: 'venue',
    organizers: 'organizer',
    categories: 'events/category',
    tags: 'events/tag',
  }[kind]
  const month = encodeURIComponent(JSON.stringify({ u: '/events/month/2027-05/' }))
  return [
    rest(`/cal/events/v1/${kind}/${id}`),
    rest(`/cal/events/v1/${kind}&per_page=50`),
    rest(`/cal/events/v1/events&start_date=2027-05-01&per_page=50`),
    ...(kind === 'categories' || kind === 'tags'
      ? []
      : [rest(`/calx/v1/${kind}/${id}`), rest(`/calx/v1/${kind}`)]),
    ...(kind === 'categories' || kind === 'tags' ? [] : [rest(`/cal/events/v1/${kind}/by-slug/${part}`)]),
    rest(`/cal/events/v1/${kind}&search=${encodeURIComponent('a b e')}`),
    rest(`/cal/views/v2/html&u=/events/month/2027-05/`),
    rest(`/cal/views/v2/html&u=/events/list/%3Fcal-bar-date=2027-04-30`),
    rest(`/oembed/1.0/embed&url=http://127.0.0.1/${own}/${part}/&x=${month}`),
    `/${own}/${part}/`,
    `/${own}/${part}/ical`,
    '/events/month/2027-05/',
    '/events/list/?cal-bar-date=2027-04-30',
    '/events/ical',
  ]
}

const read = async (site: Site, addresses: readonly string[], salt: number, { send }: Talk) => {
  for (const address of addresses) {
    const joint = address.includes('?') ? '&' : '?'
    await send(whole(site, { address: `${address}${joint}salt=${salt}`, headers: [['Accept', 'text/html']] }))
  }
}

/** So that what was made weighs on nothing that comes later. */
export const purging = (site: Site, kind: Field['kind'], id: number): Wire => {
  const isTerm = kind === 'categories' || kind === 'tags'
  const address = rest(isTerm ? `/cal/events/v1/${kind}/${id}` : `/calx/v1/${kind}/${id}&force=true`)
  return whole(site, { method: 'DELETE', address, caller: 'administrator' })
}

const clipped = (text: string, bytes: number): string =>
  Buffer.from(text)
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\ufffd+$/, '')

const bodyOf = ({ kind, name }: Field, text: string, salt: number) => ({
  [NAMES[kind]]: `Hostile ${salt}`,
  ...(kind === 'events'
    ? {
        ...{ start_date: '2027-05-01 10:00', end_date: '2027-05-01 11:00', status: 'publish' },
        venue: { venue: `Gym ${salt}` },
      }
    : {}),
  [name]: name === 'website' ? `http://a.example/${text}` : text,
})

const written =
  (
    site: Site,
    field: Field,
    element: string,
    caller: 'administrator' | 'editor' | 'author',
  ): Input['perform'] =>
  async (count, salt, talk) => {
    // slugs and names that are there already are told apart by numbers
    const text = clipped(element.repeat(count), field.most)
    const body = Buffer.from(JSON.stringify(bodyOf(field, text, salt)))
    const json = [['Content-Type', 'application/json']] as const
    const address = rest(`/cal/events/v1/${field.kind}`)
    const heard = await talk.send(whole(site, { method: 'POST', address, caller, headers: json, body }))
    const made = madeIn(heard)
    if (made === null) return
    await read(site, readsOf(field.kind, made), salt, talk)
    const item = rest(`/cal/events/v1/${field.kind}/${made.id}`)
    const cleared = Buffer.from('{"description":""}')
    await talk.send(whole(site, { method: 'PATCH', address: item, caller, headers: json, body: cleared }))
    await talk.send(purging(site, field.kind, made.id))
    const [, venueId] = heard.kind === 'answer' ? (/"venue":\{"id":(\d+)/.exec(heard.text) ?? []) : []
    if (venueId !== undefined) await talk.send(purging(site, 'venues', Number(venueId)))
  }

const AUTHORS = ['administrator', 'editor', 'author'] as const

/** A text that a contributor writes, at its limit, and that everybody reads on every surface. */
export const content: Kind = site => random => {
  const field = pickFrom(FIELDS, random)
  const element = `${pickFrom(ALPHABETS, random)}${random.number(3) === 0 ? pickFrom(ALPHABETS, random) : ''}`
  const caller = random.oneOf(AUTHORS)
  const count = random.number(2) === 0 ? field.most : countOf(random)
  const size = Math.max(1, Math.min(count, Math.floor(field.most / Buffer.byteLength(element))))
  return {
    kind: `content ${field.kind} ${field.name}`,
    what: `${JSON.stringify(element)} in ${field.name} of ${field.kind} by ${caller}, read everywhere`,
    size,
    perform: written(site, field, element, caller),
  }
}
