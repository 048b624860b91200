import { utcTime } from '../../../shared/kernel/brands.ts'
import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeService, type Service } from '../../../services/wiring/compose.ts'
import { postBatches, reportFailure } from '../../../services/cli/imports/aggregator.ts'
import { parsed, type Transport } from '../../../services/cli/transport.ts'
import { parseCsv } from '../../../services/imports/csv/parse.ts'
import { parseIcs } from '../../../services/imports/ics/parse.ts'
import { loadConfig } from '../../../shared/config.ts'
import { quiet } from '../../support/quiet.ts'
import { ADMIN_PASSWORD, authorization } from '../../support/service-process.ts'

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'samples')
const files = readdirSync(folder).filter(name => /^\d\d_/.test(name))
const fileOf = (number: string) => files.find(name => name.startsWith(`${number}_`)) ?? `no file ${number}`

/** The day on which the samples are imported; open series run to 2028-11-27. */
const START = Date.UTC(2026, 10, 27, 12)
const NOW_UTC = utcTime('2026-11-27 12:00:00')

type Item = {
  readonly outcome: string
  readonly reason: string | null
  readonly warnings: readonly string[]
  readonly id: number | null
  readonly title: string
}
type ShownImport = {
  readonly status: string
  readonly reason: string | null
  readonly received: number
  readonly processed: number
  readonly log: readonly { readonly message_slug: string; readonly message: string }[]
  readonly items: readonly Item[]
}

let dataDir = ''
let service: Service
const troubles: string[] = []

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'belltower-samples-'))
  const config = loadConfig({
    DATA_DIR: dataDir,
    SITE_URL: 'https://school.example',
    SITE_TIMEZONE: 'America/New_York',
    ADMIN_PASSWORD: 'not used here',
    ADMIN_APPLICATION_PASSWORD: ADMIN_PASSWORD,
  })
  const from = performance.now()
  const nowMs = () => START + Math.floor(performance.now() - from)
  const log = pino({ level: 'warn' }, { write: (line: string) => troubles.push(line) })
  service = await composeService(config, { ...quiet(nowMs), log })
})

