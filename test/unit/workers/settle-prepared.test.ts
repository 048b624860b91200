import { venueId, termId, userId, epochMs, type EpochMs } from '../../../shared/kernel/brands.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkpointsIn } from '../../../projections/engine/checkpoints.ts'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { findOrCreateTerm } from '../../../services/calendar/term/find-or-create.ts'
import { term } from '../../../services/calendar/term/term.ts'
import { createTerm } from '../../../services/calendar/term/write.ts'
import { newOrganizerValues, newTermValues, newVenueValues } from '../../../services/calendar/values.ts'
import { venue } from '../../../services/calendar/venue.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { load, type Context } from '../../../services/handle.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { termStream } from '../../../shared/facts/term.ts'
import { venueStream } from '../../../shared/facts/venue.ts'
import { runDispatch } from '../../../workers/dispatch.ts'
import { settlingOfPrepared } from '../../../workers/reactions/prepared.ts'
import { settlePrepared } from '../../../workers/schedule/settle-prepared.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { jobList } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { msOfIso } from '../../../shared/kernel/time/calculate.ts'
import { eventually } from '../../support/eventually.ts'

const BEGAN = msOfIso(personAt().at)
const MINUTE = 60_000

let log: EventStore
let writing: ReturnType<typeof writingOn>
beforeEach(() => {
  log = memoryLog()
  writing = writingOn(log)
})

const hall = (context: Context = personAt()) => {
  const sent = { name: 'Main Hall', status: 'publish', author: userId(2) } as const
  return calendarOn(writing).venue.findOrCreate({ sent, values: newVenueValues(sent) }, context)
}
const stateOf = async (id: number) => (await load(log, venue, venueStream(venueId(id)))).state
const settle = (id: number, minutes: number, store = log, noun: 'venue' | 'term' = 'venue') =>
  settlePrepared({ writing: writingOn(store), nowMs: () => epochMs(BEGAN + minutes * MINUTE) })(
    { noun, id },
    { attempt: 1, signal: new AbortController().signal },
  )
const newHall = async (minutes: number) => {
  const values = newVenueValues({ name: 'Main Hall', status: 'publish', author: userId(2) })
  const made = await calendarOn(writing).venue.create({ values }, personAt(minutes * 60))
  return made.ok ? made.values.slug : made.refusal
}
/** Runs `between` when the n-th append to that stream is about to happen, or has happened. */
const appending = (
  stream: string,
  when: 'before' | 'after',
  between: () => Promise<unknown>,
): EventStore => ({
  ...log,
  append: async (...given) => {
    if (given[0] !== stream) return log.append(...given)
    if (when === 'before') await between()
    const appended = await log.append(...given)
    if (when === 'after') await between()
    return appended
  },
})

describe('02 §5 create: what was prepared for an event that never came', () => {
  it('keeps its slug for a while, and gives it back before 60 s have passed', async () => {
    const { id } = await hall()
    await settle(id, 44 / 60)
    expect((await stateOf(id))?.values.slug).toBe('main-hall')
    await settle(id, 45 / 60)
    expect(await stateOf(id)).toMatchObject({ values: { status: 'trash' }, trashed: { reason: 'deleted' } })
    expect(await newHall(1)).toBe('main-hall')
  })

  it('again, and by two at once: nothing more happens', async () => {
    const { id } = await hall()
    await Promise.all([settle(id, 10), settle(id, 10)])
    await settle(id, 20)
    expect((await log.read(venueStream(venueId(id)))).map(({ type }) => type)).toEqual([
      'VenueCreated',
      'VenueTrashed',
    ])
  })

  it('is another one than the next that is described in the same way', async () => {
    const { id } = await hall()
    await settle(id, 10)
    const next = await hall(personAt(11 * 60))
    expect(next).toMatchObject({ created: true, values: { slug: 'main-hall' } })
    expect(next.id).not.toBe(id)
  })

  it('is left alone when an event links it, or once did', async () => {
    const { id } = await hall()
    const made = await calendarOn(writing).event.create({ values: fair({ venues: [id] }) }, personAt())
    await settle(id, 10)
    await calendarOn(writing).event.change(made.ok ? made.id : 0, { venues: [] }, personAt())
    await settle(id, 20)
    const other = await calendarOn(writing).event.create({ values: fair() }, personAt())
    const second = await calendarOn(writing).venue.findOrCreate(
      {
        sent: { name: 'Gym' },
        values: newVenueValues({ name: 'Gym', status: 'publish', author: userId(2) }),
      },
      personAt(),
    )
    await calendarOn(writing).event.change(
      other.ok ? other.id : 0,
      { venues: [venueId(second.id)] },
      personAt(),
    )
    await settle(second.id, 20)
    for (const one of [id, second.id]) expect((await stateOf(one))?.values.status).toBe('publish')
  })

  it('an ordinary venue is left alone, and what a person put into the trash stays there', async () => {
    const values = newVenueValues({ name: 'Own Hall', status: 'publish', author: userId(2) })
    const own = await calendarOn(writing).venue.create({ values }, personAt())
    const { id } = await hall()
    await calendarOn(writing).event.create({ values: fair({ venues: [id] }) }, personAt())
    await calendarOn(writing).venue.trash(id, 'deleted', personAt())
    for (const one of [own.ok ? own.id : 0, id, 4711]) await settle(one, 60)
    expect((await stateOf(own.ok ? own.id : 0))?.values.status).toBe('publish')
    expect((await stateOf(id))?.values.status).toBe('trash')
  })

  it.each(['before', 'after'] as const)(
    'an event that comes just %s it is put away gets it, slug and all',
    async when => {
      const { id } = await hall()
      const event = () => calendarOn(writing).event.create({ values: fair({ venues: [id] }) }, personAt(601))
      let came = false
      const once = async () => {
        if (came) return
        came = true
        await event()
      }
      await settle(id, 10, appending(venueStream(venueId(id)), when, once))
      expect(await stateOf(id)).toMatchObject({
        values: { status: 'publish', slug: 'main-hall' },
        trashed: null,
      })
    },
  )

  it('a venue that a person trashed and that an event links is not brought back by a later look', async () => {
    const { id } = await hall()
    await settle(id, 10)
    await calendarOn(writing).venue.change(id, { status: 'publish' }, personAt(700))
    await calendarOn(writing).venue.trash(id, 'deleted', personAt(701))
    await calendarOn(writing).event.create({ values: fair({ venues: [id] }) }, personAt(702))
    await settle(id, 20)
    expect((await stateOf(id))?.values.status).toBe('trash')
  })
})

