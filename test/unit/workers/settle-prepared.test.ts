import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { checkpointsIn } from '../../../projections/checkpoints.ts'
import { changeEvent, createEvent } from '../../../services/calendar/event/write.ts'
import { createOrganizer, findOrCreateOrganizer } from '../../../services/calendar/organizer/write.ts'
import { newOrganizerValues, newVenueValues } from '../../../services/calendar/values.ts'
import { venue } from '../../../services/calendar/venue/index.ts'
import {
  changeVenue,
  createVenue,
  findOrCreateVenue,
  trashVenue,
} from '../../../services/calendar/venue/write.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { load, type Context } from '../../../services/handle.ts'
import { memoryDocuments } from '../../../shared/documents/memory.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { venueStream } from '../../../shared/facts/venue.ts'
import { runDispatch } from '../../../workers/dispatch.ts'
import { settlePrepared } from '../../../workers/schedule/settle-prepared.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { jobList } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'

const BEGAN = Date.parse(personAt().at)
const MINUTE = 60_000

let log: EventStore
let writing: ReturnType<typeof writingOn>
beforeEach(() => {
  log = memoryLog()
  writing = writingOn(log)
})

const hall = (context: Context = personAt()) => {
  const sent = { name: 'Main Hall', status: 'publish', author: 2 } as const
  return findOrCreateVenue(writing, { sent, values: newVenueValues(sent) }, context)
}
const stateOf = async (id: number) => (await load(log, venue, venueStream(id))).state
const settle = (id: number, minutes: number, store = log) =>
  settlePrepared({ writing: writingOn(store), nowMs: () => BEGAN + minutes * MINUTE })(
    { noun: 'venue', id },
    { attempt: 1, signal: new AbortController().signal },
  )
const newHall = async (minutes: number) => {
  const values = newVenueValues({ name: 'Main Hall', status: 'publish', author: 2 })
  const made = await createVenue(writing, { values }, personAt(minutes * 60))
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
  it('keeps its slug for ten minutes, and then gives it back', async () => {
    const { id } = await hall()
    await settle(id, 9)
    expect((await stateOf(id))?.values.slug).toBe('main-hall')
    await settle(id, 10)
    expect(await stateOf(id)).toMatchObject({ values: { status: 'trash' }, trashed: { reason: 'deleted' } })
    expect(await newHall(11)).toBe('main-hall')
  })

  it('again, and by two at once: nothing more happens', async () => {
    const { id } = await hall()
    await Promise.all([settle(id, 10), settle(id, 10)])
    await settle(id, 20)
    expect((await log.read(venueStream(id))).map(({ type }) => type)).toEqual([
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
    const made = await createEvent(writing, { values: fair({ venues: [id] }) }, personAt())
    await settle(id, 10)
    await changeEvent(writing, made.ok ? made.id : 0, { venues: [] }, personAt())
    await settle(id, 20)
    const other = await createEvent(writing, { values: fair() }, personAt())
    const second = await findOrCreateVenue(
      writing,
      { sent: { name: 'Gym' }, values: newVenueValues({ name: 'Gym', status: 'publish', author: 2 }) },
      personAt(),
    )
    await changeEvent(writing, other.ok ? other.id : 0, { venues: [second.id] }, personAt())
    await settle(second.id, 20)
    for (const one of [id, second.id]) expect((await stateOf(one))?.values.status).toBe('publish')
  })

  it('an ordinary venue is left alone, and what a person put into the trash stays there', async () => {
    const values = newVenueValues({ name: 'Own Hall', status: 'publish', author: 2 })
    const own = await createVenue(writing, { values }, personAt())
    const { id } = await hall()
    await createEvent(writing, { values: fair({ venues: [id] }) }, personAt())
    await trashVenue(writing, id, 'deleted', personAt())
    for (const one of [own.ok ? own.id : 0, id, 4711]) await settle(one, 60)
    expect((await stateOf(own.ok ? own.id : 0))?.values.status).toBe('publish')
    expect((await stateOf(id))?.values.status).toBe('trash')
  })

  it.each(['before', 'after'] as const)(
    'an event that comes just %s it is put away gets it, slug and all',
    async when => {
      const { id } = await hall()
      const event = () => createEvent(writing, { values: fair({ venues: [id] }) }, personAt(601))
      let came = false
      const once = async () => {
        if (came) return
        came = true
        await event()
      }
      await settle(id, 10, appending(venueStream(id), when, once))
      expect(await stateOf(id)).toMatchObject({
        values: { status: 'publish', slug: 'main-hall' },
        trashed: null,
      })
    },
  )

  it('a venue that a person trashed and that an event links is not brought back by a later look', async () => {
    const { id } = await hall()
    await settle(id, 10)
    await changeVenue(writing, id, { status: 'publish' }, personAt(700))
    await trashVenue(writing, id, 'deleted', personAt(701))
    await createEvent(writing, { values: fair({ venues: [id] }) }, personAt(702))
    await settle(id, 20)
    expect((await stateOf(id))?.values.status).toBe('trash')
  })
})

describe('dispatch of what was prepared', () => {
  const dispatch = async (clock: { ms: number }) => {
    const documents = memoryDocuments()
    const { jobs, queue } = jobList()
    const stop = new AbortController()
    const running = runDispatch(
      {
        ...{ store: log, documents, checkpoints: await checkpointsIn(documents), queue },
        ...{ nowMs: () => clock.ms, warn: () => undefined },
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
    const sent = { name: 'PTA', status: 'publish', author: 2 } as const
    const pta = await findOrCreateOrganizer(writing, { sent, values: newOrganizerValues(sent) }, personAt())
    const linked = { name: 'Choir', status: 'publish', author: 2 } as const
    const choir = await findOrCreateOrganizer(
      writing,
      { sent: linked, values: newOrganizerValues(linked) },
      personAt(),
    )
    await createEvent(writing, { values: fair({ organizers: [choir.id] }) }, personAt())
    await createOrganizer(writing, { values: newOrganizerValues({ ...sent, name: 'Own' }) }, personAt())
    const young = await dispatch({ ms: BEGAN + 9 * MINUTE })
    const old = await dispatch({ ms: BEGAN + 10 * MINUTE })
    await vi.waitFor(() => expect(old.jobs).toEqual([job('venue', id), job('organizer', pta.id)]))
    expect(young.jobs).toEqual([])
    await Promise.all([young.finish(), old.finish()])
  })

  it('offers what was put away again when an event links it after all', async () => {
    const { id } = await hall()
    await settle(id, 10)
    const { jobs, finish } = await dispatch({ ms: BEGAN + 60 * MINUTE })
    await sleep(50)
    expect(jobs).toEqual([])
    await createEvent(writing, { values: fair({ venues: [id] }) }, personAt(3600))
    await vi.waitFor(() => expect(jobs).toEqual([job('venue', id)]))
    await settle(id, 61)
    expect((await stateOf(id))?.values).toMatchObject({ status: 'publish', slug: 'main-hall' })
    await finish()
  })
})
