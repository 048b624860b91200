import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { painted } from '../support/desk-pictures.ts'
import { expectAccessible, expectNoSideways, screenshot } from '../support/chromium/window.ts'
import { openWorld, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')

const looks = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 } },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
} as const

describe.skipIf(chromium === null)('07 §7 the form of a venue in a browser', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
  })
  afterAll(() => world.close())

  it.each([true, false])(
    'a secretary gives the hall a picture and tags (scripts: %s)',
    async javaScriptEnabled => {
      const { venue } = world.made
      const word = javaScriptEnabled ? 'one' : 'two'
      await world.inWindow(
        async page => {
          const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
          await page.goto(`/manage/venues/${venue.id}`)
          await page
            .getByLabel('Upload a picture')
            .setInputFiles({ name: `hall-${word}.png`, mimeType: 'image/png', buffer: painted })
          await page.getByLabel('Alternative text', { exact: true }).fill(`The hall, ${word}`)
          await page.getByLabel('Further tags').fill(`${word}, wheelchairs`)
          await press('Save')
          await page.getByText('Saved.').waitFor()
          expect(await page.getByLabel('Alternative text', { exact: true }).inputValue()).toBe(
            `The hall, ${word}`,
          )
          for (const tag of [word, 'wheelchairs'])
            expect(await page.getByLabel(tag, { exact: true }).isChecked()).toBe(true)
          await page.getByLabel('City').fill('Typed')
          await press('Choose one that is here')
          await page.getByRole('heading', { name: 'Pictures that are here' }).waitFor()
          expect(await page.getByLabel('City').inputValue()).toBe('Typed')
          await page
            .getByRole('radio', { name: /^Take hall/ })
            .last()
            .check()
          await screenshot(page, `venue-picture-${String(javaScriptEnabled)}`)
          if (javaScriptEnabled) await expectAccessible(page, 'venue with pictures')
          await page.getByLabel(word, { exact: true }).uncheck()
          await press('Save')
          await page.getByText('Saved.').waitFor()
          expect(await page.getByLabel(word, { exact: true }).count()).toBe(0)
        },
        { ...world.administrator, javaScriptEnabled },
      )
    },
  )

  it('07 §5 says at the field that a file or a text is too large, and sends nothing', async () => {
    const { venue } = world.made
    await world.inWindow(
      async page => {
        const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
        const file = page.getByLabel('Upload a picture')
        await page.goto(`/manage/venues/${venue.id}`)
        await page.getByLabel('City').fill('Kept')
        await file.setInputFiles({
          ...{ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(12_300_000) },
        })
        const why = page.getByText('large.png has 12.3 MB. Please choose a file of at most 10 MB.')
        await why.waitFor()
        await save()
        expect(await page.evaluate('document.activeElement?.id')).toBe('f-picture')
        expect(await file.getAttribute('aria-invalid')).toBe('true')
        await expectAccessible(page, 'venue with a large file')
        await screenshot(page, 'venue-too-large')
        await file.setInputFiles({ name: 'small.png', mimeType: 'image/png', buffer: painted })
        expect([await why.count(), await file.getAttribute('aria-invalid')]).toEqual([0, null])
        const text = page.getByLabel('Summary', { exact: true })
        await text.fill('x'.repeat(1_100_000))
        await save()
        await page.getByText('more than 1 MiB together').waitFor()
        expect(await page.getByLabel('City').inputValue()).toBe('Kept')
        await text.fill('')
        await save()
        await page.getByText('Saved.').waitFor()
        await page.getByRole('link', { name: 'small.png' }).waitFor()
      },
      { ...world.administrator },
    )
  })

  it.each(Object.entries(looks))('is whole on a %s', async (look, options) => {
    const { venue } = world.made
    await world.inWindow(
      async page => {
        await page.goto(`/manage/venues/${venue.id}`)
        await expectAccessible(page, `venue ${look}`)
        await expectNoSideways(page, `venue ${look}`)
        await screenshot(page, `venue-form-${look}`)
      },
      { ...world.administrator, ...options },
    )
  })
})
