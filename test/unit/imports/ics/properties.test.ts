import { describe, expect, it } from 'vitest'
import { calendar, event, itemsOf, only } from './calendar.ts'

const start = 'DTSTART;TZID=America/New_York:20270301T100000'
const of = (...lines: string[]) => only(start, ...lines)

describe('05 §8.2 property map', () => {
  it('DESCRIPTION, else X-ALT-DESC', () => {
    const html = 'X-ALT-DESC;FMTTYPE=text/html:<p>Hello\\, you</p>'
    expect(of('DESCRIPTION:Plain', html).description).toBe('Plain')
    expect(of(html).description).toBe('<p>Hello, you</p>')
    expect(of('DESCRIPTION:\\n', html).description).toBe('<p>Hello, you</p>')
    expect(of('DESCRIPTION:').description).toBe('')
    expect(of()).not.toHaveProperty('description')
  })

  it('URL is the website', () => {
    expect(of('URL;VALUE=URI:https://x.example/a\\,b?c=d;e').url).toBe('https://x.example/a,b?c=d;e')
    expect(of('URL:').url).toBe('')
    expect(of()).not.toHaveProperty('url')
  })

  it('CATEGORIES split at unescaped commas, on several lines', () => {
    expect(of('CATEGORIES:A\\,B, C', 'CATEGORIES:2026').categories).toEqual(['A,B', 'C', '2026'])
    expect(of('CATEGORIES:').categories).toEqual([])
    expect(of()).not.toHaveProperty('categories')
  })

  it.each([
    ['Main Hall', { venue: 'Main Hall' }],
    ['Main Hall\\, 12 Main St\\, Troy', { venue: 'Main Hall', address: '12 Main St, Troy' }],
    ['Main Hall, Troy', { venue: 'Main Hall', address: 'Troy' }],
    ['Main\\nHall\\, Troy', { venue: 'Main Hall', address: 'Troy' }],
    ['\\, Troy', { venue: 'Troy' }],
    ['', {}],
  ])('LOCATION %j: name before the first comma, the rest the address', (written, venue) => {
    expect(of(`LOCATION:${written}`).venue).toEqual(venue)
  })

  it('an http LOCATION is the website when URL is absent, never a venue', () => {
    const link = 'LOCATION:https://meet.example/1'
    expect(of(link)).toMatchObject({ url: 'https://meet.example/1' })
    expect(of(link, 'URL:https://x.example/')).toMatchObject({ url: 'https://x.example/' })
    expect(of(link)).not.toHaveProperty('venue')
  })

  it('GEO gives the venue its coordinates', () => {
    expect(of('LOCATION:Hall', 'GEO:40.86343;-74.19447').venue).toEqual({
      venue: 'Hall',
      latitude: 40.86343,
      longitude: -74.19447,
    })
    expect(of('LOCATION:Hall', 'GEO:91;0').venue).toEqual({ venue: 'Hall' })
    expect(of('GEO:40.86343;-74.19447')).not.toHaveProperty('venue')
  })

  it.each([
    [
      'ORGANIZER;CN="Smith; Jane: PTA":MAILTO:pta@x.example',
      { organizer: 'Smith; Jane: PTA', email: 'pta@x.example' },
    ],
    ['ORGANIZER;CN=PTA:mailto:pta@x.example', { organizer: 'PTA', email: 'pta@x.example' }],
    ['ORGANIZER;CN=PTA:invalid', { organizer: 'PTA' }],
    ['ORGANIZER:mailto:pta@x.example', undefined],
    ['ORGANIZER;CN="":mailto:pta@x.example', undefined],
  ])('%s', (line, organizer) => {
    expect(of(line).organizer).toEqual(organizer)
  })

  it.each([
    ['ATTACH;FMTTYPE=image/png:https://x.example/a.png', 'https://x.example/a.png'],
    ['ATTACH;fmttype=IMAGE/JPEG:http://x.example/a', 'http://x.example/a'],
    ['ATTACH:https://x.example/a.png', undefined],
    ['ATTACH;FMTTYPE=application/pdf:https://x.example/a.pdf', undefined],
    ['ATTACH;FMTTYPE=image/png;ENCODING=BASE64;VALUE=BINARY:AAAA', undefined],
    ['ATTACH;FMTTYPE=image/png:file:///etc/passwd', undefined],
  ])('%s', (line, image) => {
    expect(of(line).image).toBe(image)
  })

  it('takes the first image among attachments', () => {
    const item = of('ATTACH:https://x.example/a', 'ATTACH;FMTTYPE=image/png:https://x.example/b.png')
    expect(item.image).toBe('https://x.example/b.png')
  })

  it.each([
    ['confirmed', 'confirmed'],
    ['TENTATIVE', 'tentative'],
    ['CANCELLED', 'cancelled'],
    ['CANCELED', 'cancelled'],
    ['MAYBE', undefined],
  ])('STATUS:%s', (written, status) => {
    expect(of(`STATUS:${written}`).status).toBe(status)
  })

  it('SEQUENCE, LAST-MODIFIED and CLASS', () => {
    expect(of('SEQUENCE:3', 'LAST-MODIFIED:20260715T101112Z', 'CLASS:private')).toMatchObject({
      sequence: 3,
      last_modified: '20260715T101112Z',
      class: 'PRIVATE',
    })
    expect(of('LAST-MODIFIED:20260715').last_modified).toBe('20260715T000000Z')
    expect(of('LAST-MODIFIED:soon', 'SEQUENCE:-1')).toEqual(of())
  })

  it('05-37 UID unescaped, whatever it holds [B47]', () => {
    const uid = (text: string) => itemsOf(calendar('BEGIN:VEVENT', `UID:${text}`, 'END:VEVENT'))[0]?.uid
    expect(uid('tag:x.example\\,2008:EventInstance_1')).toBe('tag:x.example,2008:EventInstance_1')
    expect(uid('12345')).toBe('12345')
    expect(uid('tag:x.example,2008:1')).toBe('tag:x.example,2008:1')
    expect(uid('')).toBeUndefined()
  })

  it('05-35 dangerous values arrive as written, for the importer to drop; a file address never [B43]', () => {
    const body = calendar(
      'BEGIN:VEVENT',
      'SUMMARY:<img src=x onerror=alert(1)>',
      'URL:javascript:alert(1)',
      'ATTACH:file:///etc/passwd',
      'END:VEVENT',
    )
    expect(itemsOf(body)).toEqual([
      {
        title: '<img src=x onerror=alert(1)>',
        url: 'javascript:alert(1)',
        line: 3,
        found: { bad_url: 'URL:javascript:alert(1)' },
      },
    ])
  })

  it('the first of a property given twice counts', () => {
    expect(itemsOf(calendar(...event('SUMMARY:Second', start)))[0]?.title).toBe('Fair')
  })
})
