import { isDeepStrictEqual } from 'node:util'
import { fairItem } from '../import-world.ts'
import type { Teller } from './teller.ts'
import type { Made } from './first-generation.ts'

const X = '/calx/v1'
const V1 = '/cal/events/v1'

/** The second generation over what the first one made. */
export const secondGeneration = async ({ ask }: Teller, made: Made): Promise<void> => {
  const ids: number[] = []
  for (let n = 0; n < 4; n++) {
    const body = {
      title: `Second ${n}`,
      start_date: `2027-04-0${n + 1} 10:00:00`,
      end_date: `2027-04-0${n + 1} 12:00:00`,
      content: `Text ${n}`,
      venues: [made.venues[0]],
      organizers: [made.organizers[0]],
      cal_events_cat: [made.categories[0]],
      status: n === 3 ? 'draft' : 'publish',
    }
    ids.push(Number((await ask(`POST ${X}/events`, { as: 'editor', body }))['id']))
  }
  const venue = await ask(`POST ${X}/venues`, { as: 'editor', body: { title: 'Annex', city: 'Troy' } })
  const organizer = await ask(`POST ${X}/organizers`, { as: 'editor', body: { title: 'Choir' } })
  for (const query of [
    '',
    '&per_page=3',
    '&per_page=3&page=2',
    '&page=50',
    '&search=second',
    '&order=asc&orderby=title',
    '&orderby=date',
    '&status=draft',
    '&context=edit',
    '&include[]=1',
    `&exclude=${ids[0] ?? 0}`,
    '&start_date=2027-03-01',
    '&after=2027-01-01T00:00:00',
    '&_fields=id,title.rendered',
    '&slug=second-1',
    '&per_page=1000',
    '&offset=2',
    '&starts_after=2027-03-01',
    '&venue=1',
    '&organizer=2',
  ])
    for (const as of [undefined, 'editor']) await ask(`GET ${X}/events${query}`, { as })
  for (const kind of ['venues', 'organizers'])
    for (const query of [
      '',
      '&search=a',
      '&per_page=2&page=2',
      '&orderby=title&order=desc',
      '&context=edit',
      '&slug=annex',
      '&order=up',
    ])
      await ask(`GET ${X}/${kind}${query}`, { as: query === '&context=edit' ? 'editor' : undefined })
  const [one, two] = ids
  await ask(`PUT ${X}/events/${one ?? 0}`, { as: 'editor', body: { title: 'Second, changed' } })
  await ask(`PATCH ${X}/events/${one ?? 0}`, { as: 'author', body: { title: 'No' } })
  await ask(`GET ${X}/events/${one ?? 0}`)
  await ask(`GET ${X}/events/${one ?? 0}&context=edit`, { as: 'editor' })
  await ask(`GET ${X}/events/${one ?? 0}&context=embed`)
  await ask(`DELETE ${X}/events/${two ?? 0}`, { as: 'editor' })
  await ask(`GET ${X}/events/${two ?? 0}`)
  await ask(`PUT ${X}/venues/${Number(venue['id'])}`, { as: 'editor', body: { city: 'Cohoes' } })
  await ask(`GET ${X}/venues/${Number(venue['id'])}`)
  await ask(`DELETE ${X}/organizers/${Number(organizer['id'])}`, { as: 'editor' })
  await ask(`GET ${X}/events/999999`)
}

/** Indexes, descriptions, batches, embedding, and the methods that have no body. */
export const platform = async ({ ask }: Teller, made: Made): Promise<void> => {
  const event = made.events[1] ?? 0
  for (const address of [
    '/',
    '/cal/events/v1',
    X,
    '/cal/event-aggregator/v1',
    `${V1}/doc`,
    `${X}/docs`,
    `${X}/doc`,
    '/oembed/1.0',
    '/batch/v1',
  ])
    for (const method of ['GET', 'HEAD', 'OPTIONS']) await ask(`${method} ${address}`)
  for (const address of [
    `${V1}/events`,
    `${V1}/events/${event}`,
    `${V1}/venues`,
    `${X}/events`,
    `${X}/events/${event}`,
  ])
    for (const method of ['HEAD', 'OPTIONS']) await ask(`${method} ${address}`)
  const requests = [
    { path: `${V1}/tags`, body: { name: 'Batched' } },
    { path: `${V1}/events/${event}`, method: 'PUT', body: { title: 'Batched title' } },
    { path: `${X}/venues`, body: { title: 'Batched venue' } },
    { path: `${V1}/events/999999`, method: 'DELETE' },
    { path: '/nowhere' },
  ]
  await ask('POST /batch/v1', { as: 'editor', body: { requests } })
  await ask('POST /batch/v1', { as: 'editor', body: { requests, validation: 'require-all-validate' } })
  await ask('POST /batch/v1', { body: { requests: requests.slice(0, 2) } })
  await ask('POST /batch/v1', { as: 'editor', body: { requests: [{ path: '/', method: 'GET' }] } })
  for (const url of ['/event/book-fair/', '/venue/gym/', `/?p=${event}`, '/nothing'])
    await ask(
      `GET =/index.php?rest_route=/oembed/1.0/embed&url=${encodeURIComponent(`https://school.example${url}`)}`,
    )
  await ask(`GET =/api/cal/events/v1/events/${event}`)
  await ask('GET =/nothing')
  await ask(`GET ${V1}/events/${event}`, { headers: { origin: 'https://elsewhere.example' } })
  await ask(`POST ${V1}/events/${event}`, { as: 'editor', headers: { 'x-http-method-override': 'DELETE' } })
}

