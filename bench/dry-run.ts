import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './child.ts'
import type { Client } from './client.ts'
import { median } from './quantile.ts'
import type { Row } from './row.ts'

const ITEMS = 3_000
/** The first of them runs what follows for the first time. */
const ROUNDS = 4
const POLL_MS = 20

const pad = (n: number) => String(n).padStart(2, '0')

/** Files of the same events, before and after their source changed them. */
type Version = { readonly hour: number; readonly text: string }
const BEFORE: Version = { hour: 10, text: 'Everybody is welcome.' }
const AFTER: Version = { hour: 11, text: 'Everybody is most welcome.' }

/** As many events as a calendar, each with a place, a category and a text, and of each round others. */
const calendar = (round: number, { hour, text }: Version): string => {
  const events = Array.from({ length: ITEMS }, (_, n) => {
    const day = `2028${pad((n % 12) + 1)}${pad((n % 28) + 1)}`
    return [
      ...['BEGIN:VEVENT', `UID:file-${round}-${n}@example.org`, `SUMMARY:Event ${n} of file ${round}`],
      `DTSTART;TZID=America/New_York:${day}T${pad(hour)}0000`,
      `DTEND;TZID=America/New_York:${day}T${pad(hour + 1)}0000`,
      ...[`LOCATION:Hall ${n % 20}`, `CATEGORIES:Category ${n % 12}`],
      ...[`DESCRIPTION:${text}`, 'END:VEVENT'],
    ].join('\r\n')
  })
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')
}

const posted = async (admin: Client, url: string, file: string, more: object): Promise<string> => {
  const body = { file, origin: 'ics', source: 'bench file', ...more }
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

/** Processor time of a file that is tried, and then applied, in microseconds for an item. */
const triedAndApplied = async (admin: Client, { serving, cpuSeconds }: Child, file: string) => {
  const url = serving.service
  const before = await cpuSeconds()
  await posted(admin, url, file, { dry_run: true })
  const between = await cpuSeconds()
  const { import_id: id } = JSON.parse(await posted(admin, url, file, {})) as { readonly import_id: string }
  await finished(admin, url, id)
  const after = await cpuSeconds()
  const perItem = (seconds: number) => (seconds * 1_000_000) / ITEMS
  return { tried: perItem(between - before), applied: perItem(after - between) }
}

type Measured = Awaited<ReturnType<typeof triedAndApplied>>

const rowsOf = (what: string, rounds: readonly Measured[], aim: number | null): readonly Row[] => {
  const of = (valueOf: (one: Measured) => number) => median(rounds.map(valueOf))
  const unit = 'CPU µs/item'
  const ratio = of(({ tried, applied }) => tried / applied)
  return [
    { name: `${what} applied`, value: of(({ applied }) => applied), unit, ratio: null, aim: null },
    { name: 'dry run of the same before', value: of(({ tried }) => tried), unit, ratio, aim, atMost: true },
  ]
}

/** Medians of several rounds: a file that is new, one whose events all changed, and the same once more. */
export const benchDryRun = async (admin: Client, child: Child): Promise<readonly Row[]> => {
  const [fresh, changed, same]: [Measured[], Measured[], Measured[]] = [[], [], []]
  for (let round = 1; round <= ROUNDS; round++) {
    fresh.push(await triedAndApplied(admin, child, calendar(round, BEFORE)))
    changed.push(await triedAndApplied(admin, child, calendar(round, AFTER)))
    same.push(await triedAndApplied(admin, child, calendar(round, AFTER)))
  }
  return [
    ...rowsOf(`file of ${ITEMS} new items`, fresh.slice(1), 0.5),
    ...rowsOf('file of as many changed items', changed.slice(1), 0.5),
    ...rowsOf('the same file, nothing changed', same.slice(1), null),
  ]
}
