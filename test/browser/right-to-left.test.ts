import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { fileImport } from '../support/chromium/imports.ts'
import { fromRightToLeft } from '../support/chromium/right-to-left.ts'
import { pathOf, type Filled } from '../support/chromium/site.ts'
import {
  DEVICES,
  doInWindow,
  expectAccessible,
  expectNoSideways,
  screenshot,
  type WindowOptions,
} from '../support/chromium/window.ts'
import { openWorld, sharedWindows, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')

type Made = Filled & {
  readonly importId: string
  readonly hebrew: { readonly url: string }
  /** Another venue. */
  readonly hall: number
  /** Id of a subscription. */
  readonly told: string
  /** Where one read model is built anew. */
  readonly rebuild: string
}
type Shown = { readonly path: (made: Made) => string; readonly guest?: true }

const pages: Readonly<Record<string, Shown>> = {
  month: { path: () => '/events/month/2027-05/', guest: true },
  list: { path: () => '/events/list/', guest: true },
  day: { path: () => '/events/2027-05-12/', guest: true },
  event: { path: ({ fair }) => pathOf(fair.url), guest: true },
  hebrew: { path: ({ hebrew }) => pathOf(hebrew.url), guest: true },
  venue: { path: ({ venue }) => pathOf(venue.url), guest: true },
  embed: { path: ({ fair }) => `${pathOf(fair.url)}?embed=true`, guest: true },
  'sign-in': { path: () => '/sign-in', guest: true },
  onboarding: { path: () => '/onboarding' },
  imports: { path: () => '/imports' },
  import: { path: ({ importId }) => `/imports/${importId}` },
  manage: { path: () => '/manage' },
  'manage-search': { path: () => '/manage/search?q=fair' },
  'manage-people': { path: () => '/manage/people' },
  'manage-person': { path: () => '/manage/people/2' },
  'manage-person-new': { path: () => '/manage/people/new' },
  'manage-person-erase': { path: () => '/manage/people/2/erase' },
  'manage-settings': { path: () => '/manage/settings?saved=yes' },
  'manage-state': { path: () => '/manage/state' },
  'manage-rebuild': { path: ({ rebuild }) => rebuild },
  'manage-subscriptions': { path: () => '/manage/subscriptions' },
  'manage-subscription': { path: ({ told }) => `/manage/subscriptions/${told}` },
  'manage-subscription-new': { path: () => '/manage/subscriptions/new' },
  'manage-events': { path: () => '/manage/events?from=' },
  'manage-several': { path: ({ fair }) => `/manage/events/several?do=venue&id[]=${fair.id}` },
  'manage-event': { path: ({ fair }) => `/manage/events/${fair.id}` },
  'manage-new': { path: () => '/manage/events/new' },
  'manage-pictures': { path: () => '/manage/pictures' },
  'manage-venues': { path: () => '/manage/venues' },
  'manage-venue': { path: ({ venue }) => `/manage/venues/${venue.id}` },
  'manage-categories': { path: () => '/manage/categories' },
  'manage-tag-new': { path: () => '/manage/tags/new' },
  'manage-alike': { path: () => '/manage/venues/alike' },
  'manage-merge': { path: ({ venue, hall }) => `/manage/venues/${venue.id}/merge?into=%23${hall}` },
  history: { path: () => '/history' },
  account: { path: () => '/account' },
  'history-event': { path: ({ fair }) => `/history/event/${fair.id}` },
}

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
    await site.createUser('bo', 'author', 'a good password')
    const { id: hall } = await site.ask<{ id: number }>('POST /cal/events/v1/venues', {
      body: { venue: 'Hall, main', city: 'Troy', phone: '555-0100' },
    })
    const { subscription_id: told } = await site.ask<{ subscription_id: string }>(
      'POST /admin/subscriptions',
      { body: { name: 'School app', url: 'https://receiver.invalid/hook', kinds: 'event,venue' } },
    )
    await site.ask(`POST /cal/events/v1/events/${filled.fair.id}`, { body: { cost: '5' } })
    let rebuild = ''
    await world.inWindow(async page => {
      await page.goto('/manage/state')
      rebuild = (await page.getByRole('link', { name: 'Build anew' }).first().getAttribute('href')) ?? ''
    }, world.administrator)
    made = { ...filled, hebrew, hall, told, rebuild: pathOf(rebuild), importId: await fileImport(site) }
  }, 120_000)
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

  describe.each(Object.entries(DEVICES))('%s', (look, options) => {
    const windowOf = sharedWindows(() => world, options, fromRightToLeft)

    it.each(Object.entries(pages))('%s is accessible, whole and quiet', async (name, { path, guest }) => {
      const { page, faults } = windowOf(guest === true)
      const before = faults.length
      expect((await page.goto(path(made)))?.status()).toBe(200)
      expect(await page.evaluate('getComputedStyle(document.body).direction')).toBe('rtl')
      await expectAccessible(page, name)
      await expectNoSideways(page, name)
      await screenshot(page, `rtl-${name}-${look}`)
      expect(faults.slice(before)).toEqual([])
    })
  })

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
