import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openWorld, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')

/** A page of somebody else, at another origin. */
const foreignPage = async (html: string): Promise<{ url: string; server: Server }> => {
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    answer.end(
      `<!doctype html><html lang="en"><head><title>Elsewhere</title><link rel="icon" href="data:,"></head><body>${html}</body></html>`,
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

describe.skipIf(chromium === null)('visitors', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
  })
  afterAll(() => world.close())

  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

  it.each([true, false])('go from month to month and back (scripts: %s)', async javaScriptEnabled => {
    await world.inWindow(
      async page => {
        await page.goto('/events/month/2027-05/')
        await heading(page, 'May 2027').waitFor()
        await page.locator('a[rel="next"]').first().click()
        await heading(page, 'June 2027').waitFor()
        expect(new URL(page.url()).pathname).toBe('/events/month/2027-06/')
        await page.getByRole('link', { name: 'Summer concert' }).waitFor()
        await page.goBack()
        await heading(page, 'May 2027').waitFor()
        await page.getByRole('link', { name: /School closed/ }).waitFor()
      },
      { javaScriptEnabled },
    )
  })

  it.each([true, false])('search (scripts: %s)', async javaScriptEnabled => {
    await world.inWindow(
      async page => {
        await page.goto('/events/list/')
        await page.locator('input[name="cal-bar-search"]').fill('choir')
        await page.locator('input[name="cal-bar-search"]').press('Enter')
        await page.waitForURL(/cal-bar-search=choir/)
        await page.getByRole('link', { name: 'Choir rehearsal' }).waitFor()
        await page.locator('article').nth(1).waitFor({ state: 'detached' })
        expect(await page.locator('main article').count()).toBe(1)
      },
      { javaScriptEnabled },
    )
  })

  it('see every event of a day on which several overlap', async () => {
    await world.inWindow(async page => {
      await page.goto('/events/2027-05-12/')
      const titles = await page.locator('main article h3').allInnerTexts()
      expect(titles.map(title => title.slice(0, 14))).toEqual([
        'Book fair',
        'Chess club',
        'Choir rehearsa',
        'Annual general',
      ])
    })
  })

  it('read an event, and go to its venue and back', async () => {
    await world.inWindow(async page => {
      await page.goto('/events/month/2027-05/')
      await page.getByRole('link', { name: 'Book fair' }).first().click()
      await page.waitForURL(world.made.fair.url)
      await heading(page, 'Book fair').waitFor()
      await page.getByText('Second-hand books').waitFor()
      await page.getByRole('link', { name: 'Main Hall' }).click()
      await page.waitForURL(world.made.venue.url)
      await page.getByRole('link', { name: 'Book fair' }).first().waitFor()
    })
  })

  it('see an event in a page of somebody else, as high as it is', async () => {
    const { html } = await world.site.ask<{ html: string }>(
      `GET /oembed/1.0/embed&url=${encodeURIComponent(world.made.fair.url)}`,
      { guest: true },
    )
    const { url, server } = await foreignPage(html)
    await world.inWindow(
      async page => {
        await page.goto(url)
        const frame = page.frameLocator('iframe.cal-embed-frame')
        await frame.getByRole('link', { name: 'Book fair' }).first().waitFor()
        const inside = (await frame.locator('body').boundingBox())?.height ?? 0
        expect(inside).toBeGreaterThan(200)
        const height = () => page.locator('iframe.cal-embed-frame').getAttribute('height')
        await expect.poll(height).toBe(String(Math.ceil(inside)))
      },
      { others: [url] },
    )
    server.close()
  })

  it('come to an event by the keyboard alone', async () => {
    await world.inWindow(async page => {
      await page.goto('/events/list/')
      await page.keyboard.press('Tab')
      const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()')
      expect(await focused()).toBe('Skip to content')
      await page.keyboard.press('Enter')
      for (let tabs = 0; tabs < 60 && (await focused()) !== 'Book fair'; tabs++)
        await page.keyboard.press('Tab')
      expect(await focused()).toBe('Book fair')
      const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle')
      expect(outline).not.toBe('none')
      await page.keyboard.press('Enter')
      await page.waitForURL(world.made.fair.url)
    })
  })
})
