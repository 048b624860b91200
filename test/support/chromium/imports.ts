import { setTimeout as sleep } from 'node:timers/promises'
import type { Site } from './site.ts'

type Registered = { readonly import_id: string; readonly batch_hash: string }
type Standing = { readonly over: boolean }

export const registerImport = ({ ask }: Site, source = 'https://feeds.example/school-year-2027.ics') =>
  ask<Registered>('POST /admin/imports', { body: { origin: 'ics', source } })

/** One batch of several; answers with the hash of the next one. */
export const sendBatch = async (
  { ask }: Site,
  { import_id: id, batch_hash: hash }: Registered,
  events: readonly object[],
  { done, of }: { readonly done: number; readonly of: number },
): Promise<Registered> => {
  const { next_batch_hash: next = '' } = await ask<{ next_batch_hash?: string }>(
    `POST /cal/event-aggregator/v1/import/${id}/batch`,
    {
      guest: true,
      body: {
        batch_hash: hash,
        percentage_complete: Math.floor((100 * done) / of),
        interval: 10,
        status: {
          data: { total: events.length * of, done: events.length * done },
          batch: { total: of, done },
        },
        events,
      },
    },
  )
  return { import_id: id, batch_hash: next }
}

/** Waits until an import is over. */
export const untilOver = async ({ ask }: Site, id: string): Promise<void> => {
  for (let tries = 0; tries < 1_200; tries++) {
    if ((await ask<Standing>(`GET /admin/imports/${id}/progress`)).over) return
    await sleep(50)
  }
  throw new Error(`the import ${id} has not come to its end`)
}

const item = (n: number, more: object = {}) => ({
  uid: `u${n}@feeds.example`,
  title: `Lesson ${n}`,
  start_date: '2027-09-06 10:00:00',
  end_date: '2027-09-06 11:00:00',
  timezone: 'America/New_York',
  ...more,
})

export const lessons = (count: number, first = 1): readonly object[] =>
  Array.from({ length: count }, (_, n) =>
    item(first + n, {
      start_date: `2027-09-${String(1 + (n % 28)).padStart(2, '0')} 10:00:00`,
      end_date: `2027-09-${String(1 + (n % 28)).padStart(2, '0')} 11:00:00`,
    }),
  )

/** An import with every kind of outcome, finished. */
export const fileImport = async (site: Site): Promise<string> => {
  const registered = await registerImport(site)
  await sendBatch(
    site,
    registered,
    [
      ...lessons(8),
      item(20, { title: '' }),
      item(21, {
        timezone: 'Nowhere/Land',
        title: 'A lesson with a very long title that goes on and on, far beyond what fits',
      }),
      item(22, { start_date: 'some day' }),
      item(1, { title: 'Lesson 1 again' }),
    ],
    { done: 0, of: 1 },
  )
  await untilOver(site, registered.import_id)
  return registered.import_id
}

/** 830 events in March 2028, every fortieth for three days. */
export const busyMonth = async (site: Site): Promise<void> => {
  const registered = await registerImport(site, 'https://feeds.example/busy.ics')
  const dayOf = (n: number, later = 0) => `2028-03-${String(1 + (n % 29) + later).padStart(2, '0')}`
  const hourOf = (n: number) => String(7 + (n % 12)).padStart(2, '0')
  const events = Array.from({ length: 830 }, (_, n) =>
    item(10_000 + n, {
      title: n % 40 === 0 ? `Trip of class ${n}` : `Meeting of parents and teachers, group ${n}`,
      start_date: `${dayOf(n)} ${hourOf(n)}:00:00`,
      end_date: `${dayOf(n, n % 40 === 0 ? 2 : 0)} ${hourOf(n)}:45:00`,
    }),
  )
  await sendBatch(site, registered, events, { done: 0, of: 1 })
  await untilOver(site, registered.import_id)
}
