import { describe, expect, it } from 'vitest'
import { icsItems, parseIcs } from '../../../../services/imports/ics/parse.ts'
import { at, calendar, event, itemsOf, only, starts } from './calendar.ts'

const feed = (body: string | Uint8Array) => parseIcs(Buffer.from(body), at)
const fair = event('DTSTART;TZID=America/New_York:20270301T100000')

describe('05 §8.1 not a calendar', () => {
  it.each([
    ['empty body', ''],
    ['blank lines', '\r\n \t\r\n'],
    ['HTML', '<html><pre>BEGIN:VCALENDAR\r\nEND:VCALENDAR</pre></html>'],
    ['HTML that quotes a calendar on its own line', '<pre>\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n</pre>'],
    ['JSON', '{"message":"gone"}'],
    ['JSON list', '[1]'],
    ['other text', 'Service unavailable'],
    ['events without calendar', fair.join('\r\n')],
  ])('%s', (_, body) => {
    expect(feed(body)).toMatchObject({ ok: false, reason: 'not_a_calendar' })
  })

  it('takes BEGIN in any case, with blanks', () => {
    expect(feed('begin : vcalendar\nend:vcalendar')).toEqual({ ok: true, items: [], warnings: [] })
  })
})

it('05 §8.1 calendar without VEVENT: success, no items', () => {
  expect(feed(calendar('BEGIN:VTODO', 'SUMMARY:x', 'END:VTODO'))).toEqual({
    ok: true,
    items: [],
    warnings: [],
  })
})

describe('05 §8.1 missing END:VCALENDAR', () => {
  it('counts complete events and drops the unfinished one', () => {
    const body = ['BEGIN:VCALENDAR', ...fair, 'BEGIN:VEVENT', 'UID:b', 'SUMMARY:Cut of'].join('\r\n')
    expect(feed(body)).toMatchObject({ ok: true, items: [{ uid: 'a@x.example' }], warnings: ['truncated'] })
  })

  it('says so when every event is complete', () => {
    expect(feed(['BEGIN:VCALENDAR', ...fair].join('\n'))).toMatchObject({
      items: [{}],
      warnings: ['truncated'],
    })
  })

  it('drops an event that the next one interrupts', () => {
    const body = calendar('BEGIN:VEVENT', 'UID:lost', 'SUMMARY:Lost', ...fair)
    expect(feed(body)).toMatchObject({ items: [{ uid: 'a@x.example' }], warnings: ['truncated'] })
  })

  it('says nothing of a complete file', () => {
    expect(feed(calendar(...fair))).toMatchObject({ warnings: [] })
  })
})

describe('05 §8.1 bytes', () => {
  it.each([
    ['BOM', '\ufeff'],
    ['blank and TAB lines', '\t\t\n \n\n\t\t'],
    ['a notice of the server', 'Notice: something\n'],
  ])('skips %s before BEGIN', (_, before) => {
    expect(itemsOf(before + calendar(...fair))).toHaveLength(1)
  })

  it.each([
    ['CRLF', '\r\n'],
    ['LF', '\n'],
    ['CR', '\r'],
    ['CR CR LF', '\r\r\n'],
  ])('%s line ends', (_, end) => {
    const body = calendar(...event('DTSTART:20270301T100000', 'DESCRIPTION:a', ' b', 'LOCATION:Hall'))
    expect(itemsOf(body.replaceAll('\r\n', end))).toMatchObject([
      { description: 'ab', venue: { venue: 'Hall' }, line: 3 },
    ])
  })

  it('mixed line ends', () => {
    const body = 'BEGIN:VCALENDAR\rBEGIN:VEVENT\nUID:1\r\nSUMMARY:On\n\te\rEND:VEVENT\nEND:VCALENDAR'
    expect(itemsOf(body)).toMatchObject([{ uid: '1', title: 'One', line: 2 }])
  })

  it('unfolds bytes before it decodes them', () => {
    const [before = '', after = ''] = calendar(...event('DESCRIPTION:caf#!')).split('#')
    const fold = Buffer.from('\r\n ')
    const body = Buffer.concat([
      Buffer.from(before),
      Buffer.of(0xc3),
      fold,
      Buffer.of(0xa9),
      Buffer.from(after),
    ])
    expect(itemsOf(body)).toMatchObject([{ description: 'café!' }])
  })

  it('decodes a line that is no UTF-8 as Windows-1252, and only that line', () => {
    const body = calendar(...event('DESCRIPTION:\x93caf\xe9\x94 \x80'))
    const utf8 = Buffer.from(calendar(...event('DESCRIPTION:né')))
    expect(itemsOf(Buffer.concat([Buffer.from(body, 'latin1'), utf8]))).toMatchObject([
      { description: '“café” €' },
      { description: 'né' },
    ])
  })

  it('drops NUL and controls, keeps TAB', () => {
    expect(only('DESCRIPTION:a\u0000b\u0007c\td\u007fe')).toMatchObject({ description: 'abc\tde' })
  })
})

