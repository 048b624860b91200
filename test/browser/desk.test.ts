import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { DEVICES, screenshot } from '../support/chromium/window.ts'
import { openWorld, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')

type Shown = { readonly title: string; readonly cost: string }

describe.skipIf(chromium === null)('07 the desk in a browser', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
  })
  afterAll(() => world.close())
  const read = (id: number) => world.site.ask<Shown>(`GET /cal/events/v1/events/${id}`)

  it.each([true, false])(
    'a secretary enters a concert with a new venue on a phone (scripts: %s)',
    async javaScriptEnabled => {
      const title = `Winter concert, ${javaScriptEnabled ? 'first' : 'second'} evening`
      await world.inWindow(
        async page => {
          await page.goto('/events/list/')
          await page.getByRole('link', { name: 'Desk', exact: true }).click()
          await page.getByRole('link', { name: 'New event' }).first().click()
          await page.getByLabel('Title', { exact: true }).fill(title)
          await page.getByLabel('First day').fill('2099-12-10')
          await page.getByLabel('Begins at').fill('18:00')
          await page.getByRole('button', { name: 'Save', exact: true }).click()
          await page.getByRole('link', { name: 'Please give the time of its end.' }).waitFor()
          await screenshot(page, `desk-wrong-phone-${String(javaScriptEnabled)}`)
          await page.getByLabel('Ends at').fill('20:00')
          await page.getByText('A venue that is not here yet').click()
          await page.getByLabel('Name of the new venue').fill('Barn')
          await page.getByLabel('City').fill('Troy')
          await page.getByRole('button', { name: 'Save and see its page' }).click()
          await page.getByRole('heading', { name: title }).waitFor()
          await page.getByRole('link', { name: 'Barn' }).waitFor()
          await page.getByRole('link', { name: 'Edit', exact: true }).click()
          await page.getByRole('checkbox', { name: 'Barn' }).waitFor()
        },
        { ...world.administrator, ...DEVICES.phone, javaScriptEnabled, allowed: [/status of 400/] },
      )
    },
  )

  it.each([true, false])(
    'forty events are moved to another hall at once, and moved back (scripts: %s)',
    async javaScriptEnabled => {
      const { ask } = world.site
      const venue = (name: string) =>
        ask<{ id: number }>('POST /cal/events/v1/venues', { body: { venue: name } })
      const [old, hall] = [await venue(`Gym ${javaScriptEnabled}`), await venue(`Hall ${javaScriptEnabled}`)]
      const when = { start_date: '2099-02-01 10:00:00', end_date: '2099-02-01 11:00:00' }
      const lesson = (n: number) =>
        ask('POST /cal/events/v1/events', { body: { ...when, title: `Lesson ${n}`, venue: old.id } })
      await Promise.all(Array.from({ length: 40 }, (_, n) => lesson(n)))
      const eventsAt = async ({ id }: { readonly id: number }) =>
        (
          await ask<{ total: number }>(
            `GET /cal/events/v1/events&venue=${id}&start_date=2099-01-01&end_date=2099-12-31`,
          )
        ).total
      await world.inWindow(
        async page => {
          await page.goto(`/manage/events?venue=Gym+${javaScriptEnabled}`)
          if (javaScriptEnabled) {
            await page.getByLabel('All on this page').check()
            await page.getByText('40 of 40 chosen').waitFor()
          } else for (const box of await page.getByRole('checkbox').all()) await box.check()
          await page.getByLabel('With those chosen').selectOption('venue')
          await page.getByRole('button', { name: 'Go on' }).click()
          await page.getByRole('heading', { name: 'Move 40 events to another venue?' }).waitFor()
          await page.getByLabel('Venue', { exact: true }).fill(`Hall ${javaScriptEnabled}`)
          await page.getByRole('button', { name: /^Move to another venue/ }).click()
          await page.getByText('Venue of 40 events changed.').waitFor()
          expect([await eventsAt(old), await eventsAt(hall)]).toEqual([0, 40])
          await screenshot(page, `desk-moved-${String(javaScriptEnabled)}`)
          await page.getByRole('button', { name: 'Take it back' }).click()
          await page.getByText('Taken back for 40 events.').waitFor()
          expect([await eventsAt(old), await eventsAt(hall)]).toEqual([40, 0])
        },
        { ...world.administrator, javaScriptEnabled },
      )
    },
  )

  it('two people edit one event, and nothing is overwritten unseen', async () => {
    const { id } = world.made.fair
    const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
    await world.inWindow(
      async ann => {
        await ann.goto(`/manage/events/${id}`)
        await world.inWindow(async bob => {
          await bob.goto(`/manage/events/${id}`)
          await bob.getByLabel('Title', { exact: true }).fill('Bob’s fair')
          await save(bob)
          await bob.getByText('Saved.').waitFor()
        }, world.administrator)
        await ann.getByLabel('Title', { exact: true }).fill('Ann’s fair')
        await ann.getByLabel('Cost').fill('9')
        await save(ann)
        await ann.getByRole('heading', { name: 'Somebody else changed this, too' }).waitFor()
        await screenshot(ann, 'desk-conflict')
        expect(await read(id)).toMatchObject({ title: 'Bob’s fair', cost: '$9' })
        await ann.getByRole('radio', { name: /As you typed it/ }).check()
        await save(ann)
        await ann.getByText('Saved.').waitFor()
        expect((await read(id)).title).toBe('Ann’s fair')
      },
      { ...world.administrator, allowed: [/status of 409/] },
    )
  })
})
