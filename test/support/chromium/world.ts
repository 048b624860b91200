import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { fillSite, openSite, PASSWORD } from './site.ts'
import {
  bringAxe,
  DEVICES,
  doInWindow,
  openBrowser,
  openWindow,
  type Watched,
  withCookies,
  type WindowOptions,
} from './window.ts'

/** A site with events, a browser, and what it knows of an administrator who has signed in: for the tests of one file. */
export const openWorld = async (endpoint: string) => {
  const [site, browser] = await Promise.all([openSite(), openBrowser(endpoint)])
  const made = await fillSite(site)
  return {
    ...{ site, browser, made },
    administrator: withCookies(site.url, await site.signIn('admin', PASSWORD)),
    inWindow: (act: (page: Page) => Promise<void>, options: WindowOptions = {}) =>
      doInWindow(browser, site.url, act, options),
    close: async () => {
      await browser.close()
      await site.close()
    },
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>

/**
 * Two windows on a desktop for the tests beside it, a guest's and an administrator's, in which pages are looked at one after
 * the other: a window of its own for each page would read and compile everything anew, axe above all.
 */
export const sharedWindows = (worldOf: () => World): ((isGuest: boolean) => Watched) => {
  const windows: Watched[] = []
  beforeAll(async () => {
    const { browser, site, administrator } = worldOf()
    for (const who of [{}, administrator]) {
      const window = await openWindow(browser, site.url, { ...DEVICES.desktop, ...who })
      await bringAxe(window.page)
      windows.push(window)
    }
  })
  afterAll(() => Promise.all(windows.map(({ close }) => close())))
  return isGuest => {
    const window = windows[isGuest ? 0 : 1]
    if (window === undefined) throw new Error('there is no window')
    return window
  }
}
