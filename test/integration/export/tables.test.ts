import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { asMeant, textCell } from '../../../services/imports/csv/inert.ts'
import { cli } from '../../support/cli.ts'
import { embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { exportOf } from '../../support/exported-school.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

it.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1', "'+49 30 1"],
  ['-5', "'-5"],
  ['@home', "'@home"],
  ["'=1+1", "''=1+1"],
  ["''-", "'''-"],
  ["it's", "it's"],
  ["'quoted'", "'quoted'"],
  ['＝1', "'＝1"],
])('a cell that a spreadsheet runs is a text and comes back as it was: %s', (text, cell) => {
  expect(textCell(text)).toBe(cell)
  expect(asMeant(cell)).toBe(text)
})

const fill = async ({ ask, operate }: EmbeddedService) => {
  await operate('set-option', { name: 'currency_symbol', value: '€' })
  const venue = {
    venue: '=cmd|hall',
    address: '-1 Hill St, "back"',
    city: 'Troy',
    phone: '+49 30 1',
    zip: '01234',
  }
  const organizer = {
    organizer: "'@choir",
    email: 'choir@school.example',
    website: 'https://school.example/choir',
  }
  const one = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 11:30:00' }
  const days = { start_date: '2027-03-02', end_date: '2027-03-04', all_day: true, timezone: 'Europe/Paris' }
  const bodies = [
    {
      ...one,
      title: '=HYPERLINK("x")',
      description: '<p>One;\ntwo, “three”</p>',
      venue,
      organizer,
      cost: '5',
    },
    {
      ...days,
      title: 'Camp',
      categories: ['Outdoors'],
      tags: ['Loud', 'Far'],
      featured: true,
      sticky: true,
    },
    {
      ...one,
      title: 'Hidden',
      hide_from_listings: true,
      show_map: true,
      website: 'https://school.example/x',
    },
    { ...one, title: 'Not yet', status: 'draft' },
  ]
  for (const body of bodies) expect((await ask('POST /cal/events/v1/events', { body })).status).toBe(201)
}

/** Rows in the order of their texts, without the ids that they have here. */
const tablesOf = (folder: string) =>
  ['events', 'venues', 'organizers'].map(name =>
    readFileSync(join(folder, 'tables', `${name}.csv`), 'utf8')
      .replaceAll(/\d+@127\.0\.0\.1:8080/g, 'id')
      .split('\r\n')
      .sort(),
  )

it('00 §6.5 tables are read by the CSV import as what they were written from, and change nothing the second time', async () => {
  const service = await embeddedService()
  await fill(service)
  const { folder } = await exportOf(service)
  const tables = tablesOf(folder)
  expect(tables[0]?.some(row => row.startsWith('"\'=HYPERLINK(""x"")"'))).toBe(true)
  expect(tables.map(rows => rows.length)).toEqual([5, 3, 3])
  const other = temporaryFolder()
  for (const outcome of ['created', 'unchanged'])
    for (const [name, rows] of [
      ['venues', 1],
      ['organizers', 1],
      ['events', 3],
    ] as const) {
      const file = join(folder, 'tables', `${name}.csv`)
      const { stdout } = await cli(other, ['import-file', file, '--source', 'tables', '--json'])
      expect(JSON.parse(stdout)).toMatchObject({ status: 'success', outcomes: { [outcome]: rows } })
    }
  const again = join(temporaryFolder(), 'again')
  expect((await cli(other, ['export', again])).code).toBe(0)
  expect(tablesOf(again)).toEqual(tables)
})
