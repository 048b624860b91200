import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import { DEVICES, expectAccessible, expectNoSideways, screenshot } from './window.ts'

/** How a page is looked at: on what, in the dark, turned around. */
type Look = {
  readonly device: keyof typeof DEVICES
  readonly isDark?: true
  readonly isTurned?: true
}

/** How a page stands before and after. */
const START: Look = { device: 'desktop' }

const LOOKS: readonly Look[] = [START, { device: 'desktop', isDark: true }, { device: 'phone' }]

/** In an order in which little is other than in the look before. */
const LOOKS_ALL_AROUND: readonly Look[] = [
  START,
  { device: 'desktop', isDark: true },
  { device: 'phone', isDark: true },
  { device: 'phone' },
  { device: 'phone', isTurned: true },
  { device: 'desktop', isTurned: true },
]

// colours that are still on their way to others are nobody's to judge
const DARK = { colorScheme: 'dark', reducedMotion: 'reduce' } as const
const LIGHT = { colorScheme: 'light', reducedMotion: 'reduce' } as const

/**
 * The rules of axe, besides those about colours, that ask where things are and how they look. All others read the document,
 * and which elements of it are there for people: where that is the same, they say the same.
 */
const PLACES = [
  'aria-hidden-focus',
  'autocomplete-valid',
  'label',
  'label-content-name-mismatch',
  'scrollable-region-focusable',
  'select-name',
  'skip-link',
  'th-has-data-cells',
] as const

/** Whether, in this document, the elements that are there to be seen or heard are others than in all looks before. */
const SHOWS_OTHERS = `(() => {
  const shown = [...document.querySelectorAll('body, body *')].map(one => {
    const { width, height, right, left, bottom } = one.getBoundingClientRect()
    const isBeyond = right <= 0 || left >= document.documentElement.scrollWidth || bottom + scrollY <= 0
    const isInside = width > 0 && height > 0 && !isBeyond
    const isThere = one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const { clip, clipPath } = getComputedStyle(one)
    return [one.localName, isThere, isInside, clip, clipPath].join()
  }).join(' ')
  const isNew = !shownBefore.has(shown)
  shownBefore.add(shown)
  return isNew
})()`

/** Everything when elements are shown that were not, or not shown that were; places when the same are. */
const rulesNow = async (page: Page): Promise<readonly string[] | null> =>
  (await page.evaluate<boolean>(SHOWS_OTHERS)) ? null : PLACES

/** The page becomes one on that device, as the tools of developers do it: no document is loaded anew for it. */
const become = async (page: Page, tools: CDPSession, device: Look['device']): Promise<void> => {
  const { viewport, isMobile } = DEVICES[device]
  await tools.send('Emulation.setDeviceMetricsOverride', {
    ...{ ...viewport, mobile: isMobile, deviceScaleFactor: 1 },
  })
  await tools.send('Emulation.setTouchEmulationEnabled', { enabled: isMobile })
  expect(await page.evaluate('document.documentElement.clientWidth')).toBe(viewport.width)
}

const WRITTEN = { lang: 'en', dir: 'ltr' }
const TURNED = { lang: 'ar', dir: 'rtl' }

/** The document says that it is written like that; answers what it said before, and in which direction it goes now. */
const turn = (page: Page, to: typeof WRITTEN): Promise<unknown> =>
  page.evaluate(`(() => {
    const { lang, dir } = document.documentElement
    Object.assign(document.documentElement, ${JSON.stringify(to)})
    return { said: { lang, dir }, direction: getComputedStyle(document.body).direction }
  })()`)

/** The page becomes one that is looked at like that; only what is other than it was is done. */
const change = async (
  page: Page,
  tools: CDPSession,
  was: Look,
  { device, isDark, isTurned }: Look,
): Promise<void> => {
  if (device !== was.device) await become(page, tools, device)
  if (isDark !== was.isDark) await page.emulateMedia(isDark === true ? DARK : LIGHT)
  if (isTurned === was.isTurned) return
  const [to, from, direction] = isTurned === true ? [TURNED, WRITTEN, 'rtl'] : [WRITTEN, TURNED, 'ltr']
  expect(await turn(page, to)).toEqual({ said: from, direction })
}

/**
 * Looks one after the other at the document that is there: nothing sticks out, nothing is out of reach, and a picture for
 * people. In the dark only colours are others (test/unit/api/pages/styles.test.ts). No script asks what its page is looked
 * at on (test/unit/api/pages/scripts.test.ts): loaded there, it would be the same document.
 */
const lookThrough = async (page: Page, name: string, looks: readonly Look[]): Promise<void> => {
  const tools = await page.context().newCDPSession(page)
  // a script may have changed the document since somebody looked at it
  await page.evaluate('void (window.shownBefore = new Set())')
  await become(page, tools, START.device)
  await page.emulateMedia(LIGHT)
  let was = START
  for (const look of looks) {
    await change(page, tools, was, look)
    was = look
    const { device, isDark = false, isTurned = false } = look
    const called = [name, device, ...(isTurned ? ['rtl'] : []), ...(isDark ? ['dark'] : [])].join('-')
    await expectNoSideways(page, called)
    await expectAccessible(page, called, isDark ? [] : await rulesNow(page))
    await screenshot(page, called)
  }
  await change(page, tools, was, START)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await tools.detach()
}

/** On a desktop in both lights, and on a phone. It is a page on a desktop, before and after. */
export const lookAt = (page: Page, name: string): Promise<void> => lookThrough(page, name, LOOKS)

/** On a desktop and on a phone, in both lights, as it is written and turned around. */
export const lookAllAround = (page: Page, name: string): Promise<void> =>
  lookThrough(page, name, LOOKS_ALL_AROUND)
