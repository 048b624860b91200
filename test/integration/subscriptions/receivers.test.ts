import { expect, it } from 'vitest'
import { browser } from '../../support/browser.ts'
import { textOf } from '../../support/desk-world.ts'
import { receiver } from '../../support/receiver.ts'
import { madeEvent, shownOf, subscribed, tellingService } from '../../support/subscribed.ts'

const START = Date.UTC(2027, 4, 1, 20)

it('08 §4: how many receivers fail, and how far behind the oldest is, stands in the figures and in the state', async () => {
  const clock = { ms: START }
  const service = await tellingService(clock)
  const figures = async () =>
    (await service.app.inject('/metrics')).body.split('\n').filter(line => line.startsWith('belltower_subs'))
  const figure = (name: string, value: number) => `belltower_subscriptions${name} ${value}`
  expect(await figures()).toEqual([
    ...['taking', 'failing', 'paused', 'given_up'].map(state => figure(`{state="${state}"}`, 0)),
    ...['_waiting_items', '_behind_seconds'].map(name => figure(name, 0)),
  ])
  const [good, away, gone] = [await receiver(), await receiver(() => 503), await receiver(() => 410)]
  const refusing = await receiver(() => 422)
  const [paused, failing, , refused] = [
    await subscribed(service, good.url),
    await subscribed(service, away.url),
    await subscribed(service, gone.url),
    await subscribed(service, refusing.url),
  ]
  await service.ask(`POST /admin/subscriptions/${paused.subscription_id}/pause`)
  await madeEvent(service, 'Concert')
  await expect.poll(async () => (await shownOf(service, failing)).failing?.attempts).toBe(1)
  await expect.poll(async () => (await shownOf(service, refused)).waiting.length).toBe(1)
  await expect.poll(figures).toEqual([
    // the one that refuses an item takes all others
    ...['taking', 'failing', 'paused', 'given_up'].map(state => figure(`{state="${state}"}`, 1)),
    ...[figure('_waiting_items', 1), figure('_behind_seconds', 0)],
  ])
  clock.ms += 90_000
  expect(await figures()).toContain(figure('_behind_seconds', 90))
  const admin = browser(service)
  await admin.signIn('admin', 'the account password')
  expect(textOf((await admin.get('/manage/state')).text)).toContain(
    'Told what happens 1 taking it, 1 taking nothing, 1 given up, 1 paused; something waits since May 1, 2027',
  )
})
