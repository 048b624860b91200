import { rest, whole, type Talk } from '../fuzz-hostile/input.ts'
import { followed } from '../fuzz-hostile/kinds/imported.ts'
import type { Site } from '../fuzz-hostile/service.ts'

const ITEMS = Array.from({ length: 50 }, (_, n) => n)
const ALL = { total: 1, done: 1 }

/** An import as the aggregator makes it, which then is read and purged. */
export const byCallback = async (site: Site, salt: number, talk: Talk): Promise<void> => {
  const settings = { source: `soak-${salt % 5}`, post_status: 'publish' }
  const opened = await talk.operate('register-import', settings)
  const importId = String(opened['import_id'])
  const body = {
    ...{ batch_hash: opened['batch_hash'], percentage_complete: 100, status: { data: ALL, batch: ALL } },
    events: ITEMS.map(n => ({
      ...{ title: `Soak ${salt} ${n}`, start_date: '2027-03-02 10:00:00', end_date: '2027-03-02 11:00:00' },
      ...{ uid: `c${salt}-${n}`, venue: { venue: `Gym ${n % 5}` } },
    })),
  }
  const address = rest(`/cal/event-aggregator/v1/import/${importId}/batch`)
  const sent = Buffer.from(JSON.stringify(body))
  const headers = [['Content-Type', 'application/json']] as const
  await talk.send(whole(site, { method: 'POST', address, headers, body: sent }))
  await followed(site, importId, talk)
}

const calendar = (salt: number): Buffer => {
  const event = (n: number) => [
    ...['BEGIN:VEVENT', `UID:s${salt}-${n}@soak`, `SUMMARY:Soak ${salt} ${n}`, 'LOCATION:Gym\\, 1 Street'],
    ...['DTSTART:20270301T100000Z', 'DTEND:20270301T110000Z', 'DESCRIPTION:A fair.\\nWith music.'],
    'END:VEVENT',
  ]
  return Buffer.from(['BEGIN:VCALENDAR', ...ITEMS.flatMap(event), 'END:VCALENDAR', ''].join('\r\n'))
}

/** A feed that is fetched once, and then is read and purged. */
export const byAddress = async (site: Site, salt: number, talk: Talk): Promise<void> => {
  const url = talk.published(calendar(salt), 'text/calendar')
  const made = await talk.operate('schedule-import', { url, every: '31d', post_status: 'publish' })
  await followed(site, `${String(made['schedule_id'])}_1`, talk)
  await talk.operate('unschedule', { schedule_id: made['schedule_id'] })
}
