import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { registerImport, sendBatch, untilOver } from '../support/chromium/imports.ts'
import { screenshot } from '../support/chromium/window.ts'
import { openWorld, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')
const when = {
  ...{ start_date: '2099-03-01 10:00:00', end_date: '2099-03-01 11:00:00', timezone: 'America/New_York' },
}

describe.skipIf(chromium === null)('07 §7.1 two that are one, in a browser', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
  })
  afterAll(() => world.close())

  const bring = async (hall: string) => {
    const opened = await registerImport(world.site, 'https://feeds.example/halls.ics')
    const items = [{ ...when, uid: `of ${hall}`, title: `Talk in ${hall}`, venue: { venue: hall } }]
    await sendBatch(world.site, opened, items, { done: 1, of: 1 })
    await untilOver(world.site, opened.import_id)
  }

  type Found = { readonly venues: readonly { readonly id: number; readonly venue: string }[] }
  const halls = async () => {
    const { ask } = world.site
    const { venues } = await ask<Found>('GET /cal/events/v1/venues&search=sembly&per_page=50')
    return venues.map(({ venue }) => venue).toSorted()
  }

  it.each([true, false])(
    'a feed that duplicates a venue: merged, imported again, still one (scripts: %s)',
    async javaScriptEnabled => {
      const [right, wrong] = [`Assembly hall ${javaScriptEnabled}`, `Asembly hall ${javaScriptEnabled}`]
      const { id } = await world.site.ask<{ id: number }>('POST /cal/events/v1/venues', {
        body: { venue: right, city: 'Troy' },
      })
      await world.site.ask('POST /cal/events/v1/events', { body: { ...when, title: 'Ours', venue: id } })
      const before = await halls()
      await bring(wrong)
      await expect.poll(halls).toHaveLength(before.length + 1)
      await world.inWindow(
        async page => {
          await page.goto('/manage/venues')
          await page.getByRole('link', { name: 'May be the same' }).click()
          await screenshot(page, `desk-alike-${String(javaScriptEnabled)}`)
          const pair = page.getByRole('listitem').filter({ hasText: wrong })
          await pair.getByRole('link', { name: /^Merge/ }).click()
          await page.getByRole('heading', { name: /^Merge “/ }).waitFor()
          // either button comes a moment after the heading
          await page.getByRole('button', { name: /” stays$/ }).waitFor()
          if ((await page.getByRole('button', { name: `“${right}” stays` }).count()) === 0)
            await page.getByRole('link', { name: 'The other way round' }).click()
          await page.getByText(`1 event gets “${right}” in place of “${wrong}”.`).waitFor()
          await screenshot(page, `desk-merge-${String(javaScriptEnabled)}`)
          await page.getByRole('button', { name: `“${right}” stays` }).click()
          await page.getByText(`“${wrong}” is one with ${right} now.`).waitFor()
          expect(await halls()).toEqual(before)
          await bring(wrong)
          expect(await halls()).toEqual(before)
          await page.goto(`/manage/events?from=&venue=${encodeURIComponent(right)}`)
          await page.getByRole('link', { name: `Talk in ${wrong}` }).waitFor()
          await page.getByRole('link', { name: 'Ours' }).waitFor()
        },
        { ...world.administrator, javaScriptEnabled },
      )
    },
  )
})
