import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { fromRightToLeft } from '../support/chromium/right-to-left.ts'
import { pathOf, type Filled } from '../support/chromium/site.ts'
import { DEVICES, doInWindow, type WindowOptions } from '../support/chromium/window.ts'
import { openWorld, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')

type Made = Filled & { readonly hebrew: { readonly url: string } }

/** Where something stands. */
const boxOf = async (found: Locator) => {
  const box = await found.first().boundingBox()
  if (box === null) throw new Error('it is not shown')
  return { from: box.x, to: box.x + box.width }
}

/** Whether the point of an angle, which is all that the element shows, is at its left. */
const pointsLeft = async (found: Locator): Promise<boolean> => {
  const { data, info } = await sharp(await found.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const middle = {
    x: Math.floor(width / 4),
    y: Math.floor(height / 4),
    w: Math.floor(width / 2),
    h: Math.floor(height / 2),
  }
  const paper = data[middle.y * width + middle.x] ?? 255
  const columns: { y: number; x: number }[] = []
  for (let y = middle.y; y < middle.y + middle.h; y++)
    for (let x = middle.x; x < middle.x + middle.w; x++)
      if (Math.abs((data[y * width + x] ?? paper) - paper) > 60) columns.push({ x, y })
  const rows = columns.map(({ y }) => y)
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)]
  const mean = (ys: (y: number) => boolean) => {
    const xs = columns.filter(({ y }) => ys(y)).map(({ x }) => x)
    return xs.reduce((sum, x) => sum + x, 0) / xs.length
  }
  const third = (bottom - top) / 3
  const ends = mean(y => y < top + third / 2 || y > bottom - third / 2)
  return mean(y => y > top + third && y < bottom - third) < ends
}

describe.skipIf(chromium === null)('from right to left', () => {
  let world: World
  let made: Made
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
    const { site, made: filled } = world
    await site.ask(`POST /cal/events/v1/events/${filled.fair.id}`, { body: { title: 'Spring book fair' } })
    const hebrew = await site.ask<{ url: string }>('POST /cal/events/v1/events', {
      body: {
        ...{ title: 'יריד ספרים (PTA) 2027!', slug: 'yarid', description: '<p>ספרים, עוגה וקפה. PTA!</p>' },
        ...{ start_date: '2027-05-13 10:00:00', end_date: '2027-05-13 11:00:00' },
      },
    })
    made = { ...filled, hebrew }
  })
  afterAll(() => world.close())

  const inWindow = (act: (page: Page) => Promise<void>, options: WindowOptions = {}, mirrored = true) =>
    doInWindow(
      world.browser,
      world.site.url,
      async page => {
        if (mirrored) await fromRightToLeft(page)
        await act(page)
      },
      options,
    )

  it('a week begins at the right, and what goes on for days goes to the left', async () => {
    await inWindow(async page => {
      await page.goto('/events/month/2027-05/')
      const cell = (day: string) => boxOf(page.locator(`#cal-events-calendar-day-2027-05-${day}`))
      const [monday, thursday] = [await cell('17'), await cell('20')]
      expect(monday.from).toBeGreaterThan(thursday.from)
      const bar = await boxOf(
        page.locator('#cal-events-calendar-day-2027-05-17 article', { hasText: 'Class trip' }),
      )
      expect(bar.from).toBeGreaterThanOrEqual(thursday.from - 1)
      expect(bar.from).toBeLessThan(thursday.to)
      expect(bar.to).toBeLessThanOrEqual(monday.to + 1)
      expect(bar.to).toBeGreaterThan(monday.from)
    }, DEVICES.desktop)
  })

  it.each([true, false])('the way back points backwards (right to left: %s)', async mirrored => {
    await inWindow(
      async page => {
        await page.goto('/events/month/2027-05/')
        const [back, on] = [
          page.locator('.cal-events-c-top-bar a[rel="prev"], .cal-events-c-top-bar__nav--prev').first(),
          page.locator('.cal-events-c-top-bar a[rel="next"]'),
        ]
        expect([await pointsLeft(back), await pointsLeft(on)]).toEqual([!mirrored, mirrored])
        const [first, second] = [await boxOf(back), await boxOf(on)]
        expect(first.from > second.from).toBe(mirrored)
      },
      DEVICES.desktop,
      mirrored,
    )
  })

  it('an arrow of the history points to what came later', async () => {
    await inWindow(
      async page => {
        await page.goto(`/history/event/${made.fair.id}`)
        const scale = await page.evaluate<string>(`(() => {
          const { scale, display } = getComputedStyle(document.querySelector('.arrow'))
          return scale + ' ' + display
        })()`)
        expect(scale).toBe('-1 1 inline-block')
      },
      { ...DEVICES.desktop, ...world.administrator },
    )
  })

  it('details stand at the left of the text, the name of the site at the right of everything', async () => {
    await inWindow(async page => {
      await page.goto(pathOf(made.fair.url))
      const [body, facts] = [
        await boxOf(page.locator('.item__body')),
        await boxOf(page.locator('.item__facts')),
      ]
      expect(facts.to).toBeLessThanOrEqual(body.from)
      const [name, user] = [
        await boxOf(page.locator('.site-header__name')),
        await boxOf(page.locator('.site-header__user')),
      ]
      expect(user.to).toBeLessThan(name.from)
      await page.keyboard.press('Tab')
      expect((await boxOf(page.locator('.skip-link'))).to).toBeGreaterThan(640)
    }, DEVICES.desktop)
  })

  it.each([true, false])(
    'texts go their own way whatever surrounds them (right to left: %s)',
    async mirrored => {
      await inWindow(
        async page => {
          await page.goto(pathOf(made.hebrew.url))
          /** Where a piece of a text stands, in its line. */
          const place = (selector: string, piece: string) =>
            page.evaluate<number>(`(() => {
            const node = document.querySelector(${JSON.stringify(selector)})
            const text = document.createTreeWalker(node, NodeFilter.SHOW_TEXT).nextNode()
            const at = text.textContent.indexOf(${JSON.stringify(piece)})
            const range = document.createRange()
            range.setStart(text, at)
            range.setEnd(text, at + ${piece.length})
            return range.getBoundingClientRect().left
          })()`)
          // the sentence ends at the left, behind the last word
          expect(await place('.item__head h1', '!')).toBeLessThan(await place('.item__head h1', 'יריד'))
          expect(await place('.item__head h1', '2027')).toBeLessThan(await place('.item__head h1', 'יריד'))
          expect(await place('.prose p', '!')).toBeLessThan(await place('.prose p', 'PTA'))
          await page.goto(pathOf(made.fair.url))
          expect(await place('.prose p', '.')).toBeGreaterThan(await place('.prose p', 'Second'))
          await page.goto('/events/2027-05-13/')
          const link = '.cal-events-event__link'
          const time = '.cal-events-event__schedule time'
          expect(await place(time, '10:00')).toBeLessThan(await place(time, 'am'))
          expect(await place(link, '!')).toBeLessThan(await place(link, '2027'))
        },
        DEVICES.desktop,
        mirrored,
      )
    },
  )
})
