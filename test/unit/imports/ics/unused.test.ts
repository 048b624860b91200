import { describe, expect, it } from 'vitest'
import { parseIcs } from '../../../../services/imports/ics/parse.ts'
import { berlin, withOverrides } from '../../../support/series.ts'
import { at, calendar, event } from './calendar.ts'

const bytes = (...lines: readonly string[]) => Buffer.from(calendar(...lines))

const start = 'DTSTART:20270508T100000'

/** What a file of these events says that is not used. */
const unusedIn = (...events: readonly (readonly string[])[]) => {
  const feed = parseIcs(bytes(...events.flatMap(lines => event(start, ...lines))), at)
  if (!feed.ok) throw new Error(feed.reason)
  expect(feed.warnings).toEqual(feed.found === undefined ? [] : ['unused_properties'])
  expect(feed.items.map(({ warnings }) => warnings)).toEqual(feed.items.map(() => undefined))
  return feed.found?.['unused_properties']
}

describe('05 §8.2 what other calendars show of an event and nothing here does', () => {
  it.each([
    'ATTACH:https://x.example/plan.pdf',
    'ATTACH;FMTTYPE=image/png:file:///a.png',
    'COMMENT:Bring a cup',
    'CONTACT:Anna',
    'CONFERENCE;VALUE=URI:https://meet.example/1',
    'IMAGE;VALUE=URI:https://x.example/a.png',
    'RESOURCES:PROJECTOR',
    'X-COST:10',
    'X-TICKETS-URL:https://x.example',
    'X-WP-IMAGES-URL:https://x.example/a.png',
    'GEO:52.5;13.4',
    'ORGANIZER:mailto:a@x.example',
    'SUMMARY:Another name',
  ])('%s', line => {
    expect(unusedIn([line])).toBe(/^[A-Z-]+/.exec(line)?.[0])
  })

  it.each([
    [['ATTACH;FMTTYPE=image/png:https://x.example/a.png']],
    [['LOCATION:Hall', 'GEO:52.5;13.4', 'ORGANIZER;CN=Anna:mailto:a@x.example']],
    [['SUMMARY:Fair', 'COMMENT:', 'TRANSP:OPAQUE', 'PRIORITY:1', 'X-COLOUR:red']],
  ])('is not %j', lines => {
    expect(unusedIn(lines)).toBeUndefined()
  })

  it('is named once for the file, each name once', () => {
    expect(unusedIn(['COMMENT:a', 'COMMENT:b'], ['CONTACT:a'], ['COMMENT:a'])).toBe('COMMENT, CONTACT')
  })
})

describe('05 §8.5 what speaks of dates in a changed date of a series', () => {
  const replaced = 'RECURRENCE-ID;TZID=Europe/Berlin:20270301T080000'
  const first = (line: string) =>
    withOverrides([berlin, 'RRULE:FREQ=DAILY;COUNT=2'], [replaced, berlin, line])[0]
  it.each(['RRULE:FREQ=DAILY', 'RDATE:20270303T080000', 'EXDATE:20270303T080000'])('%s', line => {
    expect(first(line)).toMatchObject({
      warnings: ['not_supported'],
      found: { not_supported: line.split(':')[0] },
    })
  })
  it('is not what it says already', () => {
    expect(first('RDATE:20270301T080000')).not.toHaveProperty('warnings')
  })
})

it('05 §8.4 a start that cannot be read is told as it stands there', () => {
  const feed = parseIcs(bytes(...event('DTSTART:soon')), at)
  expect(feed.ok && feed.items).toMatchObject([{ found: { invalid_date: 'DTSTART:soon' } }])
})
