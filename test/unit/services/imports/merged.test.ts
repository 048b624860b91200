import { eventId, venueId, userId } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { calendarOn } from '../../../../services/calendar/calendar.ts'
import { event } from '../../../../services/calendar/event.ts'
import { merge } from '../../../../services/calendar/merge/merge.ts'
import { newVenueValues } from '../../../../services/calendar/values.ts'
import { venue } from '../../../../services/calendar/venue.ts'
import { writingOn } from '../../../../services/calendar/writing.ts'
import { load } from '../../../../services/handle.ts'
import { eventStream } from '../../../../shared/facts/event.ts'
import { venueStream } from '../../../../shared/facts/venue.ts'
import { settleMerge } from '../../../../workers/merge/settle.ts'
import { personAt } from '../../../support/calendar.ts'
import { fairItem, importWorld, NOW } from '../../../support/import-world.ts'
import { memoryLog } from '../../../support/memory-log.ts'

const world = () => {
  const w = importWorld(memoryLog())
  const writing = writingOn(w.store)
  const made = async (name: string) => {
    const values = newVenueValues({ name, status: 'publish', author: userId(2) })
    const done = await calendarOn(writing).venue.create({ values }, personAt())
    return done.ok ? done.id : 0
  }
  const merged = async (from: number, into: number) => {
    await merge(writing, { kind: 'venue', from, into }, { ...personAt(), correlation: 'm' })
    const queue = { enqueue: async () => undefined }
    const work = settleMerge({ writing, queue, nowMs: () => NOW })
    await work({ noun: 'venue', id: from }, { attempt: 1, signal: new AbortController().signal })
  }
  const venuesOf = async (id: number | null | undefined) =>
    (await load(w.store, event, eventStream(eventId(id ?? 0)))).state?.values.venues
  const stateOf = async (id: number) => (await load(w.store, venue, venueStream(venueId(id)))).state
  return { ...w, made, merged, venuesOf, stateOf }
}

const outcomesOf = (all: readonly { readonly outcome: string }[]) => all.map(({ outcome }) => outcome)

describe('07 §7.1 imports find the one that stays', () => {
  it('by the global id of the one that went, whose description it does not get', async () => {
    const { whole, made, merged, venuesOf, stateOf } = world()
    const hall = await made('The Hall')
    const item = (name: string) =>
      fairItem({ venue: { venue: name, city: 'Troy', global_id: 'other.example?id=5' } })
    const [first] = await whole('a1', [item('Old Hall')])
    const [old = 0] = (await venuesOf(first?.id)) ?? []
    await merged(old, hall)
    expect(await venuesOf(first?.id)).toEqual([hall])
    const again = await whole('a2', [item('Hall of old')])
    expect([outcomesOf(again), await venuesOf(first?.id)]).toEqual([['unchanged'], [hall]])
    expect(await stateOf(hall)).toMatchObject({ values: { name: 'The Hall', city: '' } })
  })

  it('by its name, also where the source had brought both', async () => {
    const { whole, merged, venuesOf, stateOf } = world()
    const items = ['Old Hall', 'The Hall'].map((name, n) =>
      fairItem({ uid: `u${n}`, venue: { venue: name, city: n === 0 ? 'Troy' : 'Albany' } }),
    )
    const [a, b] = await whole('a1', items)
    const [[old = 0] = [], [hall = 0] = []] = [await venuesOf(a?.id), await venuesOf(b?.id)]
    await merged(old, hall)
    expect(outcomesOf(await whole('a2', items))).toEqual(['unchanged', 'unchanged'])
    expect(await stateOf(hall)).toMatchObject({ values: { name: 'The Hall', city: 'Albany' } })
    const other = fairItem({ uid: 'u3', venue: { venue: 'old hall', city: 'Buffalo' } })
    const [c] = await whole('a3', [other])
    const [third] = (await venuesOf(c?.id)) ?? []
    expect([old, hall].includes(third ?? 0)).toBe(false)
  })

  it('a row of a venue file says nothing to the one that stays', async () => {
    const { whole, merged, stateOf } = world()
    const rows = (phone: string) =>
      ['Old Hall', 'The Hall'].map(name => ({ csv_row: 'venue', title: name, venue: { venue: name, phone } }))
    const given = { origin: 'csv', source: 'places.csv' } as const
    const [old, hall] = await whole('f1', rows('1'), given)
    await merged(old?.id ?? 0, hall?.id ?? 0)
    const again = await whole('f2', rows('2'), given)
    expect(again.map(({ outcome, id }) => [outcome, id])).toEqual([
      ['unchanged', hall?.id],
      ['updated', hall?.id],
    ])
    expect(await stateOf(hall?.id ?? 0)).toMatchObject({ values: { name: 'The Hall', phone: '2' } })
  })
})
