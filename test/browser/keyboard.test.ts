import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { fileImport, registerImport } from '../support/chromium/imports.ts'
import { tabTo } from '../support/chromium/keyboard.ts'
import { openWorld, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')

describe.skipIf(chromium === null)('by the keyboard alone', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
  })
  afterAll(() => world.close())

  it('somebody signs in from a page and comes back to it', async () => {
    await world.inWindow(async page => {
      await page.goto('/events/2027-05-12/')
      await tabTo(page, 'Sign in')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/sign-in**')
      await tabTo(page, 'Login or e-mail address')
      await page.keyboard.type('admin')
      await tabTo(page, 'Password')
      await page.keyboard.type('a very good password')
      await tabTo(page, 'Sign in')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/events/2027-05-12/')
    })
  })

  it('the calendar is set up, a step at a time, forth and back', async () => {
    await world.inWindow(async page => {
      await page.goto('/onboarding')
      const next = async (button: string) => {
        await tabTo(page, button)
        await page.keyboard.press('Enter')
      }
      /** The step that is begun has the keyboard, so that its fields follow. */
      const isAt = async (title: string) => {
        await expect
          .poll(() => page.evaluate<string>('document.activeElement.textContent.trim()'))
          .toBe(title)
      }
      await tabTo(page, 'The week begins on')
      await page.keyboard.type('Mon')
      await next('Next')
      await isAt('Organizer')
      await tabTo(page, 'Name of the organizer')
      await page.keyboard.type('Choir')
      await next('Next')
      await isAt('Venue')
      await next('Back')
      await isAt('Organizer')
      await next('Next')
      await isAt('Venue')
      await tabTo(page, 'Name of the venue')
      await page.keyboard.type('Attic')
      await next('Next')
      await isAt('Last questions')
      await tabTo(page, 'We would like to sell tickets')
      await page.keyboard.press('Space')
      await next('Finish')
      await isAt('The calendar is ready')
      await tabTo(page, 'Go to the calendar')
      const venues = await world.site.ask<{ venues: readonly { venue: string }[] }>(
        'GET /cal/events/v1/venues&search=Attic',
      )
      expect(venues.venues.map(({ venue }) => venue)).toEqual(['Attic'])
      await page.goto('/onboarding')
      expect(await page.locator('[type="checkbox"][name="eventTickets"]').isChecked()).toBe(true)
    }, world.administrator)
  })

  it('imports are found, opened, paused and resumed', async () => {
    const running = await registerImport(world.site, 'https://feeds.example/by-keyboard.ics')
    await fileImport(world.site)
    await world.inWindow(async page => {
      await page.goto('/imports')
      await tabTo(page, await page.locator(`main a[href*="${running.import_id}"]`).first().innerText())
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/imports/${running.import_id}**`)
      await tabTo(page, 'Pause')
      await page.keyboard.press('Enter')
      await page.getByText('Paused', { exact: true }).waitFor()
      await tabTo(page, 'Resume')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Pause' }).waitFor()
    }, world.administrator)
  })

  it('a protected event is opened with its password', async () => {
    const password = 'open sesame'
    const protect = (text: string) =>
      world.site.operate('set-password', { type: 'event', id: world.made.fair.id, text })
    await protect(password)
    await world.inWindow(
      async page => {
        await page.goto(world.made.fair.url)
        expect(await page.getByText('Second-hand books').count()).toBe(0)
        await tabTo(page, 'Password')
        await page.keyboard.type('wrong')
        await page.keyboard.press('Enter')
        await page.getByRole('alert').filter({ hasText: 'The password is not right.' }).waitFor()
        expect(page.url()).toBe(world.made.fair.url)
        await tabTo(page, 'Password')
        await page.keyboard.type(password)
        await tabTo(page, 'Open')
        await page.keyboard.press('Enter')
        await page.getByText('Second-hand books').waitFor()
        await page.reload()
        await page.getByText('Second-hand books').waitFor()
        expect(page.url()).toBe(world.made.fair.url)
      },
      { allowed: [/status of 403/] },
    )
    await protect('')
  })
})
