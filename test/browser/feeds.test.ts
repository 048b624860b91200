import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { lookAt } from '../support/chromium/looks.ts'
import { doInWindow, openBrowser, signIn } from '../support/chromium/window.ts'
import { embeddedService, SCHOOL } from '../support/embedded-service.ts'
import { calendarOf, feedServer, localFetcher } from '../support/feed-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freePort } from '../support/free-port.ts'

const chromium = inject('chromium')
const HOUR = 3_600_000

/** A service whose clock is told, and which is started again to see what it does later. */
const siteWithClock = async () => {
  const clock = { ms: Date.UTC(2027, 4, 1, 20) }
  const [port, dataDir] = [await freePort(), temporaryFolder()]
  const url = `http://127.0.0.1:${port}`
  const start = async () => {
    const service = await embeddedService(
      { SITE_URL: url },
      dataDir,
      () => clock.ms,
      undefined,
      localFetcher(),
    )
    await service.app.listen({ host: '127.0.0.1', port })
    return service
  }
  let running = await start()
  return {
    url,
    later: async (hours: number) => {
      await running.stop()
      clock.ms += hours * HOUR
      running = await start()
    },
  }
}

describe.skipIf(chromium === null)('05 §14 page {base_url}/schedules', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser(chromium ?? '')
  })
  afterAll(() => browser.close())

  it.each([true, false])('a feed from its first fetch to its last (scripts: %s)', async scripts => {
    const site = await siteWithClock()
    const feed = await feedServer({ body: calendarOf('Fair', 'Concert') })
    await doInWindow(
      browser,
      site.url,
      async page => {
        const row = page.locator('.feed-list .import-row')
        const told = page.getByRole('alert', { name: 'Feeds that fail' })
        const see = async (path: string, text: string | RegExp) => {
          const isSeen = async () => {
            await page.goto(path)
            return page.getByText(text).first().isVisible()
          }
          await expect.poll(isSeen).toBe(true)
        }
        const look = async (name: string) => {
          // axe is a script
          if (scripts) await lookAt(page, name)
        }
        await signIn(page, 'admin', SCHOOL.ADMIN_PASSWORD)

        await page.goto('/schedules')
        await page.getByLabel('Address of the feed').fill(feed.url)
        await page.getByLabel(/^Name of the source/).fill('Hillside clubs')
        await page.getByRole('button', { name: 'Fetch it from now on' }).click()
        await row.getByText('every 6 hours').waitFor()
        await see('/schedules', '2 created')
        await row.getByText('Fetched', { exact: true }).waitFor()
        await look('feeds-fetched')
        await row.getByRole('link', { name: 'imported' }).click()
        await page.getByRole('heading', { name: 'Hillside clubs' }).waitFor()

        await page.goto('/schedules')
        await row.getByRole('link', { name: 'Change Hillside clubs' }).click()
        await page.getByLabel('It is fetched').selectOption('every hour')
        await look('feed-change')
        await page.getByRole('button', { name: 'Change it' }).click()
        await row.getByText('every hour').waitFor()

        await row.getByRole('button', { name: 'Pause Hillside clubs' }).click()
        await row.getByText('Paused', { exact: true }).waitFor()
        expect(await row.innerText()).toMatch(/paused since May 1, 2027 4:00 pm EDT by admin/)
        await look('feeds-paused')
        feed.answer({ status: 404 })
        const asked = feed.asked.length
        await site.later(2.5)
        await page.goto('/schedules')
        await row.getByText('Paused', { exact: true }).waitFor()
        await row.getByRole('button', { name: 'Resume Hillside clubs' }).click()
        await row.getByText('Fetched', { exact: true }).waitFor()
        expect(feed.asked).toHaveLength(asked)

        await site.later(1)
        await see('/schedules', 'It has failed since')
        await row.getByText('Failed', { exact: true }).waitFor()
        expect(await told.count()).toBe(0)
        await site.later(1)
        await see('/imports', 'The server answers with an error (404)')
        expect(await told.innerText()).toMatch(
          /^Hillside clubs has failed since May 1, 2027 7:30 pm EDT \(2 in a row\)\..*Last good: May 1, 2027 4:00 pm EDT\.$/,
        )
        await look('feeds-failing-imports')
        await page.goto('/history')
        await look('feeds-failing-history')
        await told.getByRole('link', { name: 'Hillside clubs' }).click()
        await page.waitForURL('**/schedules#schedule-*')
        await look('feeds-failing')

        await row.getByRole('button', { name: 'Remove Hillside clubs' }).click()
        await page.getByText('No feed is fetched so far.').waitFor()
        expect(await told.count()).toBe(0)
      },
      { javaScriptEnabled: scripts },
    )
  })
})