describe('02 §5 create: a term that was prepared for an event that never came', () => {
  const tag = (name: string, context: Context = personAt()) =>
    findOrCreateTerm(writing, 'post_tag', name, 'slug', context)
  const created = async (name: string, seconds: number) => {
    const values = newTermValues({ taxonomy: 'post_tag', name })
    const made = await createTerm(writing, values, personAt(seconds))
    return made.ok ? { id: made.id, slug: made.values.slug } : made.refusal
  }
  const termOf = async (id: number) => (await load(log, term, termStream(termId(id)))).state

  it('keeps its slug for a while, and gives it back before 60 s have passed', async () => {
    const { id } = await tag('R & D')
    await settle(id, 44 / 60, log, 'term')
    expect(await created('R D', 44)).toMatchObject({ slug: 'r-d-2' })
    await settle(id, 45 / 60, log, 'term')
    expect(await termOf(id)).toMatchObject({ status: 'discarded' })
    expect(await created('R, D', 46)).toMatchObject({ slug: 'r-d' })
  })

  it('its name is free as well, for an event and for its own sake', async () => {
    const { id } = await tag('Chess')
    await settle(id, 1, log, 'term')
    const next = await tag('Chess', personAt(61))
    expect(next).toMatchObject({ created: true })
    expect(next.id).not.toBe(id)
    const other = await tag('Judo')
    await settle(other.id, 1, log, 'term')
    expect(await created('Judo', 62)).toMatchObject({ slug: 'judo' })
  })

  it('again, and by two at once: nothing more happens', async () => {
    const { id } = await tag('Chess')
    await Promise.all([settle(id, 1, log, 'term'), settle(id, 1, log, 'term')])
    await settle(id, 2, log, 'term')
    const types = (await log.read(termStream(id))).map(({ type }) => type)
    expect(types).toEqual(['TermCreated', 'TermDiscarded'])
  })

  it.each(['categories', 'tags'] as const)(
    'is left alone when an event has it among its %s',
    async member => {
      const { id } = await tag('Chess')
      const made = await calendarOn(writing).event.create({ values: fair({ [member]: [id] }) }, personAt())
      await settle(id, 1, log, 'term')
      await calendarOn(writing).event.change(made.ok ? made.id : 0, { [member]: [] }, personAt())
      await settle(id, 2, log, 'term')
      expect(await termOf(id)).toMatchObject({ status: 'live', values: { slug: 'chess' } })
    },
  )

  it('is left alone when somebody has made it a term of its own', async () => {
    const { id } = await tag('Chess')
    const adopted = await createTerm(
      writing,
      newTermValues({ taxonomy: 'post_tag', name: 'Chess' }),
      personAt(1),
      async () => false,
    )
    expect(adopted).toMatchObject({ ok: true, id })
    await settle(id, 2, log, 'term')
    expect(await termOf(id)).toMatchObject({ status: 'live', hidden: false })
  })

  it.each(['before', 'after'] as const)(
    'an event that comes just %s it is put away gets it, slug and name and all',
    async when => {
      const { id } = await tag('Chess')
      let came = false
      const once = async () => {
        if (came) return
        came = true
        await calendarOn(writing).event.create({ values: fair({ tags: [id] }) }, personAt(46))
      }
      await settle(id, 1, appending(termStream(id), when, once), 'term')
      expect(await termOf(id)).toMatchObject({ status: 'live', values: { slug: 'chess' } })
      expect(await created('Chess', 120)).toEqual({ code: 'term_exists', termId: id })
    },
  )

  it('an event that comes when its slug has gone to another gets it with a suffix', async () => {
    const { id } = await tag('R & D')
    await settle(id, 1, log, 'term')
    await created('R D', 61)
    await calendarOn(writing).event.create({ values: fair({ tags: [id] }) }, personAt(62))
    await settle(id, 2, log, 'term')
    expect(await termOf(id)).toMatchObject({ status: 'live', values: { name: 'R & D', slug: 'r-d-2' } })
  })
})

