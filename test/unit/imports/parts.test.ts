import { utcTime } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { icsItems } from '../../../services/imports/ics/parse.ts'
import { counted, partsOf } from '../../../services/imports/item/item.ts'

/** A calendar of so many events that ends too early. */
const read = (events: number) => {
  const lines = Array.from({ length: events }, (_, n) => `BEGIN:VEVENT\nUID:${n}\nSUMMARY:A\nEND:VEVENT\n`)
  const body = Buffer.from(`BEGIN:VCALENDAR\n${lines.join('')}`)
  return () => icsItems(body, { nowUtc: utcTime('2027-01-01 00:00:00'), siteZone: 'UTC' })
}

describe('05 §1 import-file hands a file over in parts', () => {
  it.each([
    [0, []],
    [1, [1]],
    [3, [3]],
    [7, [3, 3, 1]],
  ])('%i items', (events, sizes) => {
    const steps = read(events)
    const feed = counted(steps())
    expect(feed).toEqual({ ok: true, total: events, warnings: ['truncated'] })
    if (!feed.ok) return
    const parts = [...partsOf(steps(), feed, 3)]
    expect(parts.map(part => part.length)).toEqual(sizes)
    const items = parts.flat()
    expect(items.map(({ uid }) => uid)).toEqual(Array.from({ length: events }, (_, n) => String(n)))
    // what was noticed about the file stands with its last item, and with no other
    expect(items.flatMap(({ warnings }, n) => (warnings === undefined ? [] : [[n, warnings]]))).toEqual(
      events === 0 ? [] : [[events - 1, ['truncated']]],
    )
  })

  it('a body that is none has none', () => {
    const refused = counted(
      icsItems(Buffer.from('<html>'), { nowUtc: utcTime('2027-01-01 00:00:00'), siteZone: 'UTC' }),
    )
    expect(refused).toMatchObject({ ok: false, reason: 'not_a_calendar' })
  })
})
