import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { screenshot } from '../support/chromium/window.ts'
import { openWorld, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')

describe.skipIf(chromium === null)('07 §10 people in a browser', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
  })
  afterAll(() => world.close())

  it.each([true, false])(
    'an administrator loses a colleague’s rights and hands the events over (scripts: %s)',
    async javaScriptEnabled => {
      const { ask } = world.site
      const login = `leaver-${String(javaScriptEnabled)}`
      await world.inWindow(
        async admin => {
          await admin.goto('/manage')
          await admin.getByRole('link', { name: 'People', exact: true }).click()
          await admin.getByRole('link', { name: 'New person' }).click()
          await admin.getByLabel('Login').fill(login)
          await admin.getByLabel('E-mail address').fill(`${login}@school.example`)
          await admin.getByLabel('Role').selectOption('editor')
          await admin.getByRole('button', { name: 'Add this person' }).click()
          const link = await admin.getByLabel('Link', { exact: true }).inputValue()
          await screenshot(admin, `people-link-${String(javaScriptEnabled)}`)
          await world.inWindow(
            async colleague => {
              await colleague.goto(link)
              await screenshot(colleague, `people-new-password-${String(javaScriptEnabled)}`)
              await colleague.getByLabel('New password', { exact: true }).fill('a word for the school')
              await colleague.getByLabel('New password once more').fill('a word for the school')
              await colleague.getByRole('button', { name: 'Set the password' }).click()
              await colleague.getByRole('link', { name: 'Sign in' }).last().click()
              await colleague.getByLabel('Login or e-mail address').fill(login)
              await colleague.getByLabel('Password').fill('a word for the school')
              await colleague.getByRole('button', { name: 'Sign in' }).click()
              await colleague.goto('/manage/events/new')
              await colleague.getByLabel('Title', { exact: true }).fill(`Farewell of ${login}`)
              await colleague.getByLabel('First day').fill('2099-12-10')
              await colleague.getByLabel('It takes whole days').check()
              await colleague.getByRole('button', { name: 'Save', exact: true }).click()
              await colleague.getByText('The event is made.').waitFor()
              const id = Number(/events\/(\d+)/.exec(colleague.url())?.[1])
              await admin.getByRole('link', { name: 'Done' }).click()
              await admin.getByRole('combobox', { name: 'Role' }).selectOption('subscriber')
              await admin.getByRole('button', { name: 'Change the role' }).click()
              await admin.getByText('The role is changed.').waitFor()
              expect((await colleague.goto('/manage'))?.status()).toBe(403)
              await admin.getByRole('link', { name: 'Erase this person' }).click()
              await admin.getByText('1 event').waitFor()
              await screenshot(admin, `people-erase-${String(javaScriptEnabled)}`)
              await admin.getByLabel('Login of who gets them').fill('admin')
              await admin.getByRole('button', { name: 'Erase for good' }).click()
              await admin.getByText('Erased. 1 thing has somebody else now.').waitFor()
              expect((await ask<{ author: string }>(`GET /cal/events/v1/events/${id}`)).author).toBe('1')
              await colleague.goto('/manage')
              await colleague.getByRole('heading', { name: 'Sign in' }).waitFor()
            },
            { javaScriptEnabled, allowed: [/status of 403/] },
          )
        },
        { ...world.administrator, javaScriptEnabled },
      )
    },
  )

  it('the key / leads to the search from anywhere, but not out of a field', async () => {
    await world.inWindow(async page => {
      await page.goto('/manage/people')
      await page.getByLabel('Login, name or e-mail address').fill('a')
      await page.keyboard.press('/')
      expect(await page.getByLabel('Login, name or e-mail address').inputValue()).toBe('a/')
      await page.getByRole('heading', { name: 'People' }).click()
      await page.keyboard.press('/')
      await page.keyboard.type('fair')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Found for “fair”' }).waitFor()
      await page.getByRole('link', { name: 'Book fair' }).waitFor()
    }, world.administrator)
  })
})
