import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openWorld, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')

type Read = {
  readonly errors: readonly string[]
  readonly root: string
  readonly titles: readonly string[]
  readonly links: readonly string[]
  readonly guids: readonly string[]
  readonly dates: readonly number[]
}

/** Run on a page of the site. */
const READ = `(async () => {
  const text = await (await fetch('/feed/')).text()
  const read = new DOMParser().parseFromString(text, 'application/xml')
  const texts = selector => [...read.querySelectorAll(selector)].map(one => one.textContent)
  return {
    errors: texts('parsererror'),
    root: read.documentElement.nodeName,
    titles: texts('item > title'),
    links: texts('item > link'),
    guids: texts('item > guid'),
    dates: texts('item > pubDate').map(text => Date.parse(text)),
  }
})()`

/** The same of the changes, at the address that the page names. */
const READ_CHANGES = `(async () => {
  const { href } = document.querySelector('link[type="application/atom+xml"]')
  const text = await (await fetch(href)).text()
  const read = new DOMParser().parseFromString(text, 'application/xml')
  const texts = selector => [...read.querySelectorAll(selector)].map(one => one.textContent)
  return { errors: texts('parsererror'), root: read.documentElement.nodeName, titles: texts('entry > title') }
})()`

describe.skipIf(chromium === null)('06 §4.1, §4.2 news', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
  })
  afterAll(() => world.close())

  it('are read by the parser of a browser', async () => {
    await world.inWindow(async page => {
      await page.goto('/events/')
      const read = await page.evaluate<Read>(READ)
      expect(read).toMatchObject({ errors: [], root: 'rss' })
      expect(read.titles.length).toBeGreaterThan(3)
      expect(read.titles).toContain('Summer concert')
      expect(new Set(read.guids).size).toBe(read.titles.length)
      expect(read.links.every(link => URL.canParse(link))).toBe(true)
      expect(read.dates.every(Number.isFinite)).toBe(true)
    })
  })

  it('and so are the changes', async () => {
    await world.inWindow(async page => {
      await page.goto('/events/')
      const read = await page.evaluate<Pick<Read, 'errors' | 'root' | 'titles'>>(READ_CHANGES)
      expect(read).toMatchObject({ errors: [], root: 'feed' })
      expect(read.titles).toContain('Summer concert')
    })
  })
})
