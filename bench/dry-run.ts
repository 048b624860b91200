import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './child.ts'
import type { Client } from './client.ts'
import type { Row } from './row.ts'

const ITEMS = 5_000
const POLL_MS = 20

const pad = (n: number) => String(n).padStart(2, '0')

/** As many events as a calendar, each with a place, a category and a text. */
const calendar = (): string => {
  const events = Array.from({ length: ITEMS }, (_, n) => {
    const day = `2028${pad((n % 12) + 1)}${pad((n % 28) + 1)}`
    return [
      ...['BEGIN:VEVENT', `UID:file-${n}@example.org`, `SUMMARY:Event ${n} of a file`],
      ...[`DTSTART;TZID=America/New_York:${day}T100000`, `DTEND;TZID=America/New_York:${day}T110000`],
      ...[`LOCATION:Hall ${n % 20}`, `CATEGORIES:Category ${n % 12}`],
      ...['DESCRIPTION:Everybody is welcome.', 'END:VEVENT'],
    ].join('\r\n')
  })
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')
}

const posted = async (admin: Client, url: string, more: object): Promise<string> => {
  const body = { file: calendar(), origin: 'ics', source: 'bench file', ...more }
  const { status, text } = await admin.ask(`${url}/admin/imports`, JSON.stringify(body))
  if (status >= 300) throw new Error(`the import of a file answered ${status}: ${text.slice(0, 500)}`)
  return text
}

const finished = async (admin: Client, url: string, id: string): Promise<void> => {
  for (;;) {
    const { text } = await admin.ask(`${url}/admin/imports/${id}/progress`)
    if ((JSON.parse(text) as { readonly status: string }).status !== 'pending') return
    await sleep(POLL_MS)
  }
}

/** A file that is tried, and then applied: processor time of each, for an item. */
export const benchDryRun = async (admin: Client, { serving, cpuSeconds }: Child): Promise<readonly Row[]> => {
  const url = serving.service
  const before = await cpuSeconds()
  await posted(admin, url, { dry_run: true })
  const between = await cpuSeconds()
  const { import_id: id } = JSON.parse(await posted(admin, url, {})) as { readonly import_id: string }
  await finished(admin, url, id)
  const after = await cpuSeconds()
  const [tried, applied] = [between - before, after - between].map(s => (s * 1_000_000) / ITEMS)
  const unit = 'CPU µs/item'
  return [
    { name: `file of ${ITEMS} new items applied`, value: applied ?? 0, unit, ratio: null, aim: null },
    {
      ...{ name: 'dry run of the same before', value: tried ?? 0, unit },
      ...{ ratio: (tried ?? 0) / (applied ?? 1), aim: 0.5, atMost: true },
    },
  ]
}
