import { expect, it, onTestFinished } from 'vitest'
import { streamName } from '../../../shared/kernel/brands.ts'
import { deployment } from '../../support/deployment.ts'

type Sent = { readonly as: string; readonly body: object }
type Event = {
  readonly id: number
  readonly slug: string
  readonly title: string
  readonly start_date: string
  readonly end_date: string
  readonly utc_start_date: string
  readonly utc_end_date: string
  readonly venue: { readonly id: number } | readonly []
}

/** Two processes that answer requests over one log, and one that feeds what they read. */
const twoProcesses = async () => {
  const { close, started, log } = deployment()
  onTestFinished(close)
  await started('projections')
  const [one, other] = await Promise.all([started('api'), started('api')])
  return { one, other, log }
}
const admin = (body: object): Sent => ({ as: 'admin', body })
const fair = (over: object = {}): Sent =>
  admin({
    title: 'Fair',
    start_date: '2027-05-08 10:00:00',
    end_date: '2027-05-08 14:00:00',
    status: 'publish',
    ...over,
  })
const eventOf = ({ body }: { readonly body: unknown }) => body as Event
const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status)

it('00 §8 concurrent writes: different members of one event sent to two processes at once all survive', async () => {
  const { one, other, log } = await twoProcesses()
  const { id } = eventOf(await one.ask('POST events', fair()))
  for (let round = 1; round <= 8; round++) {
    const answers = await Promise.all([
      one.ask(`POST events/${id}`, admin({ title: `Title ${round}` })),
      other.ask(`POST events/${id}`, admin({ cost: `Donation ${round}` })),
      one.ask(`POST events/${id}`, admin({ description: `Words ${round}` })),
      other.ask(`POST events/${id}`, admin({ venue: { venue: `Hall ${round}` } })),
    ])
    expect(statuses(answers)).toEqual([200, 200, 200, 200])
    for (const process of [one, other])
      expect((await process.ask(`GET events/${id}`)).body).toMatchObject({
        title: `Title ${round}`,
        cost: `Donation ${round}`,
        description: `<p>Words ${round}</p>`,
        venue: { venue: `Hall ${round}` },
      })
  }
  expect(await log.read(streamName(`event-${id}`))).toHaveLength(1 + 4 * 8)
})

it('00 §8 concurrent writes: of one member the last one wins, and both are in the history', async () => {
  const { one, other, log } = await twoProcesses()
  const { id } = eventOf(await one.ask('POST events', fair()))
  const titles = Array.from({ length: 12 }, (_, n) => `Title ${n}`)
  const answers = await Promise.all(
    titles.map((title, n) => (n % 2 === 0 ? one : other).ask(`POST events/${id}`, admin({ title }))),
  )
  expect(statuses(answers)).toEqual(titles.map(() => 200))
  const pairs = (await log.read(streamName(`event-${id}`)))
    .slice(1)
    .map(({ data }) => (data['changes'] as { readonly title: readonly [string, string] }).title)
  expect(pairs.map(([, after]) => after).sort()).toEqual([...titles].sort())
  // a chain: each change knows what it changed
  expect(pairs.map(([before]) => before)).toEqual(['Fair', ...pairs.slice(0, -1).map(([, after]) => after)])
  for (const process of [one, other])
    expect(eventOf(await process.ask(`GET events/${id}`)).title).toBe(pairs.at(-1)?.[1])
})

it('04 §4: dates against dates, an event never ends before it starts, and UTC is what local time and zone say', async () => {
  const { one, other } = await twoProcesses()
  const { id } = eventOf(await one.ask('POST events', fair()))
  const zones = { UTC: 0, 'Asia/Tokyo': -9 } as const
  for (let round = 0; round < 10; round++) {
    const start = `2027-05-08 ${String(9 + (round % 5)).padStart(2, '0')}:30:00`
    const end = `2027-05-08 ${String(12 - (round % 4)).padStart(2, '0')}:00:00`
    const zone = round % 2 === 0 ? 'UTC' : 'Asia/Tokyo'
    const answers = await Promise.all([
      one.ask(`POST events/${id}`, admin({ start_date: start })),
      other.ask(`POST events/${id}`, admin({ end_date: end })),
      one.ask(`POST events/${id}`, admin({ timezone: zone })),
    ])
    for (const { status } of answers) expect([200, 400]).toContain(status)
    expect(answers[2].status).toBe(200)
    const event = eventOf(await other.ask(`GET events/${id}`))
    expect(event.start_date <= event.end_date).toBe(true)
    const shifted = (utc: string) =>
      new Date(Date.parse(`${utc.replace(' ', 'T')}Z`) - zones[zone] * 3_600_000)
        .toISOString()
        .slice(0, 19)
        .replace('T', ' ')
    expect([shifted(event.utc_start_date), shifted(event.utc_end_date)]).toEqual([
      event.start_date,
      event.end_date,
    ])
  }
})

it('00 §8 uniqueness: equal titles at once get slugs of their own, and all events stay', async () => {
  const { one, other } = await twoProcesses()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? one : other).ask('POST events', fair())),
  )
  expect(statuses(answers)).toEqual(answers.map(() => 201))
  const slugs = answers.map(answer => eventOf(answer).slug)
  expect(new Set(slugs).size).toBe(10)
  expect(slugs).toContain('fair')
  for (const slug of slugs) expect(slug).toMatch(/^fair(-\d+)?$/)
  for (const answer of answers) {
    const { id, slug } = eventOf(answer)
    expect(eventOf(await one.ask(`GET events/by-slug/${slug}`)).id).toBe(id)
  }
  const list = (await other.ask('GET events&start_date=2027-01-01&per_page=50')).body as { total: number }
  expect(list.total).toBe(10)
})

it('02 §9 name taken: two terms of one name at once, one wins and the other is told which', async () => {
  const { one, other } = await twoProcesses()
  for (const kind of ['categories', 'tags']) {
    for (let round = 1; round <= 5; round++) {
      const answers = await Promise.all([
        one.ask(`POST ${kind}`, admin({ name: `Fairs ${round}` })),
        other.ask(`POST ${kind}`, admin({ name: ` fairs ${round}` })),
      ])
      expect(statuses(answers).sort()).toEqual([201, 400])
      const won = answers.find(({ status }) => status === 201)
      const lost = answers.find(({ status }) => status === 400)
      const { id } = won?.body as { readonly id: number }
      expect(lost?.body).toMatchObject({ code: 'term_exists', data: { term_id: id } })
    }
    const list = await one.ask(`GET ${kind}&hide_empty=false&per_page=50`)
    expect((list.body as { readonly total: number }).total).toBe(5)
  }
})

it('02 §6 reuse: events that describe the same venue, organizer and tag at once get one of each', async () => {
  const { one, other } = await twoProcesses()
  const described = {
    venue: { venue: 'Main Hall', city: 'Troy' },
    organizer: { organizer: 'PTA' },
    tags: ['New'],
  }
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? one : other).ask('POST events', fair(described))),
  )
  expect(statuses(answers)).toEqual(answers.map(() => 201))
  const venues = answers.map(answer => {
    const { venue } = eventOf(answer)
    return 'id' in venue ? venue.id : 0
  })
  expect(new Set(venues).size).toBe(1)
  for (const process of [one, other]) {
    for (const list of ['venues', 'organizers', 'tags'])
      expect((await process.ask(`GET ${list}`)).body).toMatchObject({ total: 1 })
  }
})
