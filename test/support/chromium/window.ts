import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { DOUBTFUL_COLOURS } from './contrast.ts'
import { PASSWORD } from './site.ts'

/** The browser of all files, as if it were one's own: closing it ends the windows that were opened through it. */
export const openBrowser = (endpoint: string): Promise<Browser> => chromium.connect(endpoint)

/** What went wrong on a page without anybody clicking on it. */
export type Watched = {
  readonly page: Page
  readonly faults: readonly string[]
  readonly close: () => Promise<void>
}

export type WindowOptions = BrowserContextOptions & {
  /** Origins besides that of the site that are asked on purpose. */
  readonly others?: readonly string[]
  /** Faults that are wanted, as they are written. */
  readonly allowed?: readonly RegExp[]
}

/** On which pages are looked at. */
export const DEVICES = {
  desktop: { viewport: { width: 1280, height: 900 }, hasTouch: false, isMobile: false },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const

/**
 * A window of a browser of its own. Whatever a script throws or logs as an error, what the policy of a page refuses, and
 * every request to another origin is a fault.
 */
export const openWindow = async (
  browser: Browser,
  siteUrl: string,
  { others = [], allowed = [], ...options }: WindowOptions = {},
): Promise<Watched> => {
  const context = await browser.newContext({ baseURL: siteUrl, ...options })
  const page = await context.newPage()
  const faults: string[] = []
  const note = (fault: string) => {
    if (!allowed.some(one => one.test(fault))) faults.push(fault)
  }
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning')
      note(`${page.url()} says ${message.text()}`)
  })
  page.on('pageerror', error => note(`${page.url()} throws ${error.message}`))
  context.on('request', request => {
    const url = request.url()
    if (/^(data|blob|about):/.test(url)) return
    if (![siteUrl, ...others].includes(new URL(url).origin)) note(`${page.url()} asks ${url}`)
  })
  return { page, faults, close: () => context.close() }
}

/** Does something in a window of its own, and wants no fault of it. */
export const doInWindow = async (
  browser: Browser,
  siteUrl: string,
  act: (page: Page) => Promise<void>,
  options: WindowOptions = {},
): Promise<void> => {
  const { page, faults, close } = await openWindow(browser, siteUrl, options)
  await act(page)
  expect(faults).toEqual([])
  await close()
}

export const signIn = async (page: Page, login = 'admin', password = PASSWORD): Promise<void> => {
  await page.goto('/sign-in')
  await page.getByLabel('Login or e-mail address').fill(login)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(url => !url.pathname.startsWith('/sign-in'))
}

/** What a browser knows of somebody who has these cookies, for windows of his. */
export const withCookies = (siteUrl: string, cookies: ReadonlyMap<string, string>): BrowserContextOptions => {
  const { hostname: domain } = new URL(siteUrl)
  const kept = { domain, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' } as const
  return {
    storageState: { cookies: [...cookies].map(([name, value]) => ({ name, value, ...kept })), origins: [] },
  }
}

type Violation = {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly any: readonly { readonly message: string }[] }[]
}

/** As short as there is: it is sent to every page, and read there. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** From now on every page of the window brings axe along: for windows in which most pages are looked at. */
export const bringAxe = (page: Page): Promise<unknown> => page.addInitScript({ content: AXE })

/** Style sheets are not read for it beforehand: of the rules that are asked, those about sound alone read ahead. */
const OPTIONS = { resultTypes: ['violations'], preload: { assets: ['media'] } }

const only = (rules: readonly string[]) => ({ ...OPTIONS, runOnly: rules })

/** The rules of axe that ask for colours: that which is in doubt is judged by them. */
const COLOURS = ['color-contrast', 'link-in-text-block']
const OTHERS = { ...OPTIONS, rules: Object.fromEntries(COLOURS.map(id => [id, { enabled: false }])) }

/** What axe has to say against the colours of the page as it is now, and against everything else: or `others` of its rules. */
export const expectAccessible = async (
  page: Page,
  name: string,
  others: readonly string[] | null = null,
): Promise<void> => {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE)
  const whole = others === null ? [OTHERS] : others.length === 0 ? [] : [only(others)]
  const violations = await page.evaluate<readonly Violation[]>(`(async () => {
    const doubtful = ${DOUBTFUL_COLOURS}
    const runs = [
      ...${JSON.stringify(whole)}.map(options => [document, options]),
      ...(doubtful.length === 0 ? [] : [[doubtful, ${JSON.stringify(only(COLOURS))}]]),
    ]
    const found = []
    for (const [where, options] of runs) found.push(...(await axe.run(where, options)).violations)
    return found
  })()`)
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${name}: ${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
  )
  expect(told, told.join('\n')).toEqual([])
}

const folder = join(import.meta.dirname, '..', '..', '..', 'test-results', 'screenshots')

/** Kept for people to look at, who ask for it with `PICTURES=yes`: a fifth of what looking at a page takes. */
export const screenshot = async (page: Page, name: string, place = folder): Promise<void> => {
  if (env['PICTURES'] !== 'yes') return
  mkdirSync(place, { recursive: true })
  await page.screenshot({ path: join(place, `${name}.jpeg`), quality: 80, fullPage: true })
}

/** Nothing sticks out at the side. */
export const expectNoSideways = async (page: Page, name: string): Promise<void> => {
  const beyond = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(`${name}: ${beyond}`).toBe(`${name}: 0`)
}
