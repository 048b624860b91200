import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDate, readMoment } from '../../../../services/imports/csv/dates.ts'
import { parseCsv } from '../../../../services/imports/csv/parse.ts'
import { readTime } from '../../../../services/imports/csv/times.ts'

const folder = join(import.meta.dirname, '../../../../../shared/samples/reported')

const feedOf = (text: string | Uint8Array) => {
  const feed = parseCsv(Buffer.from(text), { dateOrder: 'MDY' })
  if (!feed.ok) throw new Error(feed.reason)
  return feed
}
const reported = (name: string) => feedOf(readFileSync(join(folder, name)))
const rowOf = (header: string, row: string) => feedOf(`${header}\n${row}`).items[0]

describe('05 §9 columns of other programs', () => {
  it('every label that the import of the best known calendar plugin lists', () => {
    expect(reported('n52.csv')).toEqual({
      ok: true,
      warnings: [],
      items: [
        {
          title: 'Docs headers',
          description: 'Desc',
          excerpt: 'Ex',
          start_date: '2027-05-01 09:00:00',
          end_date: '2027-05-01 10:00:00',
          timezone: 'America/Chicago',
          all_day: false,
          hide_from_listings: true,
          sticky: true,
          featured: true,
          venue: { venue: 'N52 Hall' },
          organizer: { organizer: 'N52 Org' },
          show_map_link: true,
          show_map: true,
          cost: '10',
          currency_symbol: '€',
          currency_position: 'suffix',
          currency_code: 'EUR',
          categories: ['N52cat'],
          tags: ['N52tag'],
          website: 'https://s.example/',
          image: '',
          line: 2,
        },
      ],
    })
  })

  it.each([
    ['event organizers', { organizer: { organizer: 'x' } }],
    ['EVENT-TIME-ZONE', { timezone: 'x' }],
    ['Hide from Event Listings', { hide_from_listings: true }],
    ['Featured event', { featured: true }],
    ['Where', { venue: { venue: 'x' } }],
    ['Room', { venue: { venue: 'x' } }],
    ['Host', { organizer: { organizer: 'x' } }],
    ['Price', { cost: 'x' }],
    ['Link', { website: 'x' }],
    ['Notes', { description: 'x' }],
  ])('%s', (label, members) => {
    expect(rowOf(`Event Name,Event Start Date,${label}`, 'A,2027-05-01,x')).toMatchObject(members)
  })

  it.each(['Subject', 'Summary', 'What', 'Headline'])('%s is a title where nothing else is', label => {
    expect(rowOf(`Start Date,${label}`, '2027-05-01,A')).toMatchObject({ title: 'A' })
    expect(feedOf(`Start Date,${label},Title\n2027-05-01,A,B`)).toMatchObject({
      items: [{ title: 'B' }],
      warnings: ['unused_columns'],
      found: { unused_columns: label },
    })
  })

  it('the export of a well-known calendar', () => {
    const feed = reported('n53.csv')
    expect(feed.items).toEqual([
      {
        title: 'Field trip',
        start_date: '2027-05-30 09:00:00',
        end_date: '2027-05-30 14:00:00',
        all_day: false,
        description: 'Bring lunch',
        venue: { venue: 'Zoo' },
        line: 2,
      },
    ])
    expect(feed.warnings).toEqual([])
    expect(rowOf('Subject,Start Date,Private', 'A,2027-05-01,True')).toMatchObject({ class: 'PRIVATE' })
  })

  it('date, start and end', () => {
    expect(rowOf('What,Date,Start,End', 'A,2027-05-01,9am,10:30')).toMatchObject({
      start_date: '2027-05-01 09:00:00',
      end_date: '2027-05-01 10:30:00',
    })
    expect(rowOf('What,Start,End', 'A,2027-05-01 9am,10:30')).toMatchObject({
      start_date: '2027-05-01 09:00:00',
      end_date: '2027-05-01 10:30:00',
    })
  })

  it('columns that are not used are named once for the file', () => {
    const feed = feedOf(
      'Name,Start Date,Colour,Event Allow Comments,\nA,2027-05-01,red,1,\nB,2027-05-02,blue,0,',
    )
    expect(feed.warnings).toEqual(['unused_columns'])
    expect(feed.found).toEqual({ unused_columns: 'Colour, Event Allow Comments' })
    expect(feed.items.map(({ warnings }) => warnings)).toEqual([undefined, undefined])
  })

  it('every label of venues and organizers', () => {
    const venue =
      'Venue Name,Venue Description,Venue Country,Venue Address,Venue Address 2,Venue City,Venue State/Province,Venue Zip,' +
      'Venue Latitude,Venue Longitude,Venue Phone,Venue Website,Venue Featured Image,Venue Show Map,Venue Show Map Link'
    expect(
      feedOf(`${venue}\nHall,D,US,1 Main St,Floor 2,Troy,NY,12180,42.7,-73.7,1,https://v.example,5,1,0`),
    ).toEqual({
      ok: true,
      warnings: [],
      items: [
        {
          csv_row: 'venue',
          title: 'Hall',
          venue: {
            venue: 'Hall',
            description: 'D',
            country: 'US',
            address: '1 Main St, Floor 2',
            city: 'Troy',
            stateprovince: 'NY',
            zip: '12180',
            latitude: 42.7,
            longitude: -73.7,
            phone: '1',
            website: 'https://v.example',
            image: '5',
            show_map: true,
            show_map_link: false,
          },
          line: 2,
        },
      ],
    })
    const organizer =
      'Organizer Name,Organizer Description,Organizer Email,Organizer Website,Organizer Phone,Organizer Featured Image'
    expect(feedOf(`${organizer}\nPTA,D,a@b.example,https://o.example,1,5`)).toMatchObject({
      warnings: [],
      items: [{ organizer: { organizer: 'PTA', email: 'a@b.example', phone: '1', image: '5' } }],
    })
    expect(rowOf('Venue Name,Latitude,Longitude', 'Hall,north,10')).toMatchObject({
      venue: { venue: 'Hall' },
      warnings: ['bad_coordinates'],
      found: { bad_coordinates: 'Latitude: north' },
    })
  })

  it.each(['Start Date,Venue', 'Date,Venue', 'When,Organizer'])(
    'a file with dates and without titles is one of no kind: %s',
    header => {
      expect(parseCsv(Buffer.from(`${header}\n2027-05-01,Hall`), { dateOrder: 'MDY' })).toMatchObject({
        reason: 'missing_title_column',
      })
    },
  )

  it('text behind the last column is told', () => {
    expect(rowOf('Name,Start Date,Description', 'A,2027-05-01,Bring lunch, and a hat,')).toMatchObject({
      description: 'Bring lunch',
      warnings: ['extra_cells'],
      found: { extra_cells: 'and a hat' },
    })
    expect(rowOf('Name,Start Date', 'A,2027-05-01,,,')).not.toHaveProperty('warnings')
  })
})

