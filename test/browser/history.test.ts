import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { lookAt } from '../support/chromium/looks.ts'
import { doInWindow, openBrowser, signIn } from '../support/chromium/window.ts'
import { basic, embeddedService, SCHOOL } from '../support/embedded-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freePort } from '../support/free-port.ts'

const chromium = inject('chromium')
const DAY = 86_400_000
const E = '/cal/events/v1/events'
const PASSWORD = 'a good password'

/** Two weeks in which four people changed a few events, some days more than others. */
const busySchool = async () => {
  const clock = { ms: Date.UTC(2027, 4, 1, 20) }
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const service = await embeddedService({ SITE_URL: url }, temporaryFolder(), () => clock.ms)
  const people = ['ana', 'bo', 'cleo']
  const secrets = new Map<string, string>()
  for (const login of people) {
    await service.operate('create-user', {
      ...{ login, email: `${login}@school.example`, role: 'editor', password: PASSWORD },
    })
    const { body } = await service.operate('create-application-password', { login, name: 'tests' })
    secrets.set(login, (body as { password: string }).password)
  }
  const body = { start_date: '2027-06-08 10:00:00', end_date: '2027-06-08 12:00:00' }
  const made = await service.ask(`POST ${E}`, { body: { ...body, title: 'Spring fair' } })
  const { id } = made.body as { id: number }
  for (let day = 0; day < 14; day++) {
    clock.ms += DAY
    for (const [n, login] of people.entries())
      for (let time = 0; time < (day * (n + 2)) % 5; time++)
        await service.ask(`POST ${E}/${id}`, {
          body: { title: `Fair ${day} ${login} ${time}` },
          headers: basic(login, secrets.get(login)),
        })
  }
  await service.app.listen({ host: '127.0.0.1', port })
  return url
}

describe.skipIf(chromium === null)('00 §6.6 the page of the whole history', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser(chromium ?? '')
  })
  afterAll(() => browser.close())

  it.each([true, false])('is narrowed, and counts by day and person (scripts: %s)', async scripts => {
    const url = await busySchool()
    await doInWindow(
      browser,
      url,
      async page => {
        await signIn(page, 'admin', SCHOOL.ADMIN_PASSWORD)
        await page.goto('/history')
        if (scripts) await lookAt(page, 'history-all')
        await page.getByLabel('Person', { exact: true }).fill('ana')
        await page.getByLabel('Changed', { exact: true }).selectOption('title')
        await page.getByRole('button', { name: 'Show' }).click()
        await expect.poll(() => new URL(page.url()).searchParams.get('person')).toBe('ana')
        const caption = await page.locator('figcaption').innerText()
        expect(caption).toMatch(/^\d+ changes from/)
        await page.getByText('By day and person, as a table').click()
        expect(await page.locator('.chart-table thead th').allInnerTexts()).toEqual(['Day', 'ana', 'All'])
        if (scripts) await lookAt(page, 'history-narrowed')
      },
      { javaScriptEnabled: scripts },
    )
  })
})
