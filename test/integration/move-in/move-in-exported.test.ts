import { expect, it } from 'vitest'
import { bringExport } from '../../../services/export/in/bring.ts'
import { checkFiles } from '../../../services/export/in/check-files.ts'
import { checkLines } from '../../../services/export/in/check-lines.ts'
import { embeddedService } from '../../support/embedded-service.ts'
import { exportOf } from '../../support/exported-school.ts'
import { addOddities, fillCalendar } from '../../support/filled-calendar.ts'
import { AS_ADMIN, moveIn, oldCalendar, transportTo } from '../../support/move-in-world.ts'

const countsIn = (out: string) => (JSON.parse(out) as { readonly counts: unknown }).counts

it('00 §6.5, 05 §15: what moved in, was exported and brought elsewhere is known there when it moves in again', async () => {
  const old = await oldCalendar()
  await fillCalendar(old.service, 20)
  await addOddities(old.service)
  const words = [old.base, ...AS_ADMIN, '--json']
  const here = await embeddedService()
  const first = await moveIn(transportTo(here), words)
  expect(countsIn(first.out)).toEqual({
    ...{ category: { created: 12 }, tag: { created: 8 }, image: { created: 2 }, venue: { created: 10 } },
    ...{ organizer: { created: 6 }, event: { created: 23 }, user: { created: 1, matched: 1 } },
  })
  const { folder } = await exportOf(here, '--with-secrets')
  const there = await embeddedService()
  const files = await checkFiles(folder)
  const operate = async (name: string, args: object) => {
    const { status, body } = await there.operate(name, { ...args })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body as Record<string, never>
  }
  await bringExport(
    { folder, operate, tell: () => undefined },
    files,
    await checkLines(folder, files.manifest),
  )
  await old.service.ask('POST /cal/events/v1/categories', { body: { name: 'New since' } })
  const [known] = (
    (await old.service.ask('GET /cal/events/v1/categories&per_page=1')).body as {
      readonly categories: readonly { readonly id: number; readonly name: string }[]
    }
  ).categories
  await old.service.ask(`POST /cal/events/v1/categories/${known?.id}`, { body: { name: 'Another name' } })

  const again = await moveIn(transportTo(there), words)
  expect(countsIn(again.out)).toEqual({
    ...{ category: { created: 1, updated: 1, unchanged: 11 }, tag: { unchanged: 8 } },
    ...{ image: { unchanged: 2 }, venue: { unchanged: 10 }, organizer: { unchanged: 6 } },
    ...{ event: { unchanged: 23 }, user: { matched: 2 } },
  })
  const verified = await moveIn(transportTo(there), [old.base, ...AS_ADMIN, '--verify'])
  expect(verified.code, verified.out).toBe(0)
})
