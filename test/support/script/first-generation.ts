import type { Teller } from './teller.ts'

const V1 = '/cal/events/v1'
const idOf = (body: Readonly<Record<string, unknown>>) => Number(body['id'])

const day = (n: number, hour: number) =>
  `2027-${String(2 + (n % 5)).padStart(2, '0')}-${String(1 + ((n * 7) % 28)).padStart(2, '0')} ${String(hour).padStart(2, '0')}:00:00`

const TITLES = [
  'Book fair',
  'Élan & <b>Sports</b>',
  'Straße',
  'Concert “Spring”',
  'board meeting',
  'Zoo, trip',
]

export type Made = {
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly categories: readonly number[]
  readonly tags: readonly number[]
  readonly events: readonly number[]
}

/** Creates items of all five kinds by users of several roles. */
export const createItems = async ({ ask }: Teller): Promise<Made> => {
  const categories: number[] = []
  const tags: number[] = []
  const venues: number[] = []
  const organizers: number[] = []
  const events: number[] = []
  for (const name of ['Fairs', 'Sports', 'Ünicode', 'fairs'])
    categories.push(idOf(await ask(`POST ${V1}/categories`, { as: 'editor', body: { name } })))
  categories.push(
    idOf(
      await ask(`POST ${V1}/categories`, { as: 'editor', body: { name: 'Small', parent: categories[0] } }),
    ),
  )
  for (const name of ['Music', 'Outdoor', 'Music'])
    tags.push(
      idOf(await ask(`POST ${V1}/tags`, { as: 'editor', body: { name, description: `About ${name}` } })),
    )
  for (const [n, venue] of ['Main Hall', 'Gym', 'Äußere Wiese', 'Hall'].entries())
    venues.push(
      idOf(
        await ask(`POST ${V1}/venues`, {
          as: n % 2 === 0 ? 'editor' : 'author',
          body: { venue, city: 'Troy', country: 'United States', state: 'NY', zip: `1218${n}`, phone: '555' },
        }),
      ),
    )
  for (const [n, organizer] of ['PTA', 'Chess & Go', 'Band'].entries())
    organizers.push(
      idOf(
        await ask(`POST ${V1}/organizers`, {
          as: 'editor',
          body: { organizer, email: `o${n}@school.example`, website: 'https://school.example/o' },
        }),
      ),
    )
  for (let n = 0; n < 24; n++)
    events.push(
      idOf(
        await ask(`POST ${V1}/events`, {
          as: ['admin', 'editor', 'author', 'contributor'][n % 4],
          body: {
            title: TITLES[n % TITLES.length],
            description: `<p>Number ${n} is <em>open</em> to all.</p>`,
            start_date: day(n, 8 + (n % 9)),
            end_date: day(n, 9 + (n % 9)),
            ...(n % 5 === 0 ? { all_day: true } : {}),
            ...(n % 6 === 0 ? { timezone: 'Europe/Paris' } : {}),
            ...(n % 4 === 0 ? { status: 'draft' } : {}),
            ...(n % 3 === 0 ? { cost: `${n}-30` } : {}),
            ...(n % 7 === 0 ? { featured: true, sticky: true } : {}),
            venue: venues[n % 3],
            organizer: [organizers[n % 3], organizers[(n + 1) % 3]],
            categories: [categories[n % 3]],
            tags: n % 2 === 0 ? [tags[0]] : [tags[0], tags[1]],
          },
        }),
      ),
    )
  events.push(
    idOf(
      await ask(`POST ${V1}/events`, {
        as: 'editor',
        body: {
          title: 'New place',
          start_date: '2027-03-03 10:00:00',
          end_date: '2027-03-03 12:00:00',
          venue: { venue: 'Made with the event', city: 'Albany' },
          organizer: { organizer: 'Made with it' },
          categories: ['Made too'],
        },
      }),
    ),
  )
  return { categories, tags, venues, organizers, events }
}

