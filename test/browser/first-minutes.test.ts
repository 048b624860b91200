import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { pathOf } from '../support/chromium/site.ts'
import { walkOf } from '../support/chromium/walk.ts'
import { openWorld, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')
const PASSWORD_OF_ALL = 'a word for the school'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()

/** From a page of the calendar to the desk, as somebody goes who has only been told of the account. */
const arrive = async (page: Page, login: string, look: (step: string) => Promise<void>): Promise<void> => {
  await page.goto('/events/list/')
  await look('calendar')
  await follow(page, 'Sign in')
  await page.getByLabel('Login or e-mail address').fill(login)
  await page.getByLabel('Password').fill(PASSWORD_OF_ALL)
  await look('sign-in')
  await press(page, 'Sign in')
  await page.getByRole('link', { name: 'Desk', exact: true }).waitFor()
  await look('signed-in')
  await follow(page, 'Desk')
  await page.getByRole('heading', { name: 'Good to see you' }).waitFor()
  await look('desk')
}

describe.skipIf(chromium === null)('07 the first minutes of somebody who has never seen the desk', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
    for (const [login, role] of [
      ['secretary', 'editor'],
      ['coach', 'author'],
      ['librarian', 'administrator'],
    ] as const)
      await world.site.createUser(login, role, PASSWORD_OF_ALL)
  })
  afterAll(() => world.close())

  const titlesFor = async (search: string): Promise<readonly string[]> => {
    const query = `&search=${search}&start_date=2000-01-01&end_date=2100-12-31&per_page=50`
    type Found = { readonly events: readonly { readonly title: string; readonly start_date: string }[] }
    const { events } = await world.site.ask<Found>(`GET /cal/events/v1/events${query}`, { guest: true })
    return events.map(({ title, start_date: start }) => `${start.slice(0, 10)} ${title}`)
  }

  it('a secretary makes a concert, sees it as everybody does, and corrects a typo', async () => {
    await world.inWindow(async page => {
      const look = walkOf(page, 'secretary')
      await arrive(page, 'secretary', look)
      await follow(page, 'New event')
      await look('new-event')
      await page.getByLabel('Title', { exact: true }).fill('Winter conzert')
      await page.getByLabel('First day').fill('2099-12-10')
      await page.getByLabel('Begins at').fill('18:00')
      await page.getByLabel('Ends at').fill('20:00')
      await page.getByLabel('Add a venue').fill('Main Hall')
      await look('typed')
      await press(page, 'Save')
      await page.getByText('The event is made.').waitFor()
      await look('made')
      await follow(page, 'Its page')
      await page.waitForURL(/[?]p=/)
      await look('its-page')
      await world.inWindow(async guest => {
        await guest.goto(page.url())
        await guest.getByRole('heading', { name: 'Winter conzert' }).waitFor()
        expect(await guest.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0)
      })
      await follow(page, 'Edit')
      await page.getByLabel('Title', { exact: true }).fill('Winter concert')
      await look('edit')
      await press(page, 'Save and see its page')
      await page.getByRole('heading', { name: 'Winter concert' }).waitFor()
      await look('corrected')
    })
    expect(await titlesFor('winter')).toEqual(['2099-12-10 Winter concert'])
  })

  it('a coach repeats a training for a term, and cancels one date', async () => {
    await world.inWindow(async page => {
      const look = walkOf(page, 'coach')
      await arrive(page, 'coach', look)
      await follow(page, 'New event')
      await page.getByLabel('Title', { exact: true }).fill('Rowing')
      await page.getByLabel('First day').fill('2099-09-01')
      await page.getByLabel('Begins at').fill('16:00')
      await page.getByLabel('Ends at').fill('18:00')
      await page.getByText('Repeats', { exact: true }).click()
      await page.getByLabel('How often it takes place').selectOption('weekly')
      await page.getByLabel('Until', { exact: true }).fill('2099-09-29')
      await look('repeats')
      await press(page, 'Save')
      await page.getByRole('heading', { name: '5 events: Rowing' }).waitFor()
      await look('dates')
      await press(page, 'Make these events')
      await page.getByText('5 events made.').waitFor()
      await look('made')
      await follow(page, 'Events')
      await look('table')
      await page
        .getByRole('row', { name: /September 15, 2099/ })
        .getByRole('link', { name: 'Rowing' })
        .click()
      await follow(page, 'Move to the trash')
      await look('trash-asks')
      await page.getByRole('button', { name: /^Move to the trash/ }).click()
      await page.getByText('1 event moved to the trash.').waitFor()
      await look('trash-done')
    })
    expect(await titlesFor('rowing')).toEqual(['01', '08', '22', '29'].map(day => `2099-09-${day} Rowing`))
  })

  it('a librarian makes last year’s event anew, looks at what changed, changes a setting and invites a colleague', async () => {
    const when = { start_date: '2026-05-20 19:00:00', end_date: '2026-05-20 22:00:00' }
    const { url } = await world.site.ask<{ url: string }>('POST /cal/events/v1/events', {
      body: { title: 'Reading night', cost: '3', ...when },
    })
    expect(pathOf(url)).toBe('/event/reading-night/')
    await world.inWindow(async page => {
      const look = walkOf(page, 'librarian')
      await arrive(page, 'librarian', look)
      await page.getByLabel('Search the desk').fill('reading')
      await press(page, 'Search')
      await look('found')
      await follow(page, 'Reading night')
      await look('last-year')
      await follow(page, 'Duplicate')
      await look('copy')
      await page.getByLabel('First day').fill('2099-05-20')
      await page.getByLabel('Status').selectOption('publish')
      await press(page, 'Save')
      await page.getByText('The event is made.').waitFor()
      await look('made')
      await page.getByRole('main').getByRole('link', { name: 'History', exact: true }).last().click()
      await page.waitForURL(/history\/event/)
      await look('history')
      await page.goBack()
      await follow(page, 'Settings')
      await page.getByLabel('Description').fill('What goes on at our school')
      await look('settings')
      await press(page, 'Save')
      await page.getByText('Saved. It counts from now on.').waitFor()
      await look('settings-saved')
      await follow(page, 'People')
      await look('people')
      await follow(page, 'New person')
      await page.getByLabel('Login').fill('colleague')
      await page.getByLabel('E-mail address').fill('colleague@school.example')
      await page.getByLabel('Role').selectOption('editor')
      await look('new-person')
      await press(page, 'Add this person')
      expect(await page.getByLabel('Link', { exact: true }).inputValue()).toContain('/new-password?')
      await look('invited')
    })
    expect(await titlesFor('reading')).toEqual(['2026-05-20 Reading night', '2099-05-20 Reading night'])
  })
})
