import { utcTime, eventId } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { parseCsv } from '../../../../services/imports/csv/parse.ts'
import { parseIcs } from '../../../../services/imports/ics/parse.ts'
import type { RawItem } from '../../../../services/imports/item/item.ts'
import type { ItemOutcome } from '../../../../shared/facts/import.ts'
import { eventStream } from '../../../../shared/facts/event.ts'
import { calendarOn } from '../../../../services/calendar/calendar.ts'
import { personAt } from '../../../support/calendar.ts'
import { fairItem, importWorld } from '../../../support/import-world.ts'
import { memoryLog } from '../../../support/memory-log.ts'

const world = () => importWorld(memoryLog())
const said = (outcomes: readonly ItemOutcome[]) =>
  outcomes.map(({ outcome, reason }) => (reason === null ? outcome : `${outcome} ${reason}`))

const rows = (text: string): readonly RawItem[] => {
  const feed = parseCsv(Buffer.from(text), { dateOrder: 'MDY' })
  if (!feed.ok) throw new Error(feed.reason)
  return JSON.parse(JSON.stringify(feed.items)) as readonly RawItem[]
}
const ofCalendar = (...lines: readonly string[]): readonly RawItem[] => {
  const text = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:a',
    'SUMMARY:Fair',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  const feed = parseIcs(Buffer.from(text.join('\r\n')), {
    nowUtc: utcTime('2027-05-01 20:00:00'),
    siteZone: 'America/New_York',
  })
  if (!feed.ok) throw new Error(feed.reason)
  return JSON.parse(JSON.stringify(feed.items)) as readonly RawItem[]
}

const DATED = 'Event Name,Start Date,Start Time'

describe('05 §5 columns that come and go', () => {
  it('row 3a: without its column of venues a row is the same event, and keeps its venue', async () => {
    const w = world()
    const [first] = await w.whole('run1', rows(`${DATED},Venue Name\nFair,2027-05-08,10:00,Gym\n`))
    const again = await w.whole('run2', rows(`${DATED}\nFair,2027-05-08,10:00\n`))
    expect([said(again), again[0]?.id]).toEqual([['updated moved'], first?.id])
    expect((await w.values(first?.id)).venues).toHaveLength(1)
    expect(said(await w.whole('run3', rows(`${DATED}\nFair,2027-05-08,10:00\n`)))).toEqual(['unchanged'])
  })
  it('a uid that appears is taken over (row 4); one that is gone makes another event', async () => {
    const w = world()
    const bare = rows(`${DATED}\nFair,2027-05-08,10:00\n`)
    const named = rows(`${DATED},UID\nFair,2027-05-08,10:00,u1\n`)
    const [first] = await w.whole('run1', named)
    const [second] = await w.whole('run2', bare)
    expect(second?.outcome).toBe('created')
    expect(second?.id).not.toBe(first?.id)
    const other = world()
    const [known] = await other.whole('run1', bare)
    expect(await other.whole('run2', named)).toMatchObject([{ outcome: 'updated', id: known?.id }])
    // by what the row says it is known all the same
    expect(await other.whole('run3', bare)).toMatchObject([{ outcome: 'updated', id: known?.id }])
  })
})

describe('05 §5 versions', () => {
  it('a higher SEQUENCE alone is no change, and is not noted', async () => {
    const w = world()
    const [first] = await w.whole('run1', [fairItem({ sequence: 1 })])
    const facts = async () => (await w.store.read(eventStream(eventId(first?.id ?? 0)))).length
    const before = await facts()
    expect(said(await w.whole('run2', [fairItem({ sequence: 5 })]))).toEqual(['unchanged'])
    expect(await facts()).toBe(before)
    expect(said(await w.whole('run3', [fairItem({ sequence: 3, title: 'New' })]))).toEqual(['updated'])
  })
  it('a duplicate may stand before the item that stands for it: then its id is null', async () => {
    const w = world()
    const twice = [fairItem(), fairItem({ sequence: 1 })]
    const outcomes = await w.whole('run1', twice)
    expect(outcomes.map(({ outcome, id }) => [outcome, id === null])).toEqual([
      ['duplicate', true],
      ['created', false],
    ])
    const again = await w.whole('run2', twice)
    expect(again.map(({ outcome, id }) => [outcome, id])).toEqual([
      ['duplicate', outcomes[1]?.id],
      ['unchanged', outcomes[1]?.id],
    ])
  })
})

describe('05 §6 update authority', () => {
  it('retain leaves an event alone that is cancelled', async () => {
    const w = world()
    const [first] = await w.whole('run1', [fairItem()])
    const cancelled = [fairItem({ status: 'cancelled', sequence: 1 })]
    expect(said(await w.whole('run2', cancelled, { updateAuthority: 'retain' }))).toEqual(['skipped retain'])
    expect((await w.values(first?.id)).status).toBe('publish')
  })
  it('preserve_changes: a member is theirs whose last writer is a user, whenever that was', async () => {
    const w = world()
    const keeping = { updateAuthority: 'preserve_changes' } as const
    const [first] = await w.whole('run1', [fairItem()])
    await calendarOn(w.writing).event.change(first?.id ?? 0, { title: 'By hand' }, personAt())
    for (const run of ['run2', 'run3'])
      expect(said(await w.whole(run, [fairItem({ title: run })], keeping))).toEqual(['unchanged'])
    // an import that overwrites is the last writer again
    await w.whole('run4', [fairItem({ title: 'Feed' })])
    expect(said(await w.whole('run5', [fairItem({ title: 'Newer' })], keeping))).toEqual(['updated'])
    expect((await w.values(first?.id)).title).toBe('Newer')
  })
})

describe('05 §8 calendars', () => {
  it('§8.2 DESCRIPTION is HTML: markup that is written as references is markup of neither', async () => {
    const w = world()
    const [first] = await w.whole(
      'run1',
      ofCalendar('DTSTART:20270508T100000', 'DESCRIPTION:<b>A</b> &lt;b&gt;'),
    )
    expect((await w.values(first?.id)).description).toBe('<b>A</b> &lt;b&gt;')
  })
  it('§8.5 an RDATE before DTSTART is an occurrence like the others', () => {
    const items = ofCalendar('DTSTART:20270508T100000', 'RDATE:20270501T100000')
    expect(items.map(({ start_date: start }) => start)).toEqual([
      '2027-05-01 10:00:00',
      '2027-05-08 10:00:00',
    ])
  })
})
