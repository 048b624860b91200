import { utcTime, venueId, eventId, termId, userId, epochMs } from '../../../shared/kernel/brands.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { event } from '../../../services/calendar/event.ts'
import { merge, unmerge } from '../../../services/calendar/merge/merge.ts'
import {
  moveNamer,
  namersOf,
  openMergeOf,
  settlingContext,
  tellSettled,
} from '../../../services/calendar/merge/settle.ts'
import { newTermValues, newVenueValues } from '../../../services/calendar/values.ts'
import { venue } from '../../../services/calendar/venue.ts'
import { carryTerm } from '../../../services/calendar/term/carry.ts'
import { standingTerm } from '../../../services/calendar/term/standing.ts'
import { term } from '../../../services/calendar/term/term.ts'
import { findOrCreateTerm } from '../../../services/calendar/term/find-or-create.ts'
import { changeTerm, createTerm, deleteTerm } from '../../../services/calendar/term/write.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { load } from '../../../services/handle.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { eventStream } from '../../../shared/facts/event.ts'
import { slugStream } from '../../../shared/facts/claim.ts'
import { termStream } from '../../../shared/facts/term.ts'
import { venueStream } from '../../../shared/facts/venue.ts'
import { checkClaims } from '../../../services/verify/claims.ts'
import { checkItem, checkTerm } from '../../../services/verify/items.ts'
import { settleMerge } from '../../../workers/merge/settle.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'

let log: EventStore
let writing: ReturnType<typeof writingOn>
beforeEach(() => {
  log = memoryLog()
  writing = writingOn(log)
})

const by = (correlation: string) => ({ ...personAt(), correlation, source: 'desk' as const })

const madeVenue = async (name: string) => {
  const values = newVenueValues({ name, status: 'publish', author: userId(2) })
  const made = await calendarOn(writing).venue.create({ values }, personAt())
  return made.ok ? made.id : 0
}
const madeCategory = async (name: string) => {
  const made = await createTerm(writing, newTermValues({ taxonomy: 'cal_events_cat', name }), personAt())
  return made.ok ? made.id : 0
}
const madeEvents = async (count: number, venues: number[]) => {
  const ids: number[] = []
  for (let n = 0; n < count; n++) {
    const made = await calendarOn(writing).event.create(
      { values: fair({ title: `Fair ${n}`, venues }) },
      personAt(),
    )
    if (made.ok) ids.push(made.id)
  }
  return ids
}
const venuesOf = async (ids: readonly number[]) =>
  Promise.all(ids.map(async id => (await load(log, event, eventStream(eventId(id)))).state?.values.venues))

/** Work on what was merged until nothing is left; `turns`: no more than these. How many there were. */
const settle = async (id: number, turns = Infinity, noun: 'venue' | 'term' = 'venue', where = writing) => {
  let ms = Date.parse(personAt().at)
  const asked: unknown[] = [null]
  // a clock that is late after each step: every turn does one slice
  const work = settleMerge({
    writing: where,
    queue: { enqueue: async (_, payload) => void asked.push(payload) },
    nowMs: () => epochMs((ms += 1_000)),
  })
  let done = 0
  for (; asked.length > 0 && done < turns; done++) {
    asked.pop()
    await work({ noun, id }, { attempt: 1, signal: new AbortController().signal })
  }
  return done
}
const factsOf = async (id: number) => (await log.read(venueStream(venueId(id)))).map(({ type }) => type)