/** Reads everything that `createItems` made: lists with their filters, items, forms and refusals. */
export const readItems = async ({ ask }: Teller, made: Made): Promise<void> => {
  const { venues, organizers, categories, tags, events } = made
  const filters = [
    ...['', '&page=2', '&page=3&per_page=7', '&per_page=50', '&page=99', '&per_page=0', '&per_page=x'],
    ...['&start_date=2027-03-01', '&end_date=2027-03-31', '&start_date=2027-02-01&end_date=2027-02-20'],
    ...['&search=fair', '&search=STRASSE', '&search=%C3%A9lan', '&search=.*', '&search=Number 1', '&search='],
    ...[`&venue=${venues[0] ?? 0}`, `&organizer=${organizers[1] ?? 0}`, '&venue=1,2', '&organizer=x'],
    ...['&categories=fairs', `&categories=${categories[0] ?? 0}`, '&categories[]=sports', '&categories=none'],
    ...['&tags=music', `&tags=${tags[1] ?? 0}`, '&featured=true', '&featured=false', '&status=draft'],
    ...[
      '&status=publish,draft',
      '&starts_before=2027-03-01',
      '&starts_after=2027-04-01',
      '&ends_after=2027-05-01',
    ],
    ...[
      '&include=1,2',
      `&include=${events[1] ?? 0},${events[2] ?? 0}`,
      '&strict_dates=true',
      '&post_parent=0',
    ],
    ...['&_fields=id,title', '&_envelope=1', '&_embed=1', '&start_date=nonsense', '&geoloc=true'],
  ]
  for (const filter of filters)
    await ask(
      `GET ${V1}/events&start_date=2027-01-01${filter}`.replace(
        '&start_date=2027-01-01&start_date',
        '&start_date',
      ),
    )
  for (const filter of [
    '',
    '&status=draft',
    '&status=publish,draft,pending',
    '&search=meeting',
    '&per_page=5&page=2',
  ])
    for (const as of ['editor', 'author', 'contributor', 'subscriber'])
      await ask(`GET ${V1}/events&start_date=2027-01-01${filter}`, { as })
  for (const id of [...events.slice(0, 9), 999_999]) await ask(`GET ${V1}/events/${id}`)
  for (const id of events.slice(0, 5))
    await ask(`GET ${V1}/events/${id}&_fields=id,venue,cost_details`, { as: 'editor' })
  for (const slug of ['book-fair', 'strasse', 'board-meeting-2', 'nothing'])
    await ask(`GET ${V1}/events/by-slug/${slug}`)
  for (const kind of ['venues', 'organizers'] as const) {
    const ids = { venues, organizers }[kind]
    for (const filter of [
      '',
      '&per_page=2&page=2',
      '&search=hall',
      '&search=%C3%A4u',
      '&has_events=true',
      '&only_with_upcoming=true',
      '&event=1',
      '&page=9',
      '&hide_empty=1',
      '&status=draft',
    ])
      await ask(`GET ${V1}/${kind}${filter}`)
    for (const id of [...ids.slice(0, 2), 999_999]) await ask(`GET ${V1}/${kind}/${id}`)
    await ask(`GET ${V1}/${kind}/by-slug/${kind === 'venues' ? 'gym' : 'pta'}`)
  }
  for (const kind of ['categories', 'tags'] as const) {
    for (const filter of [
      '',
      '&orderby=count&order=desc',
      '&search=m',
      '&hide_empty=1',
      '&per_page=1&page=2',
      '&parent=0',
      '&slug=music',
      `&event=${events[3] ?? 0}`,
      '&orderby=id',
      '&page=77',
    ])
      await ask(`GET ${V1}/${kind}${filter}`)
    for (const id of [{ categories, tags }[kind][0] ?? 0, 999_999]) await ask(`GET ${V1}/${kind}/${id}`)
  }
}

