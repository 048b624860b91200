import { expect, it } from 'vitest'
import { receiver, type Received } from '../../support/receiver.ts'
import { madeEvent, retitled, shownOf, subscribed, tellingService } from '../../support/subscribed.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const START = Date.UTC(2027, 4, 1, 20)

const titlesOf = (all: readonly Received[], id: number) =>
  all.filter(({ data }) => data.id === id).map(({ data }) => data.values?.['title'])

it('08 §4: a fact that is refused holds up its item and no other; then everything of it is told in order', async () => {
  const clock = { ms: START }
  const service = await tellingService(clock)
  const app = await receiver(({ data }) => (data.values?.['title'] === 'Bad' ? 422 : undefined))
  const made = await subscribed(service, app.url)
  const bad = await madeEvent(service, 'Bad')
  await retitled(service, bad, 'Bad no more')
  const good = await madeEvent(service, 'Good')
  await retitled(service, good, 'Better')
  await expect.poll(() => titlesOf(app.taken, good)).toEqual(['Good', 'Better'])
  await expect
    .poll(async () => (await shownOf(service, made)).waiting)
    .toMatchObject([{ item: `event/${bad}`, reason: 'bad_status', found: '422' }])
  expect(titlesOf(app.received, bad)).toEqual(['Bad'])
  app.answer(() => undefined)
  await retitled(service, bad, 'Good now')
  clock.ms += 3_600_000
  await madeEvent(service, 'Another')
  await expect.poll(() => titlesOf(app.taken, bad)).toEqual(['Bad', 'Bad no more', 'Good now'])
  await expect.poll(async () => (await shownOf(service, made)).waiting).toEqual([])
  expect(
    new Set(app.received.filter(({ data }) => data.values?.['title'] === 'Bad').map(({ id }) => id)).size,
  ).toBe(1)
})

it('08 §4: of an item that waits more is told than a round takes, each once and in order', async () => {
  const clock = { ms: START }
  const service = await tellingService(clock)
  const app = await receiver(({ data }) => (data.values?.['title'] === 'Bad' ? 422 : undefined))
  const made = await subscribed(service, app.url)
  const bad = await madeEvent(service, 'Bad')
  const titles = Array.from({ length: 250 }, (_, n) => `Title ${n}`)
  for (const title of titles) await retitled(service, bad, title)
  const good = await madeEvent(service, 'Good')
  await expect.poll(() => titlesOf(app.taken, good)).toEqual(['Good'])
  await expect.poll(async () => (await shownOf(service, made)).waiting.length).toBe(1)
  app.answer(() => undefined)
  await retitled(service, bad, 'Last')
  clock.ms += 3_600_000
  await madeEvent(service, 'Another')
  await expect.poll(() => titlesOf(app.taken, bad).includes('Last')).toBe(true)
  await expect.poll(async () => (await shownOf(service, made)).waiting).toEqual([])
  expect(titlesOf(app.taken, bad)).toEqual(['Bad', ...titles, 'Last'])
})

it('08 §4: a receiver that is away is left alone for pauses that grow, is given up loudly, and misses nothing', async () => {
  const [clock, folder] = [{ ms: START }, temporaryFolder()]
  const app = await receiver(() => 503)
  const first = await tellingService(clock, folder)
  const made = await subscribed(first, app.url)
  await madeEvent(first, 'One')
  await expect.poll(async () => (await shownOf(first, made)).failing?.attempts).toBe(1)
  expect((await shownOf(first, made)).failing?.due_at).toBe(new Date(START + 5_000).toISOString())
  await madeEvent(first, 'Two')
  await first.stop()
  expect(app.received.length).toBe(1)
  // what is due is tried by whoever runs then
  clock.ms += 30 * 60_000
  const second = await tellingService(clock, folder)
  await expect.poll(async () => (await shownOf(second, made)).failing?.attempts).toBe(2)
  expect((await shownOf(second, made)).failing?.due_at).toBe(new Date(START + 60 * 60_000).toISOString())
  await second.stop()
  clock.ms += 48 * 3_600_000
  const third = await tellingService(clock, folder)
  await expect.poll(async () => (await shownOf(third, made)).status).toBe('given up')
  expect((await shownOf(third, made)).needs_help).toBe(true)
  const { body } = await third.ask(`GET /admin/history/subscription/${made.subscription_id}`)
  expect((body as readonly { readonly fact: string }[]).map(({ fact }) => fact)).toEqual([
    ...['SubscriptionGivenUp', 'DeliveryFailed', 'DeliveryFailed', 'DeliveryFailed', 'SubscriptionMade'],
  ])
  app.answer(() => undefined)
  await third.ask(`POST /admin/subscriptions/${made.subscription_id}/resume`)
  await expect.poll(() => app.taken.map(({ data }) => data.values?.['title']).sort()).toEqual(['One', 'Two'])
})