describe('dispatch of what was prepared', () => {
  const dispatch = async (clock: { ms: EpochMs }) => {
    const documents = memoryDocuments()
    const { jobs, queue } = jobList()
    const stop = new AbortController()
    const running = runDispatch(
      {
        ...{ store: log, documents, checkpoints: await checkpointsIn(documents), queue },
        ...{ nowMs: () => clock.ms, warn: () => undefined, reactions: [settlingOfPrepared.keeper] },
      },
      stop.signal,
    )
    return {
      jobs,
      finish: async () => {
        stop.abort()
        await running
      },
    }
  }
  const job = (noun: string, id: number) => ({ name: 'prepared.settle', payload: { noun, id }, delayMs: 0 })

  it('offers what is old and unlinked at a start, and nothing else', async () => {
    const { id } = await hall()
    const sent = { name: 'PTA', status: 'publish', author: userId(2) } as const
    const pta = await calendarOn(writing).organizer.findOrCreate(
      { sent, values: newOrganizerValues(sent) },
      personAt(),
    )
    const linked = { name: 'Choir', status: 'publish', author: userId(2) } as const
    const choir = await calendarOn(writing).organizer.findOrCreate(
      { sent: linked, values: newOrganizerValues(linked) },
      personAt(),
    )
    await calendarOn(writing).event.create({ values: fair({ organizers: [choir.id] }) }, personAt())
    await calendarOn(writing).organizer.create(
      { values: newOrganizerValues({ ...sent, name: 'Own' }) },
      personAt(),
    )
    const chess = await findOrCreateTerm(writing, 'post_tag', 'Chess', 'slug', personAt())
    const music = await findOrCreateTerm(writing, 'cal_events_cat', 'Music', 'slug', personAt())
    await calendarOn(writing).event.create({ values: fair({ categories: [music.id] }) }, personAt())
    const young = await dispatch({ ms: epochMs(BEGAN + 44_000) })
    const old = await dispatch({ ms: epochMs(BEGAN + 45_000) })
    await eventually(() =>
      expect(old.jobs).toEqual([job('venue', id), job('organizer', pta.id), job('term', chess.id)]),
    )
    expect(young.jobs).toEqual([])
    await Promise.all([young.finish(), old.finish()])
  })

  it('offers what was put away again when an event links it after all', async () => {
    const { id } = await hall()
    await settle(id, 10)
    const { jobs, finish } = await dispatch({ ms: epochMs(BEGAN + 60 * MINUTE) })
    await sleep(50)
    expect(jobs).toEqual([])
    await calendarOn(writing).event.create({ values: fair({ venues: [id] }) }, personAt(3600))
    await eventually(() => expect(jobs).toEqual([job('venue', id)]))
    await settle(id, 61)
    expect((await stateOf(id))?.values).toMatchObject({ status: 'publish', slug: 'main-hall' })
    await finish()
  })

  it('offers what has become old while nothing else happens, once', async () => {
    const clock = { ms: BEGAN }
    const { jobs, finish } = await dispatch(clock)
    const { id } = await hall()
    const chess = await findOrCreateTerm(writing, 'post_tag', 'Chess', 'slug', personAt())
    clock.ms = epochMs(BEGAN + 44_000)
    await sleep(1_500)
    expect(jobs).toEqual([])
    clock.ms = epochMs(BEGAN + 45_000)
    await eventually(() => expect(jobs).toEqual([job('venue', id), job('term', chess.id)]))
    await sleep(1_500)
    expect(jobs).toHaveLength(2)
    await finish()
  })

  it('offers a term that was put away again when an event names it after all, none that was adopted', async () => {
    const chess = await findOrCreateTerm(writing, 'post_tag', 'Chess', 'slug', personAt())
    const judo = await findOrCreateTerm(writing, 'post_tag', 'Judo', 'slug', personAt())
    const values = newTermValues({ taxonomy: 'post_tag', name: 'Judo' })
    await createTerm(writing, values, personAt(), async () => false)
    await settle(chess.id, 1, log, 'term')
    const { jobs, finish } = await dispatch({ ms: epochMs(BEGAN + 60 * MINUTE) })
    await calendarOn(writing).event.create({ values: fair({ tags: [chess.id, judo.id] }) }, personAt(3600))
    await eventually(() => expect(jobs).toEqual([job('term', chess.id)]))
    await finish()
  })
})
