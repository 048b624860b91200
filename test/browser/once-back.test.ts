import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openWorld, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')

const fillEvent = async (page: Page, title: string): Promise<void> => {
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('First day').fill('2099-10-10')
  await page.getByLabel('It takes whole days').check()
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

const keyIn = (page: Page) => page.locator('input[name="form_key"]').inputValue()

const withoutQuery = (address: string) => address.replace(/\?.*/, '')

describe.skipIf(chromium === null)('00 §5 a form that is sent again without scripts', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
  })
  afterAll(() => world.close())

  it('made one event, whose answer was lost on the way', async () => {
    await world.inWindow(
      async page => {
        await page.goto('/manage/events/new')
        await fillEvent(page, 'Answer lost')
        const made: string[] = []
        await page.route('**/manage/events/new', async route => {
          if (route.request().method() !== 'POST' || made.length > 0) return route.continue()
          const answer = await route.fetch({ maxRedirects: 0 })
          made.push(answer.headers()['location'] ?? '')
          // the line broke: the window stays where it is
          return route.abort('aborted')
        })
        await save(page)
        await expect.poll(() => made).toEqual([expect.stringContaining('saved=new')])
        await save(page)
        await page.waitForURL(/saved=before/)
        expect(withoutQuery(page.url())).toBe(withoutQuery(made[0] ?? ''))
        await page.getByText('This form was sent before').waitFor()
      },
      { ...world.administrator, javaScriptEnabled: false },
    )
  })

  it('is another one, and empty, where the browser asks for it anew on the way back', async () => {
    await world.inWindow(
      async page => {
        await page.goto('/manage/events/new')
        const key = await keyIn(page)
        await fillEvent(page, 'The first')
        await save(page)
        await page.waitForURL(/saved=new/)
        const first = withoutQuery(page.url())
        await page.goBack()
        expect([await page.getByLabel('Title', { exact: true }).inputValue(), await keyIn(page)]).toEqual([
          '',
          expect.not.stringContaining(key),
        ])
        await fillEvent(page, 'The second')
        await save(page)
        await page.waitForURL(/saved=new/)
        expect(withoutQuery(page.url())).not.toBe(first)
      },
      { ...world.administrator, javaScriptEnabled: false },
    )
  })
})
