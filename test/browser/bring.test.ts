import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { lookAt } from '../support/chromium/looks.ts'
import {
  doInWindow,
  expectAccessible,
  expectNoSideways,
  openBrowser,
  openWindow,
  screenshot,
  signIn,
  type WindowOptions,
} from '../support/chromium/window.ts'
import { embeddedService } from '../support/embedded-service.ts'
import { calendarOf, feedServer, localFetcher } from '../support/feed-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freePort } from '../support/free-port.ts'

const chromium = inject('chromium')

/** A service of this process that may fetch from this machine, at an address of its own. */
const opened = async (browser: Browser) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { SITE_URL: url, SITE_NAME: 'Hillside School' }
  const service = await embeddedService(env, temporaryFolder(), Date.now, undefined, localFetcher())
  await service.app.listen({ port, host: '127.0.0.1' })
  const { page, close } = await openWindow(browser, url)
  await signIn(page, 'admin', 'the account password')
  const who: BrowserContextOptions = { storageState: await page.context().storageState() }
  await close()
  return {
    service,
    inWindow: (act: (page: Page) => Promise<void>, options: WindowOptions = {}) =>
      doInWindow(browser, url, act, { ...who, ...options }),
  }
}

/** Lets go of a file over the form, as somebody who has drawn it there. */
const drop = async (page: Page, name: string, text: string): Promise<void> => {
  const made = `(() => {
    const carried = new DataTransfer()
    carried.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}))
    return carried
  })()`
  const dataTransfer = await page.evaluateHandle(made)
  for (const event of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('[data-js="drop"]', event, { dataTransfer })
}

const choose = (page: Page, text: string) =>
  page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'fairs.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) })

const show = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Show what it would do' }).click()
  await page.getByRole('heading', { name: /^What the import of/ }).waitFor()
}

const apply = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Apply it' }).click()
  await page.waitForURL(/\/imports\/\w+$/)
  await expect
    .poll(async () => {
      await page.reload()
      return page.locator('[data-show="state"]').textContent()
    })
    .toBe('Done')
}

const seen = async (page: Page, name: string): Promise<void> => {
  await expectAccessible(page, name)
  await expectNoSideways(page, name)
  await screenshot(page, name)
}

describe.skipIf(chromium === null)('05 §13 an administrator brings events in', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser(chromium ?? '')
  })
  afterAll(() => browser.close())

  it('drops a file, sees what it would do, applies it; changes it, sees before and after, leaves; gives an address', async () => {
    const { service, inWindow } = await opened(browser)
    const imports = async () =>
      ((await service.ask('GET /admin/imports')).body as { readonly total: number }).total
    await inWindow(async page => {
      await page.goto('/imports')
      await seen(page, 'bring')
      await drop(page, 'fairs.ics', calendarOf('Fair', 'Concert'))
      expect(await page.locator('input[type="file"]').inputValue()).toContain('fairs.ics')
      await show(page)
      await page.getByText('New event “Fair”').click()
      await seen(page, 'bring-plan-new')
      expect(await imports()).toBe(0)
      await apply(page)
      expect(await page.locator('[data-show="created"]').textContent()).toBe('2')

      await page.goto('/imports')
      await choose(page, calendarOf('Great fair', 'Concert'))
      await show(page)
      const changed = page.locator('.changes')
      expect(await changed.locator('del').first().textContent()).toBe('Fair')
      expect(await changed.locator('ins').first().textContent()).toBe('Great fair')
      await seen(page, 'bring-plan-changed')
      await page.getByRole('button', { name: /^unchanged/ }).click()
      await page.getByRole('link', { name: 'Concert' }).waitFor()
      await page.getByRole('button', { name: 'Leave everything as it is' }).click()
      await page.waitForURL('**/imports')
      expect(await imports()).toBe(1)

      const feed = await feedServer({ body: calendarOf('Trip') })
      await page.getByLabel('or the address of a feed').fill(feed.url)
      await show(page)
      await page.getByRole('heading', { name: 'Trip created' }).waitFor()
      await apply(page)
      expect([await imports(), feed.asked.length]).toEqual([2, 1])
    })
  })

  it('does the same without scripts', async () => {
    const { inWindow } = await opened(browser)
    await inWindow(
      async page => {
        await page.goto('/imports')
        await choose(page, calendarOf('Fair'))
        await show(page)
        await apply(page)
      },
      { javaScriptEnabled: false },
    )
  })

  it('hears what is wrong at its field, and of a file that is too large before it is sent', async () => {
    const { inWindow } = await opened(browser)
    await inWindow(async page => {
      await page.goto('/imports')
      await drop(page, 'large.ics', 'x'.repeat(11 * 1024 * 1024))
      const problem = 'document.querySelector("input[type=file]").validationMessage'
      expect(await page.evaluate<string>(problem)).toMatch(/^large\.ics is larger than 10 MiB\./)
    })
    await inWindow(
      async page => {
        await page.goto('/imports')
        await page.getByLabel('or the address of a feed').fill('http://10.0.0.1/a.ics')
        await page.getByText('Options').click()
        await page.getByLabel('Act for').fill('nobody')
        await choose(page, 'no calendar')
        await page.getByRole('button', { name: 'Show what it would do' }).click()
        await page.locator('#file-problem').getByText('Give a file or an address, not both.').waitFor()
        await page.getByRole('button', { name: 'Show what it would do' }).click()
        await page.locator('#url-problem').getByText('on the open internet').waitFor()
        expect(await page.getByLabel('Act for').inputValue()).toBe('nobody')
        await page.getByLabel('or the address of a feed').fill('')
        await choose(page, calendarOf('Fair'))
        await page.getByRole('button', { name: 'Show what it would do' }).click()
        await page.locator('#author-problem').waitFor()
        await seen(page, 'bring-refused')
        await page.getByLabel('Act for').fill('')
        await show(page)
      },
      { allowed: [/status of 400/] },
    )
  })

  it('looks right on phones and desktops, light and dark', async () => {
    const { inWindow } = await opened(browser)
    await inWindow(async page => {
      await page.goto('/imports')
      await page.getByText('Options').click()
      await lookAt(page, 'bring-options')
      await choose(page, calendarOf('Fair', 'Concert', ''))
      await show(page)
      await page.getByText('New event “Fair”').click()
      await lookAt(page, 'bring-plan-new')
      await apply(page)
      await page.goto('/imports')
      await choose(page, calendarOf('Great fair', 'Concert'))
      await show(page)
      await lookAt(page, 'bring-plan-changed')
    })
  })
})
