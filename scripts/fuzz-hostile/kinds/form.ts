import { whole, type Header, type Input, type Kind, type Talk } from '../input.ts'
import type { Site } from '../service.ts'
import { pickFrom } from '../targets.ts'
import { ALPHABETS } from './content.ts'
import { FEEDS } from './feed.ts'
import { countOf } from './repeat.ts'

type Field = readonly [name: string, value: string]
type File = { readonly name: string; readonly type: string; readonly text: string }
type Filled = { readonly fields: readonly Field[]; readonly file?: File }
type Made = { readonly count: number; readonly salt: number; readonly sign: string }

/** A form that people post. `fill`: with something in it that is long, or that stands there often. */
type Form = {
  readonly name: string
  readonly address: string
  readonly fill: (made: Made) => Filled
  /** A page that is opened before, for a member that says what was seen there. */
  readonly reads?: { readonly address: string; readonly member: string; readonly pattern: RegExp }
  /** Of a plan that is shown, the button that is pressed then. */
  readonly then?: (made: Made) => readonly Field[]
}

const CALENDAR = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a', 'SUMMARY:Fair', 'DTSTART:20270501T100000Z']
const FAIR: File = {
  ...{ name: 'fair.ics', type: 'text/calendar' },
  text: [...CALENDAR, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'),
}

/** A form with one long text in each of its fields in turn, and one in which a field stands there often. */
const eachField = (
  name: string,
  address: string,
  names: readonly string[],
  rest: readonly Field[],
  more: Pick<Form, 'reads'> = {},
): readonly Form[] => [
  ...names.map((field): Form => ({
    ...{ name: `${name}: ${field}`, address, ...more },
    fill: ({ count, salt, sign }) => ({
      fields: [...rest.filter(([one]) => one !== field), [field, `${salt}${sign.repeat(count)}`]],
    }),
  })),
  ...names.map((field): Form => ({
    ...{ name: `${name}: many of ${field}`, address, ...more },
    fill: ({ count }) => ({
      fields: [...rest, ...Array.from({ length: count }, (_, at): Field => [`${field}[${at}]`, String(at)])],
    }),
  })),
]

const OPTIONS = ['url', 'source', 'origin', 'post_status', 'author', 'category', 'update_authority'] as const
const BRING = [...OPTIONS, 'date_order', 'separator', 'kept', 'plan', 'choice', 'part'] as const

const bringForms: readonly Form[] = [
  ...FEEDS.flatMap(({ name, type, text }): readonly Form[] => {
    const fill = ({ count, salt, sign }: Made): Filled => ({
      fields: [['choice', 'try']],
      file: { name: type === 'text/csv' ? 'a.csv' : 'a.ics', type, text: text(count, salt, sign) },
    })
    return [
      { name: `file ${name}`, address: '/imports', fill },
      {
        ...{ name: `parts of a plan of ${name}`, address: '/imports', fill },
        then: ({ salt }) => [
          ['choice', ''],
          ['part', ['created.1', 'failed.51', 'all.9999999', 'warned.2'][salt % 4] ?? ''],
        ],
      },
    ]
  }),
  ...eachField('file with', '/imports', BRING, [['choice', 'try']]).map((form): Form => ({
    ...form,
    fill: made => ({ ...form.fill(made), file: FAIR }),
  })),
  {
    ...{ name: 'name of a file', address: '/imports' },
    fill: ({ count, sign }) => ({
      fields: [['choice', 'try']],
      file: { ...FAIR, name: sign.replace(/[\r\n"]/g, 'x').repeat(count) },
    }),
  },
]

const EVENT = [
  ...['title', 'startDate', 'startTime', 'endDate', 'endTime', 'timezone', 'description', 'excerpt', 'image'],
  ...['cost', 'website', 'password', 'slug', 'status', 'publishedAt', 'author', 'venues', 'organizers'],
  ...['categories', 'tags', 'addVenue', 'addOrganizer', 'addTags', 'addCategories', 'newVenue[venue]'],
  ...['newVenue[address]', 'newOrganizer[organizer]', 'newOrganizer[email]', 'asked'],
] as const
const DATED: readonly Field[] = [
  ...([
    ['title', 'Hostile'],
    ['startDate', '2027-05-01'],
    ['startTime', '10:00'],
    ['endDate', '2027-05-01'],
    ['endTime', '11:00'],
    ['timezone', 'UTC'],
    ['status', 'draft'],
  ] as const),
]

const PLACE = [
  ...[
    'name',
    'slug',
    'description',
    'address',
    'city',
    'zip',
    'country',
    'phone',
    'email',
    'website',
    'parent',
  ],
  ...['latitude', 'longitude', 'image', 'status', 'author', 'asked'],
] as const

/** The form of what is there knows how it was when it was opened. */
const opened = (address: string): Pick<Form, 'reads'> => ({
  reads: { address, member: 'rev', pattern: /name="rev"\s+value="(\d+)"/ },
})

const deskForms = ({ pool: { changing } }: Site): readonly Form[] => {
  const [event = 0, venue = 0, organizer = 0] = [
    ...[changing.events[0], changing.venues[0], changing.organizers[0]],
  ]
  const [category = 0, tag = 0] = [changing.categories[0], changing.tags[0]]
  return [
    ...eachField('new event', '/manage/events/new', EVENT, DATED),
    ...eachField('event', `/manage/events/${event}`, EVENT, DATED, opened(`/manage/events/${event}`)),
    ...eachField(
      'venue',
      `/manage/venues/${venue}`,
      PLACE,
      [['name', 'Hostile']],
      opened(`/manage/venues/${venue}`),
    ),
    ...eachField(
      'organizer',
      `/manage/organizers/${organizer}`,
      PLACE,
      [['name', 'Hostile']],
      opened(`/manage/organizers/${organizer}`),
    ),
    ...eachField(
      'category',
      `/manage/categories/${category}`,
      PLACE,
      [['name', 'Hostile']],
      opened(`/manage/categories/${category}`),
    ),
    ...eachField('tag', `/manage/tags/${tag}`, PLACE, [['name', 'Hostile']], opened(`/manage/tags/${tag}`)),
    ...eachField('several events', '/manage/events/several', ['do', 'id', 'given'], [['do', 'draft']]),
    ...eachField('several venues', '/manage/venues/several', ['do', 'id', 'given'], [['do', 'draft']]),
    ...eachField('taken back', '/manage/events/undo', ['batch', 'id'], [['batch', 'a']]),
    ...eachField(
      'signed in again',
      '/manage/sign-in',
      ['kept_for', 'sign_in_login', 'title'],
      [['kept_for', 'events/new']],
    ),
    ...eachField(
      'put back',
      `/history/event/${event}/put-back`,
      ['only', 'revision', 'members'],
      [['members[title]', '1']],
      { reads: { address: `/history/event/${event}`, member: 'as_of', pattern: /as_of=(\d+)/ } },
    ),
    ...eachField('undo of an import', '/imports/unknown_import/undo', ['edited', 'x'], []),
    ...eachField('feed', '/schedules', ['url', 'every', 'source', 'author'], [['every', '1x']]),
  ]
}

const BOUNDARY = 'b8f'
const part = (disposition: string, body: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${body}\r\n`

const encoded = ({
  fields,
  file,
}: Filled): { readonly headers: readonly Header[]; readonly body: Buffer } => {
  if (file === undefined) {
    const text = fields.map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`,
    )
    return {
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: Buffer.from(text.join('&')),
    }
  }
  const all = [
    ...fields.map(([name, value]) => part(`name="${name}"`, value)),
    part(`name="file"; filename="${file.name}"\r\nContent-Type: ${file.type}`, file.text),
  ]
  return {
    headers: [['Content-Type', `multipart/form-data; boundary=${BOUNDARY}`]],
    body: Buffer.from(`${all.join('')}--${BOUNDARY}--\r\n`),
  }
}

/** Value of a hidden field of a page; "" when it has none. */
const hiddenIn = (text: string, name: string): string =>
  new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(text)?.[1] ?? ''

const MOST_BYTES = 10 * 1024 * 1024

/** Forms of pages, posted by whoever they are for: what they bring is tried, saved, refused or shown again. */
export const form: Kind = site => {
  const forms = [...bringForms, ...bringForms, ...deskForms(site)]
  const posting = async ({ send }: Talk, address: string, filled: Filled): Promise<string> => {
    const sent = { method: 'POST', address, caller: 'administrator', by: 'cookie' } as const
    const heard = await send(whole(site, { ...sent, ...encoded(filled) }))
    return heard.kind === 'answer' ? heard.text : ''
  }
  let known = ''
  const tokenFor = async ({ send }: Talk): Promise<string> => {
    if (known !== '') return known
    const asked = { address: '/schedules', caller: 'administrator', by: 'cookie' } as const
    const heard = await send(whole(site, { ...asked, headers: [['Accept', 'text/html']] }))
    known = heard.kind === 'answer' ? hiddenIn(heard.text, 'form_token') : ''
    return known
  }
  const seenOn = async ({ send }: Talk, { reads }: Form): Promise<readonly Field[]> => {
    if (reads === undefined) return []
    const asked = { address: reads.address, caller: 'administrator', by: 'cookie' } as const
    const heard = await send(whole(site, { ...asked, headers: [['Accept', 'text/html']] }))
    const [, value] = heard.kind === 'answer' ? (reads.pattern.exec(heard.text) ?? []) : []
    return value === undefined ? [] : [[reads.member, value]]
  }
  return (random): Input => {
    const picked = pickFrom(forms, random)
    const sign = pickFrom(ALPHABETS, random)
    const each = encoded(picked.fill({ count: 200, salt: 1, sign })).body.length / 200
    return {
      kind: `form ${picked.name}`,
      what: `POST ${picked.address}, ${picked.name} of ${JSON.stringify(sign)}`,
      size: Math.max(1, Math.min(countOf(random), Math.floor(MOST_BYTES / each))),
      perform: async (count, salt, talk) => {
        const token: Field = ['form_token', await tokenFor(talk)]
        const made = { count, salt, sign }
        const { fields, file } = picked.fill(made)
        const seen = await seenOn(talk, picked)
        const first = { fields: [token, ...seen, ...fields], ...(file === undefined ? {} : { file }) }
        const text = await posting(talk, picked.address, first)
        const kept: readonly Field[] = [
          ['kept', hiddenIn(text, 'kept')],
          ['plan', hiddenIn(text, 'plan')],
        ]
        if (kept[0]?.[1] === '') return
        const then = picked.then?.(made) ?? []
        if (then.length > 0)
          await posting(talk, picked.address, {
            fields: [token, ...kept, ...then],
            file: { ...FAIR, name: '', text: '' },
          })
        await posting(talk, picked.address, {
          fields: [token, ...kept, ['choice', 'leave']],
          file: { ...FAIR, name: '', text: '' },
        })
      },
    }
  }
}
