import { expect, it } from 'vitest'
import { imageId, systemClock } from '../../../shared/kernel/brands.ts'
import { cleanHere } from '../../support/clean-here.ts'
import type { FetchedImage } from '../../../services/images/by-address.ts'
import { itemsAhead } from '../../../services/imports/apply/items-ahead.ts'
import { importImages } from '../../../services/imports/apply/images.ts'
import { importRuns } from '../../../services/imports/run/runs.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { inProcessJobs } from '../../../shared/jobs/in-process/in-process.ts'
import { calendarApplier } from '../../../workers/import-batch/apply-chunk.ts'
import { importWork } from '../../../workers/import-batch/handler.ts'
import { fairItem, HOST, importWorld } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'

const SLOTS = 4
const WAITING = Array.from({ length: SLOTS }, (_, n) => `waiting${n}`)
const nowMs = systemClock
const site = () => ({ zone: 'America/New_York', host: HOST })

it('05 §10 imports that wait for images keep no other from working, and end without the images', async () => {
  const store = memoryLog()
  const world = importWorld(store)
  const runs = importRuns(store)
  const queue = inProcessJobs({ concurrency: SLOTS, onFailure: () => undefined })
  const asked = new Set<string>()
  const silent = Promise.withResolvers<FetchedImage>()
  const imageOf = importImages({
    exists: async () => false,
    byAddress: {
      allows: () => true,
      fetch: (address): Promise<FetchedImage> => {
        asked.add(address)
        return address.includes('silent')
          ? silent.promise
          : Promise.resolve({ ok: true, id: imageId(41), added: true })
      },
    },
    nowMs,
  })
  const items = itemsAhead({ store, clean: cleanHere })
  const applyChunk = calendarApplier(writingOn(store), imageOf, site, nowMs, items)
  const warn = () => undefined
  await queue.work({
    'import.work': importWork({ store, runs, queue, nowMs, items, applyChunk, warn }),
  })

  const start = async (importId: string, images: readonly string[]) => {
    const items = images.map((image, n) => fairItem({ uid: `${importId}-${n}`, image }))
    await world.receive(
      importId,
      await world.register(importId, { source: `https://${importId}.example/` }),
      items,
    )
    await queue.enqueue('import.work', { importId, batch: 0 })
  }
  const ended = (importId: string, items: number) =>
    expect.poll(async () => (await world.run(importId)).recorded).toBe(items)

  for (const importId of WAITING) await start(importId, ['', `https://silent.example/${importId}.png`, ''])
  await expect.poll(() => asked.size).toBe(SLOTS)

  await start('without', ['', '', ''])
  await start('with', ['https://feed.example/a.png'])
  await ended('without', 3)
  await ended('with', 1)
  expect(await world.outcomes('with')).toMatchObject([{ outcome: 'created', warnings: [] }])
  // what comes before the image is done, and recorded
  for (const importId of WAITING) await ended(importId, 1)

  silent.resolve({ ok: false, reason: 'timeout' })
  for (const importId of WAITING) {
    await ended(importId, 3)
    expect(await world.outcomes(importId)).toMatchObject([
      { position: 1, outcome: 'created', warnings: [] },
      { position: 2, outcome: 'created', warnings: ['image_not_fetched'] },
      // it was done all the while, and again and again
      { position: 3, outcome: 'created', warnings: [] },
    ])
  }
  // none of them asked twice
  expect(asked.size).toBe(SLOTS + 1)
  await queue.close()
})