describe('05 §8.1 syntax', () => {
  it('a calendar system that is not read is told, the usual one is none', () => {
    const ofScale = (line: string) => {
      const read = feed(calendar(line, ...fair))
      return read.ok ? [read.items.length, read.warnings, read.found] : read
    }
    expect(ofScale('CALSCALE:JULIAN')).toEqual([1, ['not_supported'], { not_supported: 'CALSCALE:JULIAN' }])
    for (const line of ['CALSCALE:GREGORIAN', 'calscale: Gregorian ', 'CALSCALE:'])
      expect(ofScale(line)).toEqual([1, [], undefined])
  })

  it('takes names, parameters and blanks around them as they come', () => {
    const item = only('dtstart ; tzid = Europe/Berlin ; value = date-time :20270301T100000')
    expect(item).toMatchObject({ start_date: '2027-03-01 10:00:00', timezone: 'Europe/Berlin' })
  })

  it('05-32 quoted zone, path zone, any case, escaped comma [B33]', () => {
    const body = calendar(
      'begin:vevent',
      'uid:1',
      'summary:A',
      'DTSTART;TZID="America/New_York":20270301T100000',
      'DTEND;TZID=/x.example/20050126_1/Europe/Berlin:20270301T170000',
      'CATEGORIES:Drama\\, Dance,Music',
      'end:vevent',
    )
    expect(itemsOf(body)).toMatchObject([
      {
        start_date: '2027-03-01 10:00:00',
        end_date: '2027-03-01 11:00:00',
        timezone: 'America/New_York',
        categories: ['Drama, Dance', 'Music'],
      },
    ])
  })

  it('takes a quote that swallows the value for none', () => {
    const item = only('DTSTART;TZID="W. Europe Standard Time:20270601T090000"')
    expect(item).toMatchObject({ start_date: '2027-06-01 09:00:00', timezone: 'Europe/Berlin' })
  })

  it('finds the date behind a zone name with a colon', () => {
    const item = only(
      'DTSTART;TZID=(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna:20270601T090000',
    )
    expect(item).toMatchObject({ start_date: '2027-06-01 09:00:00', timezone: 'Europe/Berlin' })
  })

  it.each([
    ['a\\nb\\Nc', 'a\nb\nc'],
    ['a\\, b\\; c\\\\d', 'a, b; c\\d'],
    ['a\\\\nb', 'a\\nb'],
    ['C:\\temp \\"x\\"', 'C:\\temp \\"x\\"'],
    ['&amp;amp; &lt;b&gt;', '&amp;amp; &lt;b&gt;'],
  ])('unescapes %j once, references of descriptions stay', (written, read) => {
    expect(only(`DESCRIPTION:${written}`).description).toBe(read)
  })

  it('decodes character references of names once', () => {
    const item = only('CATEGORIES:Arts &amp; Crafts,&amp;lt;x', 'LOCATION:St. John&#039;s Hall\\, Troy')
    expect(item).toMatchObject({
      categories: ['Arts & Crafts', '&lt;x'],
      venue: { venue: "St. John's Hall", address: 'Troy' },
    })
    expect(itemsOf(calendar('BEGIN:VEVENT', 'SUMMARY:Tom &amp; Co', 'END:VEVENT'))).toMatchObject([
      { title: 'Tom & Co' },
    ])
  })

  it('ignores what it does not know and lines that are none', () => {
    const lines = [
      'X-FOO;BAR=1:x',
      'no property',
      ';:',
      ':',
      'GEO:north',
      'SEQUENCE:many',
      'DTSTART:20270301T100000',
    ]
    expect(only(...lines)).toEqual({
      uid: 'a@x.example',
      title: 'Fair',
      start_date: '2027-03-01 10:00:00',
      end_date: '2027-03-01 10:00:00',
      timezone: 'America/New_York',
      all_day: false,
      line: 3,
      warnings: ['bad_coordinates'],
      found: { bad_coordinates: 'GEO:north' },
    })
  })

  it('keeps properties of alarms and other parts out of the event', () => {
    const item = only(
      'DTSTART:20270301T100000',
      'BEGIN:VALARM',
      'SUMMARY:No',
      'DTSTART:20280101',
      'END:VALARM',
      'LOCATION:Hall',
    )
    expect(item).toMatchObject({ title: 'Fair', start_date: '2027-03-01 10:00:00', venue: { venue: 'Hall' } })
  })

  it('05-31 an event without SUMMARY among others is there without title [B31]', () => {
    const untitled = ['BEGIN:VEVENT', 'UID:b', 'DTSTART:20270301', 'END:VEVENT']
    const items = itemsOf(calendar(...fair, ...untitled, ...fair))
    expect(items.map(({ title }) => title)).toEqual(['Fair', undefined, 'Fair'])
    expect(items[1]).not.toHaveProperty('title')
  })
})

describe('several calendars in one file', () => {
  it('each has its own zone and method', () => {
    const start = event('DTSTART:20270301T100000')
    const body = calendar('X-WR-TIMEZONE:Europe/Lisbon', ...start) + calendar('METHOD:CANCEL', ...start)
    expect(itemsOf(body)).toMatchObject([
      { timezone: 'Europe/Lisbon' },
      { timezone: 'America/New_York', status: 'cancelled' },
    ])
    expect(itemsOf(body)[0]).not.toHaveProperty('status')
  })
})

describe('05 §8.1 size: work in slices', () => {
  it('pauses between slices and answers the same items as the whole', () => {
    const many = Array.from({ length: 1000 }, (_, n) =>
      event(`DTSTART:20270301T10${String(n % 60).padStart(2, '0')}00`),
    )
    const body = Buffer.from(calendar(...many.flat()))
    const steps = [...icsItems(body, at)]
    const items = steps.filter(step => step !== 'pause')
    expect(steps.length - items.length).toBeGreaterThan(10)
    expect(parseIcs(body, at)).toEqual({ ok: true, items, warnings: [] })
    expect(starts(items).slice(0, 2)).toEqual(['2027-03-01 10:00:00', '2027-03-01 10:01:00'])
  })

  it('pauses while it reads a file without events', () => {
    const body = Buffer.from(calendar(...Array.from({ length: 10_000 }, () => 'X-FOO:bar')))
    expect([...icsItems(body, at)]).toHaveLength(21)
  })
})
