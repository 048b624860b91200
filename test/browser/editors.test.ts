import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { lessons, registerImport, sendBatch } from '../support/chromium/imports.ts'
import { signIn } from '../support/chromium/window.ts'
import { openWorld, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')

describe.skipIf(chromium === null)('those who work with the calendar', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
  })
  afterAll(() => world.close())

  it('sign in, come back to where they wanted to go, and sign out', async () => {
    await world.inWindow(async page => {
      await page.goto('/imports')
      expect(new URL(page.url()).pathname).toBe('/sign-in')
      await page.getByLabel('Login or e-mail address').fill('admin')
      await page.getByLabel('Password').fill('a very good password')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/imports')
      await page.getByRole('link', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('link', { name: 'Sign in' }).waitFor()
    })
  })

  it.each([true, false])('come back to the view from which they signed in (scripts: %s)', async scripts => {
    await world.inWindow(
      async page => {
        await page.goto('/events/month/2027-05/')
        await page.locator('a[rel="next"]').first().click()
        await page.getByRole('heading', { name: 'June 2027', exact: true }).waitFor()
        await page.getByRole('link', { name: 'Sign in' }).click()
        await page.getByLabel('Login or e-mail address').fill('admin')
        await page.getByLabel('Password').fill('a very good password')
        await page.keyboard.press('Enter')
        await page.getByRole('link', { name: 'Sign out' }).waitFor()
        expect(new URL(page.url()).pathname).toBe('/events/month/2027-06/')
      },
      { javaScriptEnabled: scripts },
    )
  })

  it('hear that a password is wrong, and stay where they are', async () => {
    await world.inWindow(
      async page => {
        await page.goto('/sign-in')
        await page.getByLabel('Login or e-mail address').fill('admin')
        await page.getByLabel('Password').fill('no such password')
        await page.keyboard.press('Enter')
        await page.getByRole('alert').filter({ hasText: 'not right' }).waitFor()
      },
      { allowed: [/status of 401/] },
    )
  })

  it('watch an import move while it runs, pause it, and see what became of it', async () => {
    await world.inWindow(async page => {
      let registered = await registerImport(world.site)
      const path = `/imports/${registered.import_id}`
      await page.goto(path)
      const processed = async () => Number(await page.locator('[data-show="processed"]').innerText())
      const share = () => page.evaluate<number>('document.querySelector("progress").value')
      expect([await processed(), await share()]).toEqual([0, 0])
      registered = await sendBatch(world.site, registered, lessons(50), { done: 0, of: 2 })
      // the same document: nobody has loaded it anew
      await page.evaluate('window.marked = true')
      await expect.poll(processed).toBe(50)
      expect(await page.evaluate('window.marked')).toBe(true)
      expect(await share()).toBe(50)
      await page.getByRole('button', { name: 'Pause' }).click()
      await page.getByText('Paused', { exact: true }).waitFor()
      await sendBatch(world.site, registered, lessons(50, 51), { done: 1, of: 2 })
      const received = () => page.locator('[data-show="received"]').innerText()
      await expect.poll(received).toBe('100')
      expect(await processed()).toBe(50)
      await page.getByRole('button', { name: 'Resume' }).click()
      await page.getByText('Done', { exact: true }).first().waitFor()
      await page.getByRole('link', { name: 'Lesson 1', exact: true }).waitFor()
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download as CSV' }).click()
      expect((await download).suggestedFilename()).toBe(`import-${registered.import_id}.csv`)
    }, world.administrator)
  })

  it('steer an import without scripts', async () => {
    await world.inWindow(
      async page => {
        const { import_id: id } = await registerImport(world.site)
        await page.goto(`/imports/${id}`)
        await page.getByRole('button', { name: 'Cancel import' }).click()
        await page.getByText('Failed', { exact: true }).waitFor()
      },
      { ...world.administrator, javaScriptEnabled: false },
    )
  })

  it('look back at an event as it was', async () => {
    const { id } = world.made.fair
    await world.site.ask(`POST /cal/events/v1/events/${id}`, { body: { title: 'Spring book fair' } })
    await world.inWindow(async page => {
      await page.goto('/history')
      await page.getByLabel('History of').selectOption('event')
      await page.getByLabel(/^Number, import/).fill(String(id))
      await page.getByRole('button', { name: 'Open' }).click()
      await page.getByRole('heading', { name: 'Spring book fair', exact: true }).waitFor()
      const then = page.locator('#then')
      await page
        .getByRole('link', { name: /^As it was then/ })
        .last()
        .click()
      await then.getByText('Book fair', { exact: true }).waitFor()
      await page
        .getByRole('link', { name: /^As it was then/ })
        .first()
        .click()
      await then.getByText('Spring book fair', { exact: true }).waitFor()
      await page.getByLabel(/^Date and time/).fill('2001-01-01T00:00')
      await page.getByRole('button', { name: 'Look back' }).click()
      await then.getByText('There was nothing yet').waitFor()
    }, world.administrator)
  })

  const question =
    '/authorize-application?app_name=Books&success_url=https%3A%2F%2Fbooks.example%2Fyes&reject_url=https%3A%2F%2Fbooks.example%2Fno'
  it.each([
    ['give an application a password', 'Yes, connect it', '/yes'],
    ['give an application none', 'No', '/no'],
  ])('%s, which leads back to it', async (_, button, path) => {
    await world.inWindow(
      async page => {
        await page.goto(question)
        // nobody is there: that the browser goes there is all that there is to see
        const led = page.waitForRequest('https://books.example/**')
        await page.getByRole('button', { name: button, exact: true }).click()
        const { pathname, searchParams } = new URL((await led).url())
        expect(pathname).toBe(path)
        if (path === '/no') expect(searchParams.get('password')).toBeNull()
        else expect(searchParams.get('user_login')).toBe('admin')
      },
      { ...world.administrator, others: ['https://books.example'] },
    )
  })

  it.each([true, false])('set the calendar up to the end (scripts: %s)', async javaScriptEnabled => {
    await world.inWindow(
      async page => {
        await page.goto('/onboarding')
        const name = javaScriptEnabled ? 'Aula' : 'Gym'
        await page.getByLabel('The week begins on').selectOption('Monday')
        if (javaScriptEnabled) await page.getByRole('button', { name: 'Next' }).click()
        await page.getByLabel('Name of the organizer').fill(`${name} friends`)
        if (javaScriptEnabled) await page.getByRole('button', { name: 'Next' }).click()
        await page.getByLabel('Name of the venue').fill(name)
        if (javaScriptEnabled) await page.getByRole('button', { name: 'Next' }).click()
        await page.getByLabel('We would like to sell tickets').check()
        await page.getByRole('button', { name: javaScriptEnabled ? 'Finish' : 'Save everything' }).click()
        await page.getByRole('heading', { name: 'The calendar is ready' }).waitFor()
        await page.goto('/onboarding')
        expect(await page.locator('[type="checkbox"][name="eventTickets"]').isChecked()).toBe(true)
        expect(await page.locator('[type="checkbox"][name="optin"]').isChecked()).toBe(false)
        await page.goto('/events/month/2027-05/')
        await page.getByText('Monday', { exact: true }).first().waitFor()
        const { venues } = await world.site.ask<{ venues: readonly { venue: string }[] }>(
          `GET /cal/events/v1/venues&search=${name}`,
        )
        expect(venues.map(({ venue }) => venue)).toEqual([name])
      },
      { ...world.administrator, javaScriptEnabled },
    )
  })

  it('are refused what is not theirs', async () => {
    await world.site.createUser('ann', 'author', 'a good password')
    await world.inWindow(
      async page => {
        await signIn(page, 'ann', 'a good password')
        await page.goto('/imports')
        await page.getByRole('heading', { name: 'Not allowed' }).waitFor()
        expect(await page.getByRole('link', { name: 'Imports' }).count()).toBe(0)
      },
      { allowed: [/status of 403/] },
    )
  })
})
