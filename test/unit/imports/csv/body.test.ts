import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAmbiguous, orderFinder, readDate } from '../../../../services/imports/csv/dates.ts'
import { parseCsv } from '../../../../services/imports/csv/parse.ts'
import {
  csvRecords,
  SEPARATORS,
  separatorOf,
  type Separator,
} from '../../../../services/imports/csv/records.ts'
import { csvText, type CsvText } from '../../../../services/imports/csv/text.ts'
import { readTime } from '../../../../services/imports/csv/times.ts'
import type { DateOrder } from '../../../../shared/facts/site.ts'

const itemsOf = (text: string | Uint8Array) => {
  const body = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const feed = parseCsv(body, { dateOrder: 'MDY' })
  return feed.ok ? feed.items : feed.reason
}

const textOf = (text: string): CsvText => {
  const steps = csvText(new TextEncoder().encode(text))
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

const orderOf = (cells: readonly string[], configured: DateOrder) => {
  const { see, order } = orderFinder(configured)
  for (const cell of cells) see(cell)
  return order()
}

const cellsOf = (text: string, separator: Separator = ',') =>
  [...csvRecords(textOf(text), separator)].flatMap(record => (record === 'pause' ? [] : [record.cells]))

describe('05 §9 rows', () => {
  it('what was written quoted is read again, with every separator', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '|', '\n', '\r', ' ', 'é') })
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(rows, fc.constantFrom(...SEPARATORS), fc.constantFrom('\n', '\r\n'), (all, by, end) => {
        const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
        const text = all.map(row => row.map(quote).join(by) + end).join('')
        expect(cellsOf(text, by)).toEqual(all)
      }),
    )
  })

  it.each([
    ['a,b\r\nc,d\ne,f\rg', [['a', 'b'], ['c', 'd'], ['e', 'f'], ['g']]],
    ['"a ""b""",c', [['a "b"', 'c']]],
    [' "a,b" ,c', [['a,b ', 'c']]],
    ['5" pipe,x', [['5" pipe', 'x']]],
    ['"never closed,x\ny,"z"', [['never closed,x\ny,z"']]],
    [
      '"never closed,x\ny,z',
      [
        ['"never closed', 'x'],
        ['y', 'z'],
      ],
    ],
    ['a,\n', [['a', '']]],
    ['', []],
  ])('%j', (text, rows) => {
    expect(cellsOf(text)).toEqual(rows)
  })

  it.each([
    ['a;b;c,d', ';'],
    ['"a,b,c";d', ';'],
    ['a\tb', '\t'],
    ['a|b|c\nd,e,f,g,h', '|'],
    ['a', ','],
    ['a,b;c', ','],
    ['\r\n \n\na;b', ';'],
  ])('separator of %j', (text, separator) => {
    expect(separatorOf(textOf(text))).toBe(separator)
  })

  it('lines inside quotes are counted, and blank rows', () => {
    const lines = itemsOf('Name,Start date\n"A\nB",2027-05-01\n\n , \nC,2027-05-02\n')
    expect(lines).toMatchObject([
      { title: 'A\nB', line: 2 },
      { title: 'C', line: 6 },
    ])
  })

  it('the header is the first row with anything in it', () => {
    expect(itemsOf('\n;;\n \nName;Start date\n\nA;2027-05-01\n')).toMatchObject([{ title: 'A', line: 6 }])
    expect(itemsOf(Buffer.from('\n,,\nName,Start date\nÄ,2027-05-01\n', 'latin1'))).toMatchObject([
      { title: 'Ä', line: 4 },
    ])
    expect(itemsOf('\n,,\n')).toBe('missing_title_column')
  })

  it('hostile bodies end', () => {
    expect(itemsOf(`name${',x'.repeat(1_000_000)}\nA`)).toMatchObject([{ title: 'A' }])
    expect(itemsOf(`name,start date\n"${'x,'.repeat(1_000_000)}`)).toMatchObject([
      { line: 2, warnings: ['unclosed_quote', 'extra_cells'] },
    ])
    expect(itemsOf('name\nA\u0000B')).toMatchObject([{ title: 'AB' }])
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), bytes => void itemsOf(bytes)))
  })
})

