import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { busyMonth } from '../support/chromium/imports.ts'
import { lookAllAround } from '../support/chromium/looks.ts'
import { DEVICES } from '../support/chromium/window.ts'
import { openWorld, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')

describe.skipIf(chromium === null)('a month of 830 events', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
    await busyMonth(world.site)
  })
  afterAll(() => world.close())

  it('is accessible and whole', async () => {
    await world.inWindow(async page => {
      const answer = await page.goto('/events/month/2028-03/')
      expect((await answer?.body())?.length).toBeLessThan(400_000)
      await page
        .getByRole('link', { name: /^All \d+ events$/ })
        .first()
        .waitFor()
      await lookAllAround(page, 'busy-month')
    }, DEVICES.desktop)
  })

  it.each([true, false])('opens each day with all of its events (scripts: %s)', async javaScriptEnabled => {
    await world.inWindow(
      async page => {
        await page.goto('/events/month/2028-03/')
        const all = page.locator('#cal-events-calendar-day-2028-03-15').getByRole('link', { name: /^All/ })
        const [, found] = /All (\d+) events/.exec(await all.innerText()) ?? []
        await all.click()
        await page.getByRole('heading', { name: 'March 15, 2028', exact: true }).waitFor()
        expect(new URL(page.url()).pathname).toBe('/events/2028-03-15/')
        // what follows the heading may come a moment later
        await expect.poll(() => page.locator('main article').count()).toBe(Number(found))
        await page.goBack()
        await page.getByRole('heading', { name: 'March 2028', exact: true }).waitFor()
      },
      { javaScriptEnabled },
    )
  })
})