describe('05 §9 the hint of Excel', () => {
  it('is no header', () => {
    expect(reported('n60.csv').items).toMatchObject([
      { title: 'Sep line', start_date: '2027-06-01 09:00:00', line: 3 },
    ])
  })
  it.each([
    ['sep=\t\r\nName\tStart Date\r\nA\t2027-05-01\r\n', 3],
    ['"sep=|"\nName|Start Date\nA|2027-05-01', 3],
    ['\n\nSEP=;\n\nName;Start Date\nA;2027-05-01', 6],
    ['\ufeffsep=,\rName,Start Date\rA,2027-05-01', 3],
    ['sep=^\nName,Start Date\nA,2027-05-01', 3],
  ])('%j', (text, line) => {
    expect(feedOf(text).items).toMatchObject([{ title: 'A', start_date: '2027-05-01 00:00:00', line }])
  })
  it('in UTF-16', () => {
    expect(feedOf(Buffer.from('\ufeffsep=;\r\nName;x\r\nFête', 'utf16le')).items).toMatchObject([
      { title: 'Fête', line: 3 },
    ])
  })
})

describe('05 §9 dates and times as people write them', () => {
  it('whole days that end at midnight', () => {
    expect(reported('n55.csv').items).toMatchObject([
      { start_date: '2027-04-21 00:00:00', end_date: '2027-04-21 00:00:00', all_day: true },
    ])
    const row = (times: string) => rowOf('Name,Start Date,Start Time,End Date,End Time,All Day', `A,${times}`)
    expect(row('2027-04-21,0:00,2027-04-24,12:00 AM,x')).toMatchObject({ end_date: '2027-04-23 00:00:00' })
    expect(row('2027-04-21,,2027-04-24,,x')).toMatchObject({ end_date: '2027-04-24 00:00:00' })
    expect(row('2027-04-21,0:00,2027-04-21,0:00,x')).toMatchObject({ end_date: '2027-04-21 00:00:00' })
    expect(row('2027-04-21,0:00,2027-04-24,0:00,')).toMatchObject({ end_date: '2027-04-24 00:00:00' })
    expect(row('2027-04-21,9:00,2027-04-21,soon,x')).toMatchObject({
      start_date: '2027-04-21 00:00:00',
      warnings: ['all_day_times'],
    })
  })

  it('date and time in one cell', () => {
    expect(reported('n56.csv').items).toMatchObject([
      { start_date: '2027-12-16 16:45:00', end_date: '2027-12-16 18:00:00' },
      { start_date: '2027-12-16 16:45:00', end_date: '2027-12-16 18:00:00' },
      { start_date: '2027-12-16T16:45:00Z', end_date: '2027-12-16T18:00:00Z' },
    ])
    expect(rowOf('Name,Start Date,Start Time', 'A,2027-12-16 16:45,17:00')).toMatchObject({
      start_date: '2027-12-16 17:00:00',
      warnings: ['two_times'],
    })
    expect(rowOf('Name,Start Date,Start Time', 'A,2027-12-16 00:00:00,17:00')).not.toHaveProperty('warnings')
  })

  it.each([
    ['16.12.2027 16:45', '2027-12-16', '16:45:00', ''],
    ['16.12.2027, 16.45 Uhr', '2027-12-16', '16:45:00', ''],
    ['16.12.2027 um 16:45', '2027-12-16', '16:45:00', ''],
    ['12/16/2027 4:45 PM', '2027-12-16', '16:45:00', ''],
    ['December 16, 2027 at 4:45pm', '2027-12-16', '16:45:00', ''],
    ['Thu, 16 Dec 2027 16:45:30', '2027-12-16', '16:45:30', ''],
    ['2027-12-16T16:45:00+01:00', '2027-12-16', '16:45:00', '+01:00'],
    ['2027-12-16T16:45:00.000Z', '2027-12-16', '16:45:00', 'Z'],
    ['2027-12-16T16:45', '2027-12-16', '16:45:00', ''],
    ['2027-12-16', '2027-12-16', null, ''],
  ])('%s', (cell, date, time, offset) => {
    expect(readMoment(cell, cell.includes('/') ? 'MDY' : 'DMY')).toEqual({ date, time, offset })
  })

  it.each([
    ['2027-06-07T09:30:00+02', '+02:00'],
    ['2027-06-07 09:30+0200', '+02:00'],
    ['2027-06-07T09:30:00-03:30', '-03:30'],
    ['2027-06-07T09:30:00z', 'Z'],
  ])('%s has the offset %s', (cell, offset) => {
    expect(readMoment(cell, 'DMY')).toEqual({ date: '2027-06-07', time: '09:30:00', offset })
  })

  it.each(['2027-12-16T16:45:00+72:00', '2027-12-16T16:45:00-15:00', '2027-12-16T16:45:00+01:60'])(
    '%s is no moment: no clock is so far off',
    cell => {
      expect(readMoment(cell, 'DMY')).toBeNull()
    },
  )

  it.each([
    '07-Jun-27',
    '7 June 2027',
    'Monday, June 7, 2027',
    'June 7th, 2027',
    '7th of June 2027',
    'Jun. 7 2027',
    '7. Juni 2027',
    'Mo, 7. Juni 2027',
    'lundi 7 juin 2027',
    '7 de junio de 2027',
    '7 giugno 2027',
    '7 czerwca 2027',
    'Mon 07/06/2027',
    '7. 6. 2027',
    '2027 June 7',
    "7 June '27",
  ])('%s', cell => {
    expect(readDate(cell, 'DMY')).toBe('2027-06-07')
  })

  it.each([
    ['1er août 2027', '2027-08-01'],
    ['3 März 2027', '2027-03-03'],
    ['31 June 2027', null],
    ['June 2027', null],
    ['7 June', null],
    ['the 7th', null],
    ['June 7 2027 or 8', null],
  ])('%s', (cell, date) => {
    expect(readDate(cell, 'DMY')).toBe(date)
  })

  it.each([
    ['9am', '09:00:00'],
    ['9 PM', '21:00:00'],
    ['9.30', '09:30:00'],
    ['9h30', '09:30:00'],
    ['21h', '21:00:00'],
    ['9:30 Uhr', '09:30:00'],
    ['9 Uhr', '09:00:00'],
    ['9.30 p.m.', '21:30:00'],
    ['9', null],
    ['9.5', null],
    ['9:75', null],
  ])('%s', (cell, time) => {
    expect(readTime(cell)).toBe(time)
  })

  it('what cannot be read is told with its column', () => {
    expect(rowOf('Name,Start Date,Start Time', 'A,31/31/2027,9:00')).toMatchObject({
      start_date: 'unreadable',
      found: { invalid_date: 'Start Date: 31/31/2027; Start Time: 9:00' },
    })
    expect(rowOf('Name,Start Date,End Date', 'A,2027-05-01,soon')).toMatchObject({
      end_date: 'unreadable',
      found: { invalid_end_date: 'End Date: soon' },
    })
  })

  it('one order per file, also with times beside the dates', () => {
    expect(feedOf('Name,Date\nA,03/04/2026 9:00\nB,13/05/2026 9:00').items).toMatchObject([
      { start_date: '2026-04-03 09:00:00' },
      { start_date: '2026-05-13 09:00:00' },
    ])
    expect(feedOf('Name,Date\nA,03/04/2026 9:00').items).toMatchObject([
      { warnings: ['ambiguous_date'], found: { ambiguous_date: 'Date: 03/04/2026 9:00' } },
    ])
  })
})

describe('05 §9 flags and words', () => {
  it.each(['x', 'X', '✓', 'ja', 'Yes', '1', 'on', 'TRUE', 'oui', 'sí'])('%s is yes', word => {
    expect(rowOf('Name,Start Date,Featured', `A,2027-05-01,${word}`)).toMatchObject({ featured: true })
  })
  it.each(['', 'no', 'off', '0', 'nein', '-', 'False'])('%s is no', word => {
    expect(rowOf('Name,Start Date,Featured', `A,2027-05-01,${word}`)).toMatchObject({ featured: false })
  })
  it('another word is told', () => {
    expect(rowOf('Name,Start Date,All Day,Status', 'A,2027-05-01,perhaps,postponed')).toMatchObject({
      warnings: ['unknown_flag', 'unknown_status'],
      found: { unknown_flag: 'All Day: perhaps', unknown_status: 'Status: postponed' },
    })
  })
})
