import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { DEVICES, expectAccessible, expectNoSideways, screenshot } from '../support/chromium/window.ts'
import { openWorld, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')

/** A picture of one colour, as a file that is chosen. */
const painted = async (name: string, background: string) => ({
  ...{ name, mimeType: 'image/png' },
  buffer: await sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .png()
    .toBuffer(),
})

type Shown = {
  readonly id: number
  readonly start_date: string
  readonly image: false | { readonly alt?: string }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe.skipIf(chromium === null)('07 §5 the form of an event in a browser', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
  })
  afterAll(() => world.close())
  const found = async (search: string) =>
    (
      await world.site.ask<{ events: readonly Shown[] }>(
        `GET /cal/events/v1/events&search=${encodeURIComponent(search)}&start_date=2000-01-01&end_date=2100-12-31&per_page=50`,
      )
    ).events

  it.each([true, false])(
    'a librarian finds last year’s reading, duplicates it, and gives it a picture (scripts: %s)',
    async javaScriptEnabled => {
      const title = `Reading night ${javaScriptEnabled ? 'one' : 'two'}`
      const [last, next] = ['2026-11-20', '2099-11-20']
      await world.site.ask('POST /cal/events/v1/events', {
        body: { title, start_date: `${last} 19:00:00`, end_date: `${last} 22:00:00`, cost: '3' },
      })
      await world.inWindow(
        async page => {
          await page.goto('/manage/pictures')
          await page.getByText('Upload a picture').click()
          await page.getByLabel('Alternative text', { exact: true }).fill('Children with torches')
          await page
            .getByLabel('File', { exact: true })
            .setInputFiles(await painted('torches.png', '#7a3b12'))
          await press(page, 'Upload')
          await page.getByText('The picture is here.').waitFor()
          await page.goto('/manage/events')
          await page.getByRole('link', { name: 'All dates' }).click()
          await page.getByRole('link', { name: title, exact: true }).click()
          await page.getByRole('link', { name: 'Duplicate' }).click()
          await page.getByText('A copy of').waitFor()
          await page.getByLabel('First day').fill(next)
          await page.getByLabel('Status').selectOption('publish')
          await press(page, 'Choose one that is here')
          await page.getByRole('heading', { name: 'Pictures that are here' }).waitFor()
          await page.getByLabel('Words of file name or alternative text').fill('torches')
          await press(page, 'Search pictures')
          await page
            .getByRole('radio', { name: /^Take torches/ })
            .first()
            .check()
          await screenshot(page, `form-picture-${String(javaScriptEnabled)}`)
          if (javaScriptEnabled) await expectAccessible(page, 'form with pictures')
          expect(await page.getByLabel('First day').inputValue()).toBe(next)
          await page.getByLabel('Words of file name or alternative text').fill('nothing like it')
          await press(page, 'Search pictures')
          await page.getByText('There are no such pictures.').waitFor()
          await page.getByRole('link', { name: /^torches.*png$/ }).waitFor()
          expect(await page.getByLabel('Alternative text', { exact: true }).inputValue()).toBe(
            'Children with torches',
          )
          await screenshot(page, `form-picture-kept-${String(javaScriptEnabled)}`)
          await press(page, 'Save')
          await page.getByText('The event is made.').waitFor()
        },
        { ...world.administrator, javaScriptEnabled },
      )
      const made = (await found(title)).find(({ start_date: start }) => start.startsWith(next))
      expect(made?.image).toMatchObject({ alt: 'Children with torches' })
    },
  )

  it('a coach repeats a training, and cancels one date', async () => {
    await world.inWindow(async page => {
      await page.goto('/manage/events/new')
      await page.getByLabel('Title', { exact: true }).fill('Training')
      await page.getByLabel('First day').fill('2099-09-01')
      await page.getByLabel('Begins at').fill('16:00')
      await page.getByLabel('Ends at').fill('18:00')
      await page.getByText('Repeats', { exact: true }).click()
      await page.getByLabel('How often it takes place').selectOption('weekly')
      await page.getByLabel('Tuesday').check()
      await page.getByLabel('Thursday').check()
      await page.getByLabel('Until', { exact: true }).fill('2099-09-17')
      await page.getByLabel('Not on').fill('2099-09-03')
      await press(page, 'Save')
      await page.getByRole('heading', { name: '5 events: Training' }).waitFor()
      await screenshot(page, 'form-dates')
      await expectAccessible(page, 'dates')
      await page.getByLabel(/September 15, 2099/).uncheck()
      await press(page, 'Make these events')
      await page.getByText('4 events made.').waitFor()
      await screenshot(page, 'form-dates-made')
      await page.getByRole('link', { name: /September 10, 2099/ }).click()
      await page.getByRole('link', { name: 'Move to the trash' }).click()
      await page.getByRole('button', { name: /^Move to the trash/ }).click()
      await page.getByText('1 event moved to the trash.').waitFor()
    }, world.administrator)
    expect((await found('Training')).map(({ start_date: start }) => start.slice(0, 10))).toEqual([
      ...['2099-09-01', '2099-09-08', '2099-09-17'],
    ])
  })

  it.each(Object.entries(DEVICES))(
    'what is typed is seen before it is saved, beside the form (%s)',
    async (look, options) => {
      await world.inWindow(
        async page => {
          await page.goto(`/manage/events/${world.made.fair.id}`)
          await page.getByLabel('Title', { exact: true }).fill('Book fair, as typed')
          const opening = page.context().waitForEvent('page')
          await page.getByRole('button', { name: 'Preview in another window' }).click()
          const shown = await opening
          await shown.getByRole('heading', { name: 'Book fair, as typed' }).waitFor()
          await expectAccessible(shown, 'preview')
          await expectNoSideways(shown, 'preview')
          await screenshot(shown, `form-preview-${look}`)
          await shown.close()
          expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Book fair, as typed')
          page.on('dialog', dialog => void dialog.accept())
        },
        { ...world.administrator, ...options },
      )
    },
  )

  it('names are proposed beyond those that came with the page', async () => {
    const { ask } = world.site
    await ask('POST /cal/events/v1/venues', { body: { venue: 'Observatory on the hill' } })
    await world.inWindow(async page => {
      await page.goto('/manage/events/new')
      await page.evaluate('document.querySelector("#venues").replaceChildren()')
      await page.getByLabel('Add a venue').pressSequentially('observ')
      await expect
        .poll(() => page.evaluate<string>('document.querySelector("#venues option")?.value ?? ""'))
        .toBe('Observatory on the hill')
      page.on('dialog', dialog => void dialog.accept())
    }, world.administrator)
  })
})