describe('05 §9 header', () => {
  it('a body without title column is none', () => {
    expect(itemsOf('')).toBe('missing_title_column')
    expect(itemsOf('Start date,End date\n2027-05-01,2027-05-01')).toBe('missing_title_column')
  })

  it.each(['Name', 'EVENT NAME', 'event_title', ' Title: ', '"Event  Name"'])('%s is the title', header => {
    expect(itemsOf(`${header},other\nFair,x`)).toMatchObject([{ title: 'Fair', line: 2 }])
  })

  it.each([
    ['UTF-16 with its BOM', '\ufeffname\nFête Łódź'],
    ['UTF-16 without', 'name\nFête Łódź'],
  ])('%s, either end first', (_, text) => {
    const little = Buffer.from(text, 'utf16le')
    for (const body of [little, Buffer.from(little).swap16()])
      expect(itemsOf(body)).toMatchObject([{ title: 'Fête Łódź' }])
  })
})

const feedOf = (header: string, row: string) => {
  const feed = parseCsv(Buffer.from(`${header}\n${row}`), { dateOrder: 'MDY' })
  return feed.ok ? feed.items[0] : feed
}

describe('05 §9 columns', () => {
  it.each([
    ['Description', 'text', { description: 'text' }],
    ['EVENT EXCERPT', 'text', { excerpt: 'text' }],
    ['All day', 'yes', { all_day: true }],
    ['All Day Event?', 'NO', { all_day: false }],
    ['Time zone', 'Europe/Berlin', { timezone: 'Europe/Berlin' }],
    ['Venue Name', 'Hall', { venue: { venue: 'Hall' } }],
    ['Event Organizer Name(s)', 'PTA', { organizer: { organizer: 'PTA' } }],
    ['organizer name', 'Ann | Bob', { organizer: { organizer: 'Ann | Bob', parts: ['Ann', 'Bob'] } }],
    ['venue name', 'Hall, Gym', { venue: { venue: 'Hall, Gym', parts: ['Hall', 'Gym'] } }],
    ['Category', 'a, b', { categories: ['a', ' b'.trim()] }],
    ['Event Categories', 'a, b|%12', { categories: ['a, b', '12'] }],
    ['Tags', '2027', { tags: ['2027'] }],
    ['Tag', '', { tags: [] }],
    ['Cost', '$5', { cost: '$5' }],
    ['Currency Symbol', '€', { currency_symbol: '€' }],
    ['Currency code', 'EUR', { currency_code: 'EUR' }],
    ['Currency Position', 'postfix', { currency_position: 'postfix' }],
    ['Website', 'https://a.example', { website: 'https://a.example' }],
    ['Image', '12', { image: '12' }],
    ['Featured Image', 'https://a.example/a.png', { image: 'https://a.example/a.png' }],
    ['Show Map', '1', { show_map: true }],
    ['Show Map Link', '0', { show_map_link: false }],
    ['Featured', '', { featured: false }],
    ['Sticky', 'True', { sticky: true }],
    [
      'Hide from listings',
      'maybe',
      { warnings: ['unknown_flag'], found: { unknown_flag: 'Hide from listings: maybe' } },
    ],
    ['UID', 'a:1', { uid: 'a:1' }],
    ['Status', 'Canceled', { status: 'cancelled' }],
    ['Colour', 'red', {}],
  ])('%s', (column, cell, members) => {
    const dates = { start_date: '2027-05-01 00:00:00', end_date: '2027-05-01 00:00:00' }
    expect(feedOf(`Name;${column};Start Date`, `Fair;${cell};2027-05-01`)).toEqual({
      title: 'Fair',
      ...dates,
      ...members,
      line: 2,
    })
  })

  it.each([
    ['Start Date', '2027-05-01'],
    ['EVENT START DATE', '2027-05-01'],
  ])('%s, with times of their own', (column, cell) => {
    expect(
      feedOf(`Title,${column},Start Time,End Date,End Time`, `Fair,${cell},7:30 pm,2027-05-02,1:00`),
    ).toMatchObject({ start_date: '2027-05-01 19:30:00', end_date: '2027-05-02 01:00:00' })
  })

  it.each([
    ['Venue Name,Venue Description,Venue Show Map', { description: 'a', show_map: true }],
    ['Venue Name,Address,Show Map Link', { address: 'a', show_map_link: true }],
    ['Venue Name,Venue City,Venue Show Map Link', { city: 'a', show_map_link: true }],
    ['Venue Name,State/Province,Show Map', { stateprovince: 'a', show_map: true }],
    ['Venue Name,Venue Website,Image', { website: 'a', image: 'yes' }],
    ['Venue Name,Zip,Venue Featured Image', { zip: 'a', image: 'yes' }],
    ['Venue Name,Country,Phone', { country: 'a', phone: 'yes' }],
  ])('of venues: %s', (header, members) => {
    expect(feedOf(header, ' Hall ,a,yes')).toEqual({
      csv_row: 'venue',
      title: 'Hall',
      venue: { venue: 'Hall', ...members },
      line: 2,
    })
  })

  it.each([
    ['Organizer Name,Organizer Email,Phone', { email: 'a', phone: 'b' }],
    ['Organizer Name,Description,Organizer Website', { description: 'a', website: 'b' }],
    ['Organizer Name,Featured Image,Organizer Phone', { image: 'a', phone: 'b' }],
  ])('of organizers: %s', (header, members) => {
    expect(feedOf(header, 'PTA,a,b')).toEqual({
      csv_row: 'organizer',
      title: 'PTA',
      organizer: { organizer: 'PTA', ...members },
      line: 2,
    })
  })

  it('a title makes a file one of events, whatever else it names', () => {
    expect(feedOf('Venue Name,Organizer Name,Name', 'Hall,PTA,Fair')).toMatchObject({ title: 'Fair' })
    expect(feedOf('Organizer Name,Venue Name', 'PTA,Hall')).toMatchObject({ csv_row: 'venue' })
  })

  it('a file of nothing says which columns it has', () => {
    expect(feedOf('Start date;"Note, long"', 'x;y')).toEqual({
      ok: false,
      reason: 'missing_title_column',
      columns: ['Start date', 'Note, long'],
    })
  })

  it('a separator set by the operator counts', () => {
    const feed = parseCsv(Buffer.from('Name|x;y;z\nFair|1'), { dateOrder: 'MDY', separator: '|' })
    expect(feed).toMatchObject({ ok: true, items: [{ title: 'Fair' }] })
  })
})

