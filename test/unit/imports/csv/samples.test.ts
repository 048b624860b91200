import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseCsv } from '../../../../services/imports/csv/parse.ts'

const folder = join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'samples')
const sample = (number: string) => {
  const name = readdirSync(folder).find(file => file.startsWith(`${number}_`)) ?? `no file ${number}`
  return parseCsv(readFileSync(join(folder, name)), { dateOrder: 'MDY' })
}

describe('05 §9 sample files', () => {
  it('50 (05-33): BOM, semicolons, and the order that the third date alone tells', () => {
    expect(sample('50')).toEqual({
      ok: true,
      warnings: [],
      items: [
        {
          title: 'Parents’ Evening',
          start_date: '2026-04-03 18:00:00',
          end_date: '2026-04-03 20:30:00',
          all_day: false,
          venue: { venue: 'Main Hall' },
          categories: ['Meetings'],
          cost: '',
          line: 2,
        },
        {
          title: 'Spring break',
          start_date: '2026-04-06 00:00:00',
          end_date: '2026-04-17 00:00:00',
          all_day: true,
          venue: {},
          categories: ['Holidays;Closed'],
          cost: '',
          line: 3,
        },
        {
          title: 'School play',
          start_date: '2026-05-13 19:00:00',
          end_date: '2026-05-13 21:00:00',
          all_day: false,
          venue: { venue: 'Theatre' },
          categories: ['Drama'],
          cost: '3,50',
          line: 4,
        },
      ],
    })
  })

  it('51 (05-34): a short row, extra cells, a row without name, lines where rows start', () => {
    expect(sample('51')).toEqual({
      ok: true,
      warnings: [],
      items: [
        {
          title: 'Book fair, "Grade 5"',
          description: 'Line one\r\nLine two, with comma',
          start_date: '2026-11-19 00:00:00',
          end_date: '2026-11-19 00:00:00',
          all_day: true,
          venue: { venue: 'Library' },
          organizer: { organizer: 'Doe, Alex', parts: ['Doe', 'Alex'] },
          show_map_link: true,
          show_map: false,
          cost: '76',
          categories: ['Convention', 'Conference'],
          website: 'https://example.org/fair',
          line: 2,
          warnings: ['all_day_times', 'extra_cells'],
          found: {
            all_day_times: 'Event Start Time: 7:30:00; Event End Time: 9:30:00',
            extra_cells: 'extra',
          },
        },
        {
          title: 'Short row',
          description: '',
          start_date: '2026-11-20 00:00:00',
          end_date: '2026-11-20 00:00:00',
          line: 4,
        },
        {
          title: '',
          description: '',
          start_date: '2026-11-21 09:00:00',
          end_date: '2026-11-21 10:00:00',
          all_day: false,
          venue: {},
          organizer: { organizer: '' },
          show_map_link: false,
          show_map: false,
          cost: '',
          categories: [],
          website: '',
          line: 5,
        },
      ],
    })
  })

  it('52: Latin 1, two-digit years, numeric names, zones as written', () => {
    expect(sample('52')).toEqual({
      ok: true,
      warnings: [],
      items: [
        {
          title: "Fête d'école",
          start_date: '2026-11-25 08:15:00',
          end_date: '2026-11-25 08:15:00',
          timezone: 'UTC+3:30',
          categories: ['2026', '12'],
          tags: ['sport', 'music'],
          featured: true,
          currency_code: 'EUR',
          cost: '1.234,50',
          line: 2,
        },
        {
          title: 'Exam week',
          start_date: '2026-11-30 00:00:00',
          end_date: '2026-12-04 00:00:00',
          timezone: 'Atlantic/Bermuda',
          categories: ['12'],
          tags: [],
          featured: false,
          currency_code: 'USD',
          cost: '$5 - $10',
          line: 3,
        },
        {
          title: 'Night walk',
          start_date: '2026-12-05 22:00:00',
          end_date: '2026-12-05 01:00:00',
          timezone: 'Nowhere/Zone',
          categories: [],
          tags: [],
          featured: false,
          currency_code: '',
          cost: 'Free',
          line: 4,
        },
      ],
    })
  })

  it('53: identical rows, names of months, no end', () => {
    const row = {
      title: 'Choir rehearsal',
      venue: { venue: 'Chapel' },
      organizer: { organizer: 'Chapel' },
      start_date: '2026-04-19 12:30:00',
      end_date: '2026-04-19 12:30:00',
      all_day: false,
      categories: ['Music'],
      website: 'https://example.org/choir',
    }
    expect(sample('53')).toEqual({
      ok: true,
      warnings: [],
      items: [
        { ...row, description: '', line: 2 },
        { ...row, description: 'second identical row', line: 3 },
      ],
    })
  })

  it('54: venues, of which one is there twice and one has no name', () => {
    const hall = { country: 'UK', address: '1 Example St', city: '', stateprovince: 'Kent', zip: 'CT1 1AA' }
    expect(sample('54')).toEqual({
      ok: true,
      warnings: [],
      items: [
        {
          csv_row: 'venue',
          title: 'Main Hall',
          venue: { venue: 'Main Hall', ...hall, phone: 'telegram preferred' },
          line: 2,
        },
        {
          csv_row: 'venue',
          title: 'Gym',
          venue: {
            venue: 'Gym',
            country: 'US',
            address: '',
            city: 'Springfield',
            stateprovince: 'IL',
            zip: '62704',
            phone: '',
          },
          line: 3,
        },
        { csv_row: 'venue', title: 'main hall', venue: { venue: 'main hall', ...hall, phone: '' }, line: 4 },
        {
          csv_row: 'venue',
          title: '',
          venue: {
            venue: '',
            country: 'US',
            address: '2 Example St',
            city: '',
            stateprovince: '',
            zip: '',
            phone: '',
          },
          line: 5,
        },
      ],
    })
  })
})
