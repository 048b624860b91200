import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { registerImport, sendBatch } from '../support/chromium/imports.ts'
import { openWorld, type World } from '../support/chromium/world.ts'
import { fairItem } from '../support/import-world.ts'

const chromium = inject('chromium')

describe.skipIf(chromium === null)('05 §12 undo on the page of an import', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
  })
  afterAll(() => world.close())

  it.each([true, false])('is shown, confirmed, told, and taken back (scripts: %s)', async scripts => {
    const uid = `undo-${String(scripts)}`
    const whole = async (...events: readonly object[]): Promise<string> => {
      const registered = await registerImport(world.site)
      await sendBatch(world.site, registered, events, { done: 0, of: 1 })
      const { import_id: id } = registered
      const isOver = async () =>
        (await world.site.ask<{ over: boolean }>(`GET /admin/imports/${id}/progress`)).over
      await expect.poll(isOver).toBe(true)
      return id
    }
    await whole(fairItem({ uid, title: 'Undo me', venue: { venue: 'Gym' } }))
    const changed = { title: 'Undone', venue: { venue: 'Hall' }, start_date: '2027-05-08 09:00:00' }
    const id = await whole(fairItem({ uid, ...changed }), fairItem({ uid: `${uid}-new`, title: 'New' }))
    await world.inWindow(
      async page => {
        const told = async (text: string) => {
          await page.waitForURL(`**/imports/${id}#undos`)
          const isTold = async () => {
            await page.reload()
            return page.getByText(text).isVisible()
          }
          await expect.poll(isTold).toBe(true)
        }
        await page.goto(`/imports/${id}`)
        await page.getByRole('link', { name: 'Undo import' }).click()
        await page.getByRole('heading', { name: /^Undo the import of/ }).waitFor()
        await page.locator('.changes').getByText('Undo me').waitFor()
        await page.getByRole('button', { name: 'Undo the import' }).click()
        await told('This import was undone.')
        await page.getByRole('link', { name: 'Take that back' }).click()
        await page.getByRole('button', { name: 'Take the undo back' }).click()
        await told(`The undo ${id}.1 was undone.`)
      },
      { ...world.administrator, javaScriptEnabled: scripts },
    )
  })
})