describe('05 §9 dates', () => {
  it('a configured order with the year first', () => {
    expect(readDate('27/04/03', 'YMD')).toBe('2027-04-03')
    expect(readDate('27/04/03', 'DMY')).toBe('2003-04-27')
    expect(readDate('2027/4/3', 'MDY')).toBe('2027-04-03')
    // no order of days and months is guessed where the site has none for it
    expect(readDate('03/04/2026', 'YMD')).toBe(null)
    expect(orderOf(['27/04/03', '03/04/2026'], 'YMD')).toEqual({ order: 'YMD', by: 'configured' })
    expect(orderOf(['27/04/03', '13/05/2026'], 'YMD')).toEqual({ order: 'DMY', by: 'file' })
  })

  it.each([
    ['2027-05-01', '2027-05-01', '2027-05-01'],
    ['3/4/2026', '2026-03-04', '2026-04-03'],
    ['03-04-26', '2026-03-04', '2026-04-03'],
    ['3.4.1999', '1999-03-04', '1999-04-03'],
    ['1/1/68', '2068-01-01', '2068-01-01'],
    ['1/1/69', '1969-01-01', '1969-01-01'],
    ['13/05/2026', null, '2026-05-13'],
    ['05/13/2026', '2026-05-13', null],
    ['2/30/2026', null, null],
    ['2/29/2028', '2028-02-29', null],
    ['apr 19, 2026', '2026-04-19', '2026-04-19'],
    ['19 April 2026', '2026-04-19', '2026-04-19'],
    ['3/4-2026', null, null],
    ['tomorrow', null, null],
    ['1804654800', null, null],
  ])('%s is M/D %s, D/M %s', (text, mdy, dmy) => {
    expect([readDate(text, 'MDY'), readDate(text, 'DMY')]).toEqual([mdy, dmy])
  })

  it('one order per file', () => {
    expect(orderOf(['03/04/2026', '13/05/2026'], 'MDY')).toEqual({ order: 'DMY', by: 'file' })
    expect(orderOf(['03/04/2026', '05/13/2026'], 'DMY')).toEqual({ order: 'MDY', by: 'file' })
    expect(orderOf(['03/04/2026'], 'DMY')).toEqual({ order: 'DMY', by: 'configured' })
    expect(orderOf(['13/05/2026', '05/13/2026'], 'MDY')).toEqual({ order: 'MDY', by: 'configured' })
    expect([isAmbiguous('03/04/2026', 'MDY'), isAmbiguous('04/04/2026', 'MDY')]).toEqual([true, false])
  })

  it('a row whose day only the configured order tells says so', () => {
    expect(itemsOf('name,start date\nA,03/04/2026\nB,04/04/2026')).toMatchObject([
      { start_date: '2026-03-04 00:00:00', warnings: ['ambiguous_date'] },
      { start_date: '2026-04-04 00:00:00' },
    ])
  })

  it.each([
    ['7:30', '07:30:00'],
    ['7:30:15', '07:30:15'],
    ['12:00 am', '00:00:00'],
    ['12:15PM', '12:15:00'],
    ['7:30 pm', '19:30:00'],
    ['13:00 pm', null],
    ['24:00', '24:00:00'],
    ['24:00:01', null],
    ['24:30', null],
    ['25:00', null],
    ['noon', null],
  ])('time %s', (text, time) => {
    expect(readTime(text)).toBe(time)
  })
  it.each([
    ['2027-12-31,20:00,,24:00,', '2027-12-31 20:00:00', '2028-01-01 00:00:00'],
    ['2027-05-01,20:00,2027-05-01,24:00:00,', '2027-05-01 20:00:00', '2027-05-02 00:00:00'],
    ['1 May 2027,20:00,1 May 2027 24:00,,', '2027-05-01 20:00:00', '2027-05-02 00:00:00'],
    ['2027-05-01,24:00,2027-05-02,1:00,', '2027-05-02 00:00:00', '2027-05-02 01:00:00'],
    ['2027-05-01,0:00,2027-05-01,24:00,yes', '2027-05-01 00:00:00', '2027-05-01 00:00:00'],
    ['2027-05-01,24:00,,24:00,', '2027-05-02 00:00:00', '2027-05-02 00:00:00'],
    ['2027-05-01,24:00,24:00,,', '2027-05-02 00:00:00', '2027-05-02 00:00:00'],
    ['2027-05-01 24:00,,,24:00,', '2027-05-02 00:00:00', '2027-05-02 00:00:00'],
    ['2027-05-01,24:00,2027-05-01,24:00,', '2027-05-02 00:00:00', '2027-05-02 00:00:00'],
    ['2027-05-01,24:00,,,', '2027-05-02 00:00:00', '2027-05-02 00:00:00'],
    ['2027-05-01,24:00,2027-05-01,,', '2027-05-02 00:00:00', '2027-05-02 00:00:00'],
    ['2027-05-01,24:00,2027-05-03,,', '2027-05-02 00:00:00', '2027-05-04 00:00:00'],
    ['9999-12-30,20:00,,24:00,', '9999-12-30 20:00:00', '9999-12-31 00:00:00'],
  ])('24:00 is the midnight behind its day: %s', (cells, start, end) => {
    const item = feedOf('Title,Start Date,Start Time,End Date,End Time,All Day', `Fair,${cells}`)
    expect(item).toMatchObject({ start_date: start, end_date: end })
    expect(item).not.toHaveProperty('warnings')
  })

  it('the last day of the calendar has no midnight behind it', () => {
    const head = 'Title,Start Date,Start Time,End Date,End Time'
    expect(feedOf(head, 'Fair,9999-12-31,20:00,,24:00')).toMatchObject({
      start_date: '9999-12-31 20:00:00',
      end_date: 'unreadable',
      found: { invalid_end_date: 'End Date: ; End Time: 24:00' },
    })
    expect(feedOf(head, 'Fair,9999-12-31,24:00,,')).toMatchObject({
      start_date: 'unreadable',
      found: { invalid_date: 'Start Date: 9999-12-31; Start Time: 24:00' },
    })
  })
})
