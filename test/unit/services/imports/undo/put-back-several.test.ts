import {
  utcTime,
  userId,
  type StreamName,
  streamName,
  logPosition,
  isoTime,
} from '../../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { calendarOn } from '../../../../../services/calendar/calendar.ts'
import { forgetMembers } from '../../../../../services/calendar/item/forget-past.ts'
import { putBack } from '../../../../../services/calendar/put-back/put-back.ts'
import { datesOf } from '../../../../../services/wiring/exporting.ts'
import type { ItemKind } from '../../../../../shared/facts/common.ts'
import type { Meta } from '../../../../../shared/facts/meta.ts'
import { fair, personAt } from '../../../../support/calendar.ts'
import { memoryLog } from '../../../../support/memory-log.ts'
import { organizerValues, venueValues } from '../../../../support/recorded.ts'
import { undoWorld } from '../../../../support/undo-world.ts'

const [ANA, BOB] = [7, 8]
const NOTHING = { source: null, correlation: null, kind: null, member: null, since: null, until: null }

const world = () => {
  const store = memoryLog()
  const made = undoWorld(store)
  const by = (actor: number, more: Partial<Meta> = {}): Meta => ({
    ...personAt(),
    actor: userId(actor),
    ...more,
  })
  const typesOf = async (stream: StreamName) => (await store.read(stream)).map(({ type }) => type)
  const back = async (kind: ItemKind, ...ids: readonly number[]) => {
    const id = await made.putBack({
      chosen: { ...NOTHING, actor: userId(ANA) },
      why: '',
      items: [{ kind, ids }],
    })
    await made.work(id)
    return { id, kept: await made.kept(`${id}.1`), undo: (await made.undos.load(id)).undos[0] }
  }
  return { store, made, by, typesOf, back, ...calendarOn(made.writing) }
}

const idOf = (made: { readonly ok: boolean; readonly id?: number }) => made.id ?? 0

describe('00 §6.8 several at once', () => {
  it('member: what others made of it between two of the entries stands again', async () => {
    const { event, by, made, back } = world()
    const id = idOf(await event.create({ values: fair() }, by(BOB)))
    await event.change(id, { title: 'A1' }, by(ANA))
    await event.change(id, { title: 'B1' }, by(BOB))
    await event.change(id, { title: 'A2' }, by(ANA))
    await event.change(id, { title: 'A3' }, by(ANA))
    await back('event', id)
    expect((await made.values(id)).title).toBe('B1')
  })

  it('that it is published at its time is of whoever scheduled it', async () => {
    const { event, by, made, back } = world()
    const id = idOf(await event.create({ values: fair({ status: 'draft' }) }, by(BOB)))
    await event.change(id, { status: 'publish', publishedAt: utcTime('2026-11-27 13:00:00') }, by(ANA))
    expect((await made.values(id)).status).toBe('future')
    const due = {
      at: isoTime('2026-11-27T14:00:00.000Z'),
      actor: null,
      source: 'worker' as const,
      correlation: 'w',
    }
    await event.publishDue(id, by(BOB, due))
    expect((await made.values(id)).status).toBe('publish')
    const { kept } = await back('event', id)
    expect(kept).toEqual([])
    expect((await made.values(id)).status).toBe('draft')
  })

  it('a slug that others have by now is told as taken, and the next free one is given', async () => {
    const { event, by, made, back } = world()
    const id = idOf(await event.create({ values: fair({ slug: 'fair' }) }, by(BOB)))
    await event.change(id, { slug: 'market' }, by(ANA))
    await event.create({ values: fair({ slug: 'fair' }) }, by(BOB))
    const { kept, undo } = await back('event', id)
    expect((await made.values(id)).slug).toBe('fair-2')
    expect(kept).toMatchObject([{ id, reason: 'taken', members: [{ member: 'slug' }] }])
    expect(undo).toMatchObject({ status: 'done', counts: { changed: 1 } })
  })

  it('who has the past of an organizer forgotten has not made it', async () => {
    const { store, made, organizer, by, typesOf, back } = world()
    const values = organizerValues({ name: 'Choir', slug: 'choir', email: 'okapi@forest.example' })
    const id = idOf(await organizer.create({ values }, by(BOB)))
    await organizer.change(id, { email: 'zebra@forest.example' }, by(ANA))
    const deps = { writing: made.writing, datesOf }
    expect(await forgetMembers(deps, id, ['email'], by(ANA))).toBe('done')
    const { undo } = await back('organizer', id)
    expect(undo).toMatchObject({ status: 'done', counts: { kept: 1, trashed: 0 } })
    expect(await typesOf(streamName(`organizer-${id}`))).toEqual(['OrganizerCreated'])
    expect(JSON.stringify(await store.read(streamName(`organizer-${id}`)))).not.toContain('forest')
  })

  it('what was merged is itself again, together or alone, so that what named it is moved back', async () => {
    const { store, made, venue, by, typesOf, back } = world()
    const hall = idOf(await venue.create({ values: venueValues({ name: 'Hall', slug: 'hall' }) }, by(BOB)))
    const gym = idOf(await venue.create({ values: venueValues({ name: 'Gym', slug: 'gym' }) }, by(BOB)))
    await venue.merge(hall, gym, by(ANA))
    const { undo } = await back('venue', hall)
    expect(undo).toMatchObject({ status: 'done', counts: { restored: 1 } })
    expect((await typesOf(streamName(`venue-${hall}`))).slice(-1)).toEqual(['VenueUnmerged'])

    await venue.merge(hall, gym, by(ANA))
    const position = (await store.read(streamName(`venue-${hall}`)))[0]?.position ?? logPosition(0)
    const wanted = { moment: { position }, only: 'since', members: null } as const
    const deps = { writing: made.writing, there: async () => true }
    const done = await putBack(deps, { kind: 'venue', id: hall }, wanted, null, by(BOB))
    expect(done).toMatchObject({ ok: true, stays: {} })
    expect(await typesOf(streamName(`venue-${hall}`))).toContain('VenueUnmerged')
    expect((await typesOf(streamName(`venue-${hall}`))).filter(type => type === 'VenueRestored')).toEqual([])
  })
})
