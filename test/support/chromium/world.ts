import type { Page } from 'playwright-core'
import { fillSite, openSite } from './site.ts'
import { doInWindow, openBrowser, signedIn, type WindowOptions } from './window.ts'

/** A site with events, a browser, and what it knows of an administrator who has signed in: for the tests of one file. */
export const openWorld = async (endpoint: string) => {
  const [site, browser] = await Promise.all([openSite(), openBrowser(endpoint)])
  const made = await fillSite(site)
  return {
    ...{ site, browser, made },
    administrator: await signedIn(browser, site.url),
    inWindow: (act: (page: Page) => Promise<void>, options: WindowOptions = {}) =>
      doInWindow(browser, site.url, act, options),
    close: async () => {
      await browser.close()
      await site.close()
    },
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>