afterAll(async () => {
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const transport: Transport = {
  send: async (method, path, body) => {
    const answer = await service.app.inject({
      method: method === 'GET' ? 'GET' : 'POST',
      url: path,
      headers: { authorization },
      ...(body === undefined ? {} : { payload: body }),
    })
    return { status: answer.statusCode, body: parsed(answer.payload) }
  },
  close: async () => undefined,
}

const show = async (importId: string): Promise<ShownImport> =>
  (await transport.send('GET', `/admin/imports/${importId}`)).body as ShownImport

/** As an aggregator would: registers, reads the body, posts its items or says why there are none, waits. */
const importing = async (name: string): Promise<ShownImport> => {
  const opened = await transport.send('POST', '/admin/imports', { origin: 'ics', source: name })
  const { import_id: importId = '', batch_hash: hash = '' } = opened.body as Record<string, string>
  const body = readFileSync(join(folder, name))
  const feed = name.endsWith('.csv')
    ? parseCsv(body, { dateOrder: 'MDY' })
    : parseIcs(body, { nowUtc: NOW_UTC, siteZone: 'America/New_York' })
  const registration = { importId, hash }
  if (feed.ok) await postBatches(transport, registration, feed.items)
  else await reportFailure(transport, registration, feed.reason, 'the body holds no calendar')
  for (;;) {
    const record = await show(importId)
    if (record.status !== 'pending' && record.processed >= record.received) return record
    await sleep(10)
  }
}

type Tally = Readonly<Record<string, number>>

/** How many items met which end; the empty object when there were none. */
const tally = ({ items }: ShownImport): Tally => {
  const counts: Record<string, number> = {}
  for (const { outcome, reason } of items) {
    const key = reason === null ? outcome : `${outcome} ${reason}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

/** What becomes of the items of each file the first time, or why there are none. */
const expected: Readonly<Record<string, Tally | string>> = {
  '01': { created: 235 },
  '02': { created: 40 },
  '03': { created: 8 },
  '04': { created: 4 },
  '05': { created: 4 },
  '06': { created: 9 },
  // one UID three times, two twice
  '07': { created: 13, duplicate: 4 },
  '08': { created: 1 },
  '09': { created: 5 },
  '10': { created: 5 },
  '11': { created: 23 },
  '12': { created: 2 },
  '13': { created: 11 },
  '14': { created: 3 },
  '15': { created: 41 },
  // called off before anybody knew of them
  '16': { created: 2, 'skipped cancelled': 3 },
  '17': { created: 2 },
  '18': { created: 6, 'failed missing_title': 1 },
  '19': { created: 3 },
  '20': { created: 3 },
  '21': { created: 3 },
  '22': {},
  '23': 'not_a_calendar',
  '24': 'not_a_calendar',
  '25': 'not_a_calendar',
  '26': { created: 372 },
  '27': { created: 51 },
  '28': { created: 1 },
  '29': { created: 3 },
  '30': { created: 1 },
  '31': { created: 1 },
  '32': { created: 1 },
  '33': { created: 6 },
  '34': { created: 1 },
  '35': {},
  '36': { created: 1 },
  '37': { created: 1 },
  // neither a title nor a readable start: the only item fails, and so does the import
  '38': { 'failed missing_title': 1 },
  '39': { created: 747 },
  '40': { created: 1 },
  '50': { created: 3 },
  '51': { created: 2, 'failed missing_title': 1 },
  '52': { created: 3 },
  // the second of two rows that are one event counts
  '53': { created: 1, duplicate: 1 },
  // venues: the second row of one name counts, and that is the hall which 50 brought, so it stays as it is
  '54': { created: 1, unchanged: 1, duplicate: 1, 'failed missing_title': 1 },
}

const againOf = ({ created = 0, ...rest }: Tally): Tally =>
  created === 0 ? rest : { ...rest, unchanged: created + (rest['unchanged'] ?? 0) }

const total = async (): Promise<number> => {
  const all = '&start_date=0001-01-01&end_date=9999-12-31&per_page=1'
  const { body } = await transport.send('GET', `/index.php?rest_route=/cal/events/v1/events${all}`)
  return Number((body as Record<string, unknown>)['total'])
}

const ny = 'America/New_York'

/** File, position: local start and end, zone, all-day flag, UTC start, warnings. */
const peculiar: readonly (readonly [string, number, string, string, string, boolean, string, ...string[]])[] =
  [
    // zone rules of the file begin three years after the event
    ['01', 1, '2023-10-27 08:00:00', '2023-10-27 10:00:00', ny, false, '2023-10-27 12:00:00'],
    // an exdate removes the start itself; the last one is before an UNTIL in UTC after local midnight
    ['02', 1, '2026-06-16 18:00:00', '2026-06-16 20:00:00', ny, false, '2026-06-16 22:00:00'],
    ['02', 27, '2026-08-13 18:00:00', '2026-08-13 20:00:00', ny, false, '2026-08-13 22:00:00'],
    ['03', 3, '2026-08-05 00:00:00', '2026-08-05 23:59:59', ny, true, '2026-08-05 04:00:00'],
    // start = end
    ['04', 2, '2026-09-23 12:00:00', '2026-09-23 12:00:00', 'America/Toronto', false, '2026-09-23 16:00:00'],
    // 05-36 the wrong region is kept
    ['05', 2, '2026-08-22 09:00:00', '2026-08-22 14:00:00', 'America/Halifax', false, '2026-08-22 12:00:00'],
    // days, UTC and a zone in one file
    ['06', 1, '2026-07-03 00:00:00', '2026-09-04 23:59:59', ny, true, '2026-07-03 04:00:00'],
    ['06', 3, '2026-07-24 00:00:00', '2026-11-07 00:00:00', 'UTC', false, '2026-07-24 00:00:00'],
    [
      '06',
      7,
      '2026-09-12 12:00:00',
      '2026-09-12 16:00:00',
      'America/Indiana/Indianapolis',
      false,
      '2026-09-12 16:00:00',
    ],
    ['08', 1, '2026-08-22 07:30:00', '2026-08-22 09:30:00', 'UTC', false, '2026-08-22 07:30:00'],
    ['09', 1, '2026-08-05 18:00:00', '2026-08-05 20:00:00', ny, false, '2026-08-05 22:00:00'],
    // a duration, an end four months before the start, a day without end, a time without end
    ['10', 1, '2026-08-21 09:00:00', '2026-08-21 10:00:00', ny, false, '2026-08-21 13:00:00'],
    [
      '10',
      3,
      '2026-08-26 13:00:00',
      '2026-08-26 13:00:00',
      ny,
      false,
      '2026-08-26 17:00:00',
      'end_before_start',
    ],
    ['10', 4, '2026-08-23 00:00:00', '2026-08-23 23:59:59', ny, true, '2026-08-23 04:00:00'],
    ['10', 5, '2026-08-24 08:30:00', '2026-08-24 08:30:00', ny, false, '2026-08-24 12:30:00'],
    // 21:00 to 04:00 on the date of the start
    [
      '11',
      3,
      '2026-09-05 21:00:00',
      '2026-09-06 04:00:00',
      'America/Indiana/Indianapolis',
      false,
      '2026-09-06 01:00:00',
      'overnight',
    ],
    ['12', 1, '2026-09-03 19:00:00', '2026-09-03 20:00:00', ny, false, '2026-09-03 23:00:00'],
    // the next day would make it 23 and a half hours long
    [
      '13',
      1,
      '2026-08-22 20:30:00',
      '2026-08-22 20:30:00',
      ny,
      false,
      '2026-08-23 00:30:00',
      'end_before_start',
    ],
    [
      '14',
      1,
      '2026-09-08 10:00:00',
      '2026-09-08 10:00:00',
      ny,
      false,
      '2026-09-08 14:00:00',
      'end_before_start',
    ],
    ['17', 1, '2017-07-29 20:00:00', '2017-07-29 20:00:00', ny, false, '2017-07-30 00:00:00'],
    // days are in the zone of the file
    [
      '18',
      2,
      '2025-10-10 00:00:00',
      '2025-10-12 23:59:59',
      'America/Indiana/Indianapolis',
      true,
      '2025-10-10 04:00:00',
    ],
    ['19', 1, '2026-09-24 00:00:00', '2026-09-24 23:59:59', ny, true, '2026-09-24 04:00:00'],
    ['19', 2, '2026-07-23 19:30:00', '2026-07-23 23:00:00', ny, false, '2026-07-23 23:30:00'],
    ['20', 1, '2026-08-22 19:30:00', '2026-08-22 21:30:00', ny, false, '2026-08-22 23:30:00'],
    ['21', 1, '2026-09-02 12:00:00', '2026-09-02 13:30:00', 'America/Detroit', false, '2026-09-02 16:00:00'],
    // zones by their names in Windows, the second with quotes around its value, too
    ['26', 1, '2020-09-10 09:00:00', '2020-09-10 09:30:00', 'Europe/Berlin', false, '2020-09-10 07:00:00'],
    ['26', 2, '2020-06-09 09:00:00', '2020-06-09 09:30:00', 'Europe/Berlin', false, '2020-06-09 07:00:00'],
    // the UNTIL is the very start of the last one
    ['26', 236, '2021-03-09 09:00:00', '2021-03-09 09:30:00', 'Europe/Berlin', false, '2021-03-09 08:00:00'],
    ['27', 3, '2026-02-27 00:00:00', '2026-02-27 23:59:59', ny, true, '2026-02-27 05:00:00'],
    ['28', 1, '2018-07-02 00:00:00', '2018-08-10 23:59:59', 'Europe/Berlin', true, '2018-07-01 22:00:00'],
    ['29', 2, '2024-10-30 00:00:00', '2024-10-30 23:59:59', ny, true, '2024-10-30 04:00:00'],
    ['30', 1, '2024-06-01 10:00:00', '2024-06-01 11:00:00', 'Europe/Berlin', false, '2024-06-01 08:00:00'],
    ['31', 1, '2025-06-10 14:00:00', '2025-06-10 15:00:00', ny, false, '2025-06-10 18:00:00'],
    ['32', 1, '2027-04-15 18:30:00', '2027-04-15 20:00:00', 'Europe/Lisbon', false, '2027-04-15 17:30:00'],
    // this and future, before and after the change of the clocks
    ['33', 3, '2027-03-15 16:00:00', '2027-03-15 17:00:00', 'Europe/Vienna', false, '2027-03-15 15:00:00'],
    ['33', 4, '2027-03-22 17:30:00', '2027-03-22 19:00:00', 'Europe/Vienna', false, '2027-03-22 16:30:00'],
    ['33', 5, '2027-03-29 17:30:00', '2027-03-29 19:00:00', 'Europe/Vienna', false, '2027-03-29 15:30:00'],
    ['34', 1, '2027-05-10 00:00:00', '2027-05-12 23:59:59', ny, true, '2027-05-10 04:00:00', 'all_day_times'],
    ['36', 1, '2014-02-04 09:00:00', '2014-02-04 09:00:00', ny, false, '2014-02-04 14:00:00'],
    ['37', 1, '2026-03-19 05:00:00', '2026-03-19 05:00:00', ny, false, '2026-03-19 09:00:00'],
    ['40', 1, '2009-06-21 00:00:00', '2009-06-21 23:59:59', ny, true, '2009-06-21 04:00:00'],
  ]

const eventOf = async (id: number | null | undefined): Promise<Readonly<Record<string, unknown>>> => {
  const { status, body } = await transport.send('GET', `/index.php?rest_route=/cal/events/v1/events/${id}`)
  expect(status).toBe(200)
  return body as Readonly<Record<string, unknown>>
}

describe('sample feeds, imported twice by the whole service', () => {
  const firsts = new Map<string, ShownImport>()

  it('are all of them in the table', () => {
    expect(files.map(name => name.slice(0, 2))).toEqual(Object.keys(expected).sort())
  })

  it.each(Object.entries(expected))('%s', async (number, end) => {
    const name = fileOf(number)
    const before = await total()
    const first = await importing(name)
    firsts.set(number, first)
    if (typeof end === 'string') {
      for (const record of [first, await importing(name)]) {
        expect(record).toMatchObject({ status: 'failed', received: 0, items: [] })
        expect(record.log.map(entry => entry.message_slug)).toEqual([end])
      }
      expect(await total()).toBe(before)
      return
    }
    expect(tally(first)).toEqual(end)
    const failed = number === '38'
    expect([first.status, first.reason]).toEqual(failed ? ['failed', 'all_failed'] : ['success', null])
    const events = number === '54' ? 0 : (end['created'] ?? 0)
    expect(await total()).toBe(before + events)
    const again = await importing(name)
    expect(tally(again)).toEqual(againOf(end))
    expect([again.status, again.reason]).toEqual([first.status, first.reason])
    const idsOf = ({ items }: ShownImport) => items.filter(i => i.outcome !== 'duplicate').map(i => i.id)
    expect(idsOf(again)).toEqual(idsOf(first))
    expect(await total()).toBe(before + events)
  })

  for (const [number, position, start, end, zone, allDay, utc, ...warnings] of peculiar) {
    it(`${number} item ${position}: ${start}`, async () => {
      const item = firsts.get(number)?.items[position - 1]
      // whether a picture can be had depends on the network
      expect(item?.warnings.filter(code => code !== 'image_not_fetched')).toEqual(warnings)
      expect(await eventOf(item?.id)).toMatchObject({
        start_date: start,
        end_date: end,
        timezone: zone,
        all_day: allDay,
        utc_start_date: utc,
      })
    })
  }

  it('15 an occurrence moved to another day, past midnight', async () => {
    const starts = []
    for (const { id } of firsts.get('15')?.items ?? []) starts.push((await eventOf(id))['start_date'])
    expect(starts).toContain('2026-04-03 21:00:00')
    expect(starts).not.toContain('2026-04-10 21:00:00')
    expect(starts).not.toContain('2025-01-11 21:00:00')
  })

  it('33 the title changes with the time', () => {
    expect(firsts.get('33')?.items.map(({ title }) => title)).toEqual([
      'Robotics club',
      'Robotics club',
      'Robotics club',
      'Robotics club (evening)',
      'Robotics club (evening)',
      'Robotics club (evening)',
    ])
  })

  it('36 categories with escaped commas are whole names', async () => {
    const { categories } = await eventOf(firsts.get('36')?.items[0]?.id)
    expect((categories as { name: string }[]).map(({ name }) => name).sort()).toEqual([
      'Harvest',
      'Hist, Sprin',
      'Recital, Pupi',
    ])
  })

  it('39 Thanksgiving is the fourth Thursday, in the zone of the file', async () => {
    const { items = [] } = firsts.get('39') ?? {}
    const days = []
    for (const { id } of items.filter(({ title }) => title === 'Thanksgiving').slice(-3)) {
      const { start_date: start, end_date: end, timezone, all_day: allDay } = await eventOf(id)
      days.push([start, end, timezone, allDay])
    }
    expect(days).toEqual([
      ['2026-11-26 00:00:00', '2026-11-26 23:59:59', 'US/Pacific', true],
      ['2027-11-25 00:00:00', '2027-11-25 23:59:59', 'US/Pacific', true],
      ['2028-11-23 00:00:00', '2028-11-23 23:59:59', 'US/Pacific', true],
    ])
  })

  it('trouble nobody', async () => {
    const { status } = await transport.send('GET', '/health/ready')
    expect(status).toBe(200)
    expect(troubles).toEqual([])
  })
})