const batch = (hash: unknown, items: readonly unknown[], done: number, of: number) => ({
  batch_hash: hash,
  percentage_complete: (100 * (done + 1)) / of,
  interval: 10,
  status: { data: { total: items.length * of, done: items.length * done }, batch: { total: of, done } },
  events: items,
})

const items = (from: number) =>
  Array.from({ length: 12 }, (_, n) =>
    fairItem({
      uid: `u${from + n}`,
      title: `Imported ${from + n}`,
      start_date: `2027-05-${String(1 + from + n).padStart(2, '0')} 10:00:00`,
      end_date: `2027-05-${String(1 + from + n).padStart(2, '0')} 11:00:00`,
      categories: [`Kind ${n % 3}`],
      venue: { venue: `Room ${n % 4}`, city: 'Troy' },
      organizer: [{ organizer: 'Choir' }],
      ...(n === 5 ? { title: '' } : {}),
    }),
  )

/** Whether the numbers of events of all kinds are those at the end of the import. */
const isShown = (categories: unknown): boolean =>
  isDeepStrictEqual(
    (categories as readonly { count: number }[]).map(({ count }) => count),
    [8, 8, 6],
  )

/** Two imports of the same feed, their callbacks with repetitions and mistakes, and their records. */
export const imports = async ({ ask, until }: Teller): Promise<void> => {
  const as = 'admin'
  await ask('POST /admin/imports', { as: 'editor', body: { origin: 'ics', source: 'feed' } })
  await ask('POST =/admin/imports', { body: { origin: 'ics', source: 'feed' } })
  await ask('POST =/admin/imports', { as, body: { origin: 'odd' } })
  for (const round of [1, 2]) {
    const opened = await ask('POST =/admin/imports', { as, body: { origin: 'ics', source: 'feed' } })
    const id = String(opened['import_id'])
    const callback = `POST /cal/event-aggregator/v1/import/${id}`
    const first = batch(opened['batch_hash'], items(0), 0, 2)
    const answer = await ask(`${callback}/batch`, { body: first })
    await ask(`${callback}/batch`, { body: first, still: true })
    await ask(`${callback}/batch`, { body: { ...first, batch_hash: 'wrong' }, still: true })
    await ask(`${callback}/batch`, { body: { batch_hash: answer['next_batch_hash'] }, still: true })
    await until(`GET =/admin/imports/${id}`, { as }, ({ processed }) => Number(processed) >= 12)
    await ask(`${callback}/batch`, { body: batch(answer['next_batch_hash'], items(12), 1, 2) })
    await until(
      `GET =/admin/imports/${id}`,
      { as },
      body => body['status'] !== 'pending' && body['processed'] === 24,
    )
    // what is done in the log is shown a little later, by each read model when it gets there
    await until(`GET ${V1}/categories&search=Kind&_until=${round}`, {}, ({ categories }) =>
      isShown(categories),
    )
    const imported = `${V1}/events&start_date=2027-05-01&search=Imported`
    await until(`GET ${imported}&per_page=1&_until=${round}`, {}, ({ total }) => total === 22)
    await until(`GET ${V1}/venues&search=Room&_until=${round}`, {}, ({ total }) => total === 4)
    await ask(`${callback}/batch`, { body: first })
    await ask(`${callback}/state`, {
      body: { batch_hash: 'wrong', status: 'success', percentage_complete: 100 },
    })
    for (const page of ['', '?from=5&limit=3', '/progress'])
      await ask(`GET =/admin/imports/${id}${page}`, { as })
    await ask(`GET ${imported}&per_page=50&_round=${round}`)
    await ask(`GET ${V1}/venues&search=Room&_round=${round}`)
    await ask(`GET ${V1}/categories&search=Kind&_round=${round}`)
  }
  await ask('GET =/admin/imports/nothing', { as })
  const opened = await ask('POST =/admin/imports', { as, body: { origin: 'ics', source: 'other' } })
  await ask(`POST /cal/event-aggregator/v1/import/${String(opened['import_id'])}/state`, {
    body: {
      batch_hash: opened['batch_hash'],
      status: 'failed',
      percentage_complete: 10,
      message: 'gone',
      message_slug: 'x',
    },
  })
  await ask(`GET =/admin/imports/${String(opened['import_id'])}`, { as })
}

/** What happened to items. Where in the log it happened is each log's own. */
export const histories = async ({ ask }: Teller, made: Made): Promise<void> => {
  for (const path of [
    `event/${made.events[0] ?? 0}`,
    `event/${made.events[4] ?? 0}`,
    `venue/${made.venues[0] ?? 0}`,
    `organizer/${made.organizers[0] ?? 0}`,
    `term/${made.categories[0] ?? 0}`,
    'event/999999',
    'odd/1',
  ])
    await ask(`GET =/admin/history/${path}`, { as: 'admin' })
  await ask(`GET =/admin/history/event/${made.events[0] ?? 0}`, { as: 'editor' })
}