describe('07 §7.1 what names a thing that was merged', () => {
  it('is moved in turns, and goes on where it was stopped', async () => {
    const [old, hall] = [await madeVenue('Old Hall'), await madeVenue('Hall')]
    const ids = await madeEvents(60, [old])
    const both = await madeEvents(1, [hall, old])
    expect(await merge(writing, { kind: 'venue', from: old, into: hall }, by('m'))).toMatchObject({
      ok: true,
      differ: { name: ['Old Hall', 'Hall'] },
    })
    expect(await settle(old, 1)).toBe(1)
    const moved = (await venuesOf(ids)).filter(venues => venues?.[0] === hall).length
    expect(moved).toBe(25)
    // another process, which knows nothing of what was done
    expect(await settle(old)).toBe(2)
    expect(new Set((await venuesOf(ids)).map(String))).toEqual(new Set([String(hall)]))
    expect(await venuesOf(both)).toEqual([[hall]])
    expect(await factsOf(old)).toEqual(['VenueCreated', 'VenueMerged', 'VenueMergeSettled'])
    const before = await log.head()
    await settle(old)
    expect(await log.head()).toEqual(before)
  })

  it('is no edit that an import would have to keep, and is moved back where nobody changed it since', async () => {
    const [old, hall] = [await madeVenue('Old Hall'), await madeVenue('Hall')]
    const [a = 0, b = 0] = await madeEvents(2, [old])
    await merge(writing, { kind: 'venue', from: old, into: hall }, by('m'))
    await settle(old)
    const { state } = await load(log, event, eventStream(eventId(a)))
    expect(state?.changedBy['venues']).toBe('service')
    await calendarOn(writing).event.change(b, { venues: [venueId(hall), venueId(9)] }, personAt())
    const late = await madeEvents(1, [hall])
    expect(await unmerge(writing, { kind: 'venue', id: old }, by('u'))).toEqual({ ok: true, into: hall })
    await settle(old)
    expect(await venuesOf([a, b, ...late])).toEqual([[old], [hall, 9], [hall]])
    const again = await load(log, venue, venueStream(venueId(old)))
    expect(again.state).toMatchObject({ trashed: null, values: { status: 'publish', slug: 'old-hall' } })
    expect(await unmerge(writing, { kind: 'venue', id: old }, by('u'))).toMatchObject({
      code: 'merge_not_merged',
    })
  })

  it('of two that are merged into each other at the same moment one stays', async () => {
    const [a, b] = [await madeVenue('A'), await madeVenue('B')]
    const both = await Promise.all([
      merge(writing, { kind: 'venue', from: a, into: b }, by('m')),
      merge(writing, { kind: 'venue', from: b, into: a }, by('n')),
    ])
    expect(both.filter(({ ok }) => ok).length).toBeLessThan(2)
    const states = await Promise.all(
      [a, b].map(async id => (await load(log, venue, venueStream(venueId(id)))).state),
    )
    expect(states.filter(state => state?.trashed === null).length).toBeGreaterThan(0)
  })

  it('a venue is found by the name that it was merged under, and its name stays its own', async () => {
    const [old, hall] = [await madeVenue('Old Hall'), await madeVenue('Hall')]
    await merge(writing, { kind: 'venue', from: old, into: hall }, by('m'))
    const sent = { name: 'old hall', status: 'publish', author: userId(2) } as const
    const find = () =>
      calendarOn(writing).venue.findOrCreate({ sent, values: newVenueValues(sent) }, personAt())
    expect(await find()).toMatchObject({ id: hall, created: false, missing: {} })
    const records = await log.read(venueStream(venueId(old)))
    const verified = await checkItem('venue')(log, { name: venueStream(venueId(old)), records })
    const claims = await checkClaims(log, { name: slugStream('venue', 'old-hall'), records: [] })
    expect([verified.problems, claims]).toEqual([[], { problems: [], unused: 0 }])
    const other = await madeVenue('Old hall')
    const { state } = await load(log, venue, venueStream(venueId(other)))
    expect(state?.values.slug).toBe('old-hall-2')
  })

  it('a category that was merged is brought into another service as that', async () => {
    const [concerts, music] = [await madeCategory('Concerts'), await madeCategory('Music')]
    await merge(writing, { kind: 'category', from: concerts, into: music }, by('m'))
    expect(await standingTerm(log, termId(concerts))).toMatchObject({ id: music })
    const records = await log.read(termStream(termId(concerts)))
    expect((await checkTerm(log, { name: termStream(termId(concerts)), records })).problems).toEqual([])
    const name = slugStream('cal_events_cat', 'concerts')
    expect(await checkClaims(log, { name, records: [] })).toEqual({ problems: [], unused: 0 })
    const elsewhere = writingOn(memoryLog())
    const dates = { created: utcTime('2027-01-01 10:00:00'), modified: utcTime('2027-01-01 10:00:00') }
    const values = newTermValues({ taxonomy: 'cal_events_cat', name: 'Music', slug: 'music' })
    const gone = newTermValues({ taxonomy: 'cal_events_cat', name: 'Concerts', slug: 'concerts' })
    await carryTerm(elsewhere, { id: termId(2), by: 'person', values, carried: dates }, personAt())
    const line = {
      id: termId(1),
      by: 'person',
      values: gone,
      carried: { ...dates, into: termId(2) },
    } as const
    // the same again is answered as done
    expect(await carryTerm(elsewhere, line, personAt())).toEqual({ ok: true })
    expect(await carryTerm(elsewhere, line, personAt())).toEqual({ ok: true })
    expect(await standingTerm(elsewhere.store, termId(1))).toMatchObject({ id: 2 })
    // taken back there nothing is left to be done
    await unmerge(elsewhere, { kind: 'category', id: 1 }, by('u'))
    await settle(1, Infinity, 'term', elsewhere)
    const facts = (await elsewhere.store.read(termStream(termId(1)))).map(({ type }) => type)
    expect(facts).toEqual(['TermCreated', 'TermUnmerged', 'TermMergeSettled'])
  })

  it('a category that stands for nothing any more is itself again when its name is asked for', async () => {
    for (const asks of ['import', 'person']) {
      const [concerts, music] = [await madeCategory(`Concerts ${asks}`), await madeCategory(`Music ${asks}`)]
      const made = await calendarOn(writing).event.create(
        { values: fair({ categories: [concerts] }) },
        personAt(),
      )
      await merge(writing, { kind: 'category', from: concerts, into: music }, by('m'))
      await settle(concerts, Infinity, 'term')
      await deleteTerm(writing, termId(music), [], personAt())
      const values = newTermValues({ taxonomy: 'cal_events_cat', name: `Concerts ${asks}` })
      if (asks === 'person')
        expect(await createTerm(writing, values, personAt(86_400))).toMatchObject({
          refusal: { code: 'term_exists', termId: concerts },
        })
      const find = () =>
        findOrCreateTerm(writing, 'cal_events_cat', `concerts ${asks}`, 'name', personAt(86_400))
      expect(await find()).toMatchObject({ id: concerts, created: false })
      expect(await find()).toMatchObject({ id: concerts, created: false, position: null })
      expect(await standingTerm(log, termId(concerts))).toMatchObject({ id: concerts })
      await settle(concerts, Infinity, 'term')
      const { state } = await load(log, event, eventStream(made.ok ? eventId(made.id) : eventId(0)))
      expect(state?.values.categories).toEqual([concerts])
      expect(await openMergeOf(writing, 'term', concerts)).toBeNull()
    }
  })

  it('is moved back once when the merge was taken back in its last turn', async () => {
    const [old, hall] = [await madeVenue('Old Hall'), await madeVenue('Hall')]
    const [a = 0] = await madeEvents(1, [old])
    await merge(writing, { kind: 'venue', from: old, into: hall }, by('m'))
    const open = await openMergeOf(writing, 'venue', old)
    if (open === null) throw new Error('nothing is open')
    const context = settlingContext(open, epochMs(0))
    for (const namer of await namersOf(writing, open, new AbortController().signal))
      await moveNamer(writing, open, namer, context)
    await unmerge(writing, { kind: 'venue', id: old }, by('u'))
    await tellSettled(writing, open, context)
    expect(await factsOf(old)).toEqual(['VenueCreated', 'VenueMerged', 'VenueUnmerged'])
    await settle(old)
    expect(await venuesOf([a])).toEqual([[old]])
    expect((await factsOf(old)).slice(3)).toEqual(['VenueMergeSettled'])
    await calendarOn(writing).event.change(a, { venues: [venueId(hall)] }, personAt())
    await settle(old)
    expect(await venuesOf([a])).toEqual([[hall]])
  })

  it('is moved back also when one request did both', async () => {
    const [old, hall] = [await madeVenue('Old Hall'), await madeVenue('Hall')]
    const ids = await madeEvents(1, [old])
    await merge(writing, { kind: 'venue', from: old, into: hall }, by('m'))
    await settle(old)
    await unmerge(writing, { kind: 'venue', id: old }, by('m'))
    const merged = (await log.read(venueStream(venueId(old)))).find(({ type }) => type === 'VenueMerged')
    expect((await openMergeOf(writing, 'venue', old))?.since).toBe(merged?.position)
    await settle(old)
    expect(await venuesOf(ids)).toEqual([[old]])
    expect((await factsOf(old)).at(-1)).toBe('VenueMergeSettled')
  })

  it('goes to the one that stands now, also when that was merged on before', async () => {
    const [a, b, c] = [await madeVenue('A'), await madeVenue('B'), await madeVenue('C')]
    const ids = await madeEvents(2, [a])
    await merge(writing, { kind: 'venue', from: a, into: b }, by('m'))
    await merge(writing, { kind: 'venue', from: b, into: c }, by('n'))
    await settle(b)
    await settle(a)
    expect(await venuesOf(ids)).toEqual([[c], [c]])
    await unmerge(writing, { kind: 'venue', id: a }, by('u'))
    await settle(a)
    expect(await venuesOf(ids)).toEqual([[a], [a]])
  })

  it('a category does not become one with another that is going to be below it', async () => {
    const [a, b, c] = [await madeCategory('A'), await madeCategory('B'), await madeCategory('C')]
    await changeTerm(writing, termId(c), { parent: termId(a) }, personAt())
    await merge(writing, { kind: 'category', from: a, into: b }, by('m'))
    expect(await merge(writing, { kind: 'category', from: b, into: c }, by('n'))).toMatchObject({
      code: 'merge_below',
    })
    await settle(a, Infinity, 'term')
    expect((await load(log, term, termStream(termId(c)))).state).toMatchObject({ values: { parent: b } })
  })

  it('keeps the one that was merged from being deleted for good until then', async () => {
    const [old, hall] = [await madeVenue('Old Hall'), await madeVenue('Hall')]
    const ids = await madeEvents(1, [old])
    const purge = () => calendarOn(writing).venue.purge(old, personAt())
    await merge(writing, { kind: 'venue', from: old, into: hall }, by('m'))
    expect(await purge()).toBe('merge_under_way')
    expect(await factsOf(old)).toEqual(['VenueCreated', 'VenueMerged'])
    await settle(old)
    expect(await venuesOf(ids)).toEqual([[hall]])
    expect(await purge()).toEqual(expect.any(Number))
    expect(await factsOf(old)).toEqual([])
  })

  it('is looked up twice, the second time behind the merge, however many take turns, and late ones are moved', async () => {
    const looks: (number | null)[] = []
    const follow: EventStore['follow'] = (after, ...given) => {
      looks.push(after)
      return log.follow(after, ...given)
    }
    const hall = await madeVenue('Hall')
    const olds = [await madeVenue('Old Hall'), await madeVenue('Older Hall')]
    const ids: number[] = []
    for (const old of olds) ids.push(...(await madeEvents(60, [old])))
    for (const from of olds) await merge(writing, { kind: 'venue', from, into: hall }, by(`m${from}`))
    let ms = 0
    const asked = olds.map(id => ({ noun: 'venue' as const, id }))
    const work = settleMerge({
      writing: { ...writing, store: { ...log, follow } },
      queue: { enqueue: async (_, payload) => void asked.push(payload as (typeof asked)[number]) },
      nowMs: () => epochMs((ms += 1_000)),
    })
    const turn = async () => {
      const next = asked.shift()
      if (next) await work(next, { attempt: 1, signal: new AbortController().signal })
    }
    await turn()
    await turn()
    // somebody had found it before it was merged
    ids.push(...(await madeEvents(1, olds)))
    while (asked.length > 0) await turn()
    const merged = await Promise.all(
      olds.map(async id => (await log.read(venueStream(venueId(id))))[1]?.position),
    )
    expect(looks).toEqual([null, null, ...merged])
    expect(new Set((await venuesOf(ids)).map(String))).toEqual(new Set([String(hall)]))
    for (const old of olds) expect((await factsOf(old)).at(-1)).toBe('VenueMergeSettled')
  })
})