it('08 §4: 410 ends it at once, Retry-After is respected, a redirect is not followed', async () => {
  const service = await tellingService({ ms: START })
  const trap = await receiver()
  const [gone, later, elsewhere] = [
    await receiver(() => 410),
    await receiver(() => response => response.writeHead(429, { 'retry-after': '600' }).end()),
    await receiver(() => response => response.writeHead(302, { location: trap.url }).end()),
  ]
  const all = [
    await subscribed(service, gone.url),
    await subscribed(service, later.url),
    await subscribed(service, elsewhere.url),
  ]
  await madeEvent(service, 'One')
  await expect
    .poll(async () =>
      (await Promise.all(all.map(one => shownOf(service, one)))).map(one => one.failing?.reason),
    )
    .toEqual(['gone', 'bad_status', 'redirected'])
  const shown = await Promise.all(all.map(one => shownOf(service, one)))
  expect(shown.map(({ status }) => status)).toEqual(['given up', 'active', 'active'])
  expect(shown[1]?.failing?.due_at).toBe(new Date(START + 600_000).toISOString())
  expect(trap.received).toEqual([])
})

it('08 §4: one that hangs, and one whose answer never ends, hold up neither others nor the process', async () => {
  const service = await tellingService({ ms: START })
  const hanging = await receiver(() => () => undefined)
  const endless = await receiver(() => response => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) continue
    }
    response.on('drain', more)
    more()
  })
  const quick = await receiver()
  for (const one of [hanging, hanging, hanging, hanging, hanging, endless, quick])
    await subscribed(service, one.url)
  for (let n = 1; n <= 12; n++) await madeEvent(service, `Event ${n}`)
  await expect.poll(() => quick.taken.length).toBe(12)
  await expect.poll(() => endless.received.length).toBe(12)
  // nobody has answered them so far: five connections each with four messages at most
  expect(hanging.received.length).toBeLessThanOrEqual(20)
  expect((await service.ask('GET /admin/imports')).status).toBe(200)
})

it('08 §4: what was not recorded before a crash is told again under the same id, and nothing is left out', async () => {
  const folder = temporaryFolder()
  const clock = { ms: START }
  const first = await tellingService(clock, folder)
  const ends: (() => void)[] = []
  const app = await receiver(({ data }) =>
    data.values?.['title'] === 'Event 3'
      ? response => ends.push(() => response.writeHead(204).end())
      : undefined,
  )
  await subscribed(first, app.url)
  for (let n = 1; n <= 4; n++) await madeEvent(first, `Event ${n}`)
  await expect.poll(() => ends.length).toBe(1)
  // it stops while one is under way: that it was taken nobody hears
  await first.stop()
  app.answer(() => undefined)
  await tellingService(clock, folder)
  await expect
    .poll(() => new Set(app.taken.map(({ data }) => data.values?.['title'])))
    .toEqual(new Set(['Event 1', 'Event 2', 'Event 3', 'Event 4']))
  const ids = (title: string) =>
    new Set(app.received.filter(({ data }) => data.values?.['title'] === title).map(({ id }) => id))
  expect(ids('Event 3').size).toBe(1)
})
