import { expect } from 'vitest'
import { fairItem } from '../import-world.ts'
import type { When } from './one-fault.ts'
import type { FailingService, Port } from './service.ts'
import { eventually } from '../eventually.ts'

const V1 = '/cal/events/v1'
const ITEMS = 4

type Point = { readonly port: Port; readonly n: number; readonly when: When; readonly tag: string }
/** One walk through the service with one fault in it; answers which call failed, null when there were fewer calls. */
export type Walk = (service: FailingService, point: Point) => Promise<string | null>

const idsIn = (body: Readonly<Record<string, unknown>>) =>
  (body['events'] as readonly { readonly id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b)

const namesIn = async ({ ask }: FailingService, kind: string, search: string) => {
  const { body } = await ask(`GET ${V1}/${kind}&search=${search}&hide_empty=0`)
  return (body[kind] as readonly Readonly<Record<string, unknown>>[]).map(one => one['venue'] ?? one['name'])
}

const isReady = (service: FailingService) =>
  service.until('GET /health/ready', ({ status }) => status === 200)

/** A callback is received, dispatched, worked on and listed. */
export const importBatch: Walk = async (service, { port, n, when, tag }) => {
  const { ask, until, faults, recorded } = service
  const opened = await ask('POST /admin/imports', { origin: 'ics', source: tag })
  expect(opened.status, opened.text).toBe(201)
  const { import_id: importId, batch_hash: hash } = opened.body
  const callback = {
    batch_hash: hash,
    percentage_complete: 100,
    status: { data: { total: ITEMS, done: 0 }, batch: { total: 1, done: 0 } },
    events: Array.from({ length: ITEMS }, (_, item) =>
      fairItem({
        uid: `${tag}${item}`,
        title: `${tag} lesson ${item}`,
        venue: { venue: `${tag} hall`, city: 'Troy' },
        categories: [`${tag} kind`],
      }),
    ),
  }
  faults[port].arm(n, when)
  const post = () => ask(`POST /cal/event-aggregator/v1/import/${String(importId)}/batch`, callback)
  const first = await post()
  // a sender repeats what was not answered, and also what was
  if (first.status !== 200) expect(first.status, first.text).toBe(503)
  const again = await post()
  const third = again.status === 200 ? again : await post()
  expect(third.status, third.text).toBe(200)
  if (first.status === 200) expect(third.text).toBe(first.text)

  const record = await until(
    `GET /admin/imports/${String(importId)}`,
    ({ body }) => body['status'] === 'success' && body['processed'] === ITEMS,
  )
  const list = await until(
    `GET ${V1}/events&start_date=2027-01-01&search=${tag}`,
    ({ body }) => body['total'] === ITEMS,
  )
  const failed = faults[port].disarm()
  const outcomes = record.body['items'] as readonly { readonly id: number; readonly outcome: string }[]
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array.from({ length: ITEMS }, () => 'created'))
  expect(outcomes.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(idsIn(list.body))
  // what workers write was answered to nobody: each read model shows it when it gets there
  await eventually(async () => {
    expect(await namesIn(service, 'venues', tag)).toEqual([`${tag} hall`])
    expect(await namesIn(service, 'categories', tag)).toEqual([`${tag} kind`])
  })
  const made = await recorded(['event-', 'venue-', 'term-'])
  expect(
    made.filter(({ type, data }) => /Created$/.test(type) && JSON.stringify(data).includes(tag)),
  ).toHaveLength(ITEMS + 2)
  await isReady(service)
  return failed
}

/** An event gets another title, a new place and a new category. */
export const updateEvent: Walk = async (service, { port, n, when, tag }) => {
  const { ask, until, faults, recorded } = service
  const span = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 12:00:00' }
  const created = await ask(`POST ${V1}/events`, { title: `${tag} old`, ...span })
  expect(created.status, created.text).toBe(201)
  const id = Number(created.body['id'])
  const patch = { title: `${tag} new`, venue: { venue: `${tag} place` }, categories: [`${tag} sort`] }
  const item = `GET ${V1}/events/${id}`
  const list = `GET ${V1}/events&start_date=2027-01-01&search=${tag}`
  const shown = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => {
    const venue = body['venue'] as { readonly venue?: string }
    const categories = body['categories'] as readonly { readonly name: string }[]
    return [body['title'], venue.venue ?? null, categories.map(({ name }) => name)]
  }
  const whole = [`${tag} new`, `${tag} place`, [`${tag} sort`]]

  faults[port].arm(n, when)
  const answer = await ask(`PATCH ${V1}/events/${id}`, patch)
  const failed = faults[port].disarm()
  const read = await ask(item)
  expect(read.status, read.text).toBe(200)
  if (answer.status === 200) {
    expect(shown(answer)).toEqual(whole)
    expect(shown(read)).toEqual(whole)
    if (!answer.isLate) expect((await ask(list)).text).toContain(`"title":"${tag} new"`)
  } else {
    expect(answer.status, answer.text).toBe(503)
    const after = shown(read)
    expect([JSON.stringify(whole), JSON.stringify([`${tag} old`, null, []])]).toContain(JSON.stringify(after))
    if (after[0] !== whole[0]) {
      expect(await namesIn(service, 'venues', tag)).toEqual([])
      expect(await namesIn(service, 'categories', tag)).toEqual([])
    }
    expect((await ask(`PATCH ${V1}/events/${id}`, patch)).status).toBe(200)
  }
  const listed = await until(list, ({ text }) => text.includes(`"title":"${tag} new"`))
  expect(idsIn(listed.body)).toEqual([id])
  expect(shown(await ask(item))).toEqual(whole)
  expect(await namesIn(service, 'venues', tag)).toEqual([`${tag} place`])
  expect(await namesIn(service, 'categories', tag)).toEqual([`${tag} sort`])
  const facts = (await recorded([`event-${id}`])).filter(({ stream }) => stream === `event-${id}`)
  expect(facts.filter(({ type }) => type === 'EventRetitled')).toHaveLength(1)
  expect(facts.filter(({ type }) => type === 'EventRelocated')).toHaveLength(1)
  await isReady(service)
  return failed
}

/** An event is purged: it is there as it was, or it is gone, and in the end nothing of it is left. */
export const purgeEvent: Walk = async (service, { port, n, when, tag }) => {
  const { ask, faults, recorded } = service
  const span = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 12:00:00' }
  const { body } = await ask(`POST ${V1}/events`, { title: `${tag} secret`, ...span })
  const id = Number(body['id'])
  await ask(`PATCH ${V1}/events/${id}`, { slug: `${tag}-again` })
  const purge = () => ask(`DELETE /calx/v1/events/${id}&force=true`)

  faults[port].arm(n, when)
  const answer = await purge()
  const failed = faults[port].disarm()
  const read = await ask(`GET ${V1}/events/${id}`)
  if (answer.status !== 200) expect(answer.status, answer.text).toBe(503)
  if (answer.status === 200) expect(read.status, read.text).toBe(404)
  if (read.status === 200) expect((await purge()).status).toBe(200)
  expect((await ask(`GET ${V1}/events/${id}`)).status).toBe(404)
  await eventually(async () => {
    expect(JSON.stringify(await recorded(['event-', 'slug-']))).not.toContain(tag)
    expect((await ask(`GET ${V1}/events&start_date=2027-01-01&search=${tag}`)).body['total']).toBe(0)
  })
  const facts = await recorded([`purged-event-${id}`])
  expect(facts.filter(({ type }) => type === 'ItemPurged')).toHaveLength(1)
  await isReady(service)
  return failed
}

type Points = {
  readonly port: Port
  readonly when: When
  readonly first?: number
  readonly step?: number
  readonly last?: number
}

/** Walks with the fault at each `step`-th call, from `first` to `last` until there are no more calls; answers the calls that failed. */
export const everyPoint = async (
  service: FailingService,
  walk: Walk,
  { port, when, step = 1, first = 1, last = Infinity }: Points,
): Promise<readonly string[]> => {
  const failed: string[] = []
  for (let n = first; n <= last; n += step) {
    const tag = `${port}${when}${n}x`
    try {
      const name = await walk(service, { port, n, when, tag })
      if (name === null) return failed
      failed.push(name)
    } catch (error) {
      const failing = service.faults[port].disarm() ?? 'none'
      throw new Error(
        `with call ${n} of ${port} failing ${when} it took effect (${failing}): ${String(error)}`,
        {
          cause: error,
        },
      )
    }
  }
  return failed
}
