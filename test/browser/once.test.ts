import type { Page } from 'playwright-core'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openWorld, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')

/** Taps on a button twice in the same turn, as an impatient finger does before the browser has left the page. */
const tapTwice = (page: Page, name: string) =>
  page.evaluate(`{
    const button = [...document.querySelectorAll('main button')].find(one => one.textContent.trim() === '${name}')
    button.click()
    setTimeout(() => button.click(), 50)
  }`)

/** What the page posts from now on, each a second late. */
const postedSlowly = async (page: Page): Promise<readonly string[]> => {
  const posted: string[] = []
  await page.route('**/*', async route => {
    const request = route.request()
    if (request.method() === 'POST') {
      posted.push(new URL(request.url()).pathname)
      await sleep(1_000)
    }
    await route.continue()
  })
  return posted
}

const fillEvent = async (page: Page, title: string): Promise<void> => {
  await page.goto('/manage/events/new')
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('First day').fill('2099-10-10')
  await page.getByLabel('It takes whole days').check()
}

describe.skipIf(chromium === null)('00 §5 a form whose answer is under way', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
  })
  afterAll(() => world.close())

  it('makes one event at the desk', async () => {
    await world.inWindow(async page => {
      await fillEvent(page, 'Tapped twice')
      const posted = await postedSlowly(page)
      await tapTwice(page, 'Save')
      await page.waitForURL(/saved=new/)
      expect(posted).toEqual(['/manage/events/new'])
    }, world.administrator)
  })

  it('makes one application password, which is seen', async () => {
    await world.inWindow(async page => {
      await page.goto('/account')
      await page.getByLabel('Name of the application').fill('Phone')
      const posted = await postedSlowly(page)
      await tapTwice(page, 'Make a password')
      await page.getByText('It will not be shown again.').waitFor()
      await page.getByRole('link', { name: 'Done' }).click()
      await page.getByRole('heading', { name: 'Phone', exact: true }).waitFor()
      expect(posted).toEqual(['/account'])
    }, world.administrator)
  })

  it.each(['/schedules', '/imports', '/sign-out'])('is on %s, too, not sent again', async path => {
    await world.inWindow(async page => {
      await page.goto(path)
      const held = await page.evaluate<readonly boolean[]>(`{
        const form = document.querySelector('main form[method="post"]')
        const tap = () => !form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
        ;[tap(), tap()]
      }`)
      expect(held).toEqual([false, true])
    }, world.administrator)
  })

  it('can be sent again after 10 s, however often it was tapped meanwhile', async () => {
    await world.inWindow(async page => {
      const posted: string[] = []
      await page.clock.install({ time: 0 })
      await fillEvent(page, 'Sent at last')
      await page.route('**/manage/events/new', async route => {
        if (route.request().method() === 'POST') posted.push(route.request().url())
        // the line broke: the window stays where it is
        await (posted.length < 3 ? route.abort('aborted') : route.continue())
      })
      await page.clock.pauseAt(3_600_000)
      const tap = async (sent: number) => {
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await expect.poll(() => posted.length).toBe(sent)
      }
      await tap(1)
      await page.clock.fastForward(5_000)
      await tap(1)
      await page.clock.fastForward(5_001)
      await tap(2)
      await page.clock.fastForward(5_000)
      await tap(2)
      await page.clock.fastForward(5_001)
      await tap(3)
      await page.waitForURL(/saved=new/)
      expect(posted).toHaveLength(3)
    }, world.administrator)
  })
})