/** Changes, refuses to change and removes. */
export const changeItems = async ({ ask }: Teller, made: Made): Promise<void> => {
  const { venues, organizers, categories, tags, events } = made
  const [one, two, three, four, five, six] = events
  const list = `GET ${V1}/events&start_date=2027-01-01&per_page=50`
  await ask(`POST ${V1}/events/${one ?? 0}`, {
    as: 'editor',
    body: { title: 'Another title', status: 'publish' },
  })
  await ask(`PATCH ${V1}/events/${two ?? 0}`, { as: 'editor', body: { start_date: '2027-06-01 10:00:00' } })
  await ask(`PUT ${V1}/events/${two ?? 0}`, {
    as: 'editor',
    body: { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00' },
  })
  await ask(`POST ${V1}/events/${three ?? 0}`, { as: 'subscriber', body: { title: 'No' } })
  await ask(`POST ${V1}/events/${three ?? 0}`, { body: { title: 'No' } })
  await ask(`POST ${V1}/events/${four ?? 0}`, { as: 'editor', body: { categories: [], tags: [], venue: [] } })
  await ask(`POST ${V1}/events/999999`, { as: 'editor', body: { title: 'No' } })
  await ask(list)
  await ask(`POST ${V1}/venues/${venues[0] ?? 0}`, {
    as: 'editor',
    body: { venue: 'Great Hall', city: 'Cohoes' },
  })
  await ask(`POST ${V1}/organizers/${organizers[0] ?? 0}`, { as: 'editor', body: { organizer: 'Parents' } })
  await ask(`POST ${V1}/categories/${categories[0] ?? 0}`, {
    as: 'editor',
    body: { name: 'Great fairs', slug: 'great' },
  })
  await ask(`POST ${V1}/tags/${tags[0] ?? 0}`, { as: 'editor', body: { description: 'Loud' } })
  await ask(list)
  await ask(`GET ${V1}/events&start_date=2027-01-01&categories=great`)
  await ask(`DELETE ${V1}/events/${five ?? 0}`, { as: 'editor' })
  await ask(`DELETE ${V1}/events/${five ?? 0}`, { as: 'editor' })
  await ask(`DELETE ${V1}/events/${six ?? 0}`, { as: 'subscriber' })
  await ask(`GET ${V1}/events/${five ?? 0}`)
  await ask(`GET ${V1}/events/${five ?? 0}`, { as: 'editor' })
  await ask(`DELETE ${V1}/venues/${venues[1] ?? 0}`, { as: 'editor' })
  await ask(`DELETE ${V1}/organizers/${organizers[1] ?? 0}`, { as: 'editor' })
  await ask(`DELETE ${V1}/categories/${categories[1] ?? 0}`, { as: 'editor' })
  await ask(`DELETE ${V1}/tags/${tags[1] ?? 0}`, { as: 'editor' })
  for (const kind of [
    'events&start_date=2027-01-01&per_page=50',
    'venues',
    'organizers',
    'categories',
    'tags',
  ])
    for (const as of [undefined, 'editor']) await ask(`GET ${V1}/${kind}`, { as })
}

/** What is wrong with each of these is said the same way. */
export const makeMistakes = async ({ ask }: Teller): Promise<void> => {
  const bodies: readonly unknown[] = [
    {},
    { title: 'x' },
    { title: '', start_date: '2027-01-01', end_date: '2027-01-02' },
    { title: 'x', start_date: 'soon', end_date: 'later' },
    { title: 'x', start_date: '2027-01-02 10:00', end_date: '2027-01-01 10:00' },
    { title: 'x', start_date: '2027-01-01', end_date: '2027-01-02', venue: 999_999 },
    { title: 'x', start_date: '2027-01-01', end_date: '2027-01-02', timezone: 'Mars/North', image: 'x' },
    { title: ['x'], start_date: 5, end_date: null, author: 77, status: 'odd' },
    '{"title": ',
    '[]',
  ]
  for (const body of bodies) await ask(`POST ${V1}/events`, { as: 'editor', body })
  for (const kind of ['venues', 'organizers', 'categories', 'tags'])
    for (const body of [{}, { name: 5, venue: [], organizer: {} }, '"text"'])
      await ask(`POST ${V1}/${kind}`, { as: 'editor', body })
  await ask(`GET ${V1}/nothing`)
  await ask(`DELETE ${V1}/events`, { as: 'editor' })
  await ask(`GET ${V1}/events`, { headers: { authorization: 'Basic bm9ib2R5OndoYXRldmVy' } })
  await ask(`GET ${V1}/events`, { headers: { authorization: 'Basic %%%' } })
}
