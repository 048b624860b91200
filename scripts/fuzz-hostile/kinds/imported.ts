import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { rest, whole, type Talk } from '../input.ts'
import type { Site } from '../service.ts'
import { purging } from './content.ts'

const READ = [
  '/events/month/2027-05/',
  '/events/list/?cal-bar-date=2027-04-30',
  '/events/ical',
  rest('/cal/events/v1/events&start_date=2027-05-01'),
  rest('/cal/events/v1/events&search=hostile'),
]

const SETTLES_MS = 6_000
/** On a busy machine what was called off may still be at work. */
const ENDS_MS = 60_000

/** Looks on until the import is over, and never for longer. */
const watch = async ({ operate }: Talk, importId: string, patienceMs: number): Promise<void> => {
  const by = performance.now() + patienceMs
  while (performance.now() < by) {
    // it is opened when its feed has been read
    const { over } = await operate('import-progress', { import_id: importId }).catch(() => ({ over: false }))
    if (over === true) return
    await sleep(20)
  }
}

const Items = z.array(z.looseObject({ id: z.int().nullish() }))

/** So that what was made weighs on nothing that comes later: what waits is called off, and the rest is purged. */
const purge = async (site: Site, importId: string, talk: Talk): Promise<void> => {
  const { operate, send } = talk
  const called = await operate('delete-import', { import_id: importId }).catch(() => null)
  if (called !== null) await watch(talk, importId, ENDS_MS)
  const record = await operate('show-import', { import_id: importId }).catch(() => null)
  const items = Items.safeParse(record?.['items'])
  const ids = new Set((items.data ?? []).flatMap(({ id }) => (typeof id === 'number' && id > 0 ? [id] : [])))
  for (const id of ids) await send(purging(site, 'events', id))
}

/** Waits for an import, reads what it made everywhere, and takes it away again. */
export const followed = async (site: Site, importId: string, talk: Talk): Promise<void> => {
  await watch(talk, importId, SETTLES_MS)
  for (const address of READ) await talk.send(whole(site, { address, headers: [['Accept', 'text/html']] }))
  await talk.send(whole(site, { address: `/imports/${importId}`, caller: 'editor', by: 'cookie' }))
  await talk.send(whole(site, { address: `/admin/imports/${importId}`, caller: 'editor' }))
  await purge(site, importId, talk)
}
