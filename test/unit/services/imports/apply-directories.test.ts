import { organizerId, userId } from '../../../../shared/kernel/brands.ts'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { calendarOn } from '../../../../services/calendar/calendar.ts'
import { load } from '../../../../services/handle.ts'
import { organizer } from '../../../../services/calendar/organizer.ts'
import { newVenueValues } from '../../../../services/calendar/values.ts'
import { userCodec, userStream, type Role } from '../../../../shared/facts/user.ts'
import { organizerStream } from '../../../../shared/facts/organizer.ts'
import { personAt } from '../../../support/calendar.ts'
import { fairItem } from '../../../support/import-world.ts'
import { world, type World, venueValues } from '../../../support/applied-items.ts'

/** User 2, for whom imports act. */
const userOf = async ({ store }: World, role: Role) => {
  const named = { login: 'two', email: 'two@school.example', passwordHash: null }
  const fact = userCodec.encode({ type: 'UserCreated', userId: userId(2), role, ...named })
  await store.append(userStream(userId(2)), [{ id: randomUUID(), ...fact, meta: personAt() }], 'absent')
}

describe('05 §5 venues and organizers', () => {
  it('reuses by name and equal members; another city is another venue', async () => {
    const w = world()
    const outcomes = await w.whole('run1', [
      fairItem({ uid: '1', title: '1', venue: { venue: 'Gym', city: 'Troy' } }),
      fairItem({ uid: '2', title: '2', venue: { venue: ' gym ', city: 'Troy' } }),
      fairItem({ uid: '3', title: '3', venue: { venue: 'Gym', city: 'Albany' } }),
    ])
    const venues = await Promise.all(outcomes.map(async o => (await w.values(o.id)).venues[0]))
    expect(venues[1]).toBe(venues[0])
    expect(venues[2]).not.toBe(venues[0])
  })

  it('by global id, whatever its name', async () => {
    const w = world()
    const [a] = await w.whole('run1', [fairItem({ venue: { venue: 'Gym', global_id: 'v1' } })])
    const [b] = await w.whole('run2', [
      fairItem({ uid: 'b', title: 'B', venue: { venue: 'Gymnasium', global_id: 'v1' } }),
    ])
    expect((await w.values(b?.id)).venues).toEqual((await w.values(a?.id)).venues)
  })

  it('two names at once under one global id are one venue', async () => {
    const w = world()
    const outcomes = await w.whole('run1', [
      fairItem({ uid: '1', title: '1', venue: { venue: 'Gym', global_id: 'o?id=3' } }),
      fairItem({ uid: '2', title: '2', venue: { venue: 'Sports hall', global_id: 'o?id=3' } }),
    ])
    const [a, b] = await Promise.all(outcomes.map(async o => (await w.values(o.id)).venues))
    expect(a).toHaveLength(1)
    expect(b).toEqual(a)
  })

  it('by an id of this site', async () => {
    const w = world()
    const [a] = await w.whole('run1', [fairItem({ venue: { venue: 'Gym' }, organizer: 'PTA' })])
    const { venues, organizers } = await w.values(a?.id)
    const ours = (id: number | undefined) => `school.example?id=${id}`
    const [b] = await w.whole(
      'run2',
      [
        fairItem({
          title: 'B',
          venue: { venue: 'Turnhalle', global_id: ours(venues[0]) },
          organizer: { organizer: 'Eltern', global_id_lineage: ['o?id=5', ours(organizers[0])] },
        }),
      ],
      { source: 'another' },
    )
    expect(await w.values(b?.id)).toMatchObject({ venues, organizers })
    expect((await venueValues(w, venues[0]))?.name).toBe('Gym')
  })

  it.each([
    ['administrator', 'draft', true],
    ['editor', 'pending', true],
    ['author', 'publish', true],
    ['author', 'draft', false],
    ['contributor', 'private', false],
    ['subscriber', 'draft', false],
    [null, 'publish', true],
    [null, 'draft', false],
  ] as const)(
    "01 §9.1 by an id of this site for %s: somebody else's with status %s is found: %s",
    async (role, status, isFound) => {
      const w = world()
      if (role !== null) await userOf(w, role)
      const made = await calendarOn(w.writing).venue.create(
        { values: newVenueValues({ name: 'Secret hall', status, author: userId(9) }) },
        personAt(),
      )
      const own = made.ok ? made.id : 0
      const named = { venue: 'Turnhalle', global_id: `school.example?id=${own}` }
      const [outcome] = await w.whole('run1', [fairItem({ venue: named })])
      const [id = 0, ...others] = (await w.values(outcome?.id)).venues
      expect(others).toEqual([])
      expect(id === own).toBe(isFound)
      expect((await venueValues(w, id))?.name).toBe(isFound ? 'Secret hall' : 'Turnhalle')
    },
  )

  it('01 §9.1 by an id of this site: own drafts are found, what is in the trash is not', async () => {
    const w = world()
    await userOf(w, 'author')
    const made = await calendarOn(w.writing).venue.create(
      { values: newVenueValues({ name: 'Gym', status: 'draft', author: userId(2) }) },
      personAt(),
    )
    const own = made.ok ? made.id : 0
    const item = (uid: string) =>
      fairItem({ uid, title: uid, venue: { venue: 'Gym', global_id: `school.example?id=${own}` } })
    const [first] = await w.whole('run1', [item('a')])
    expect((await w.values(first?.id)).venues).toEqual([own])
    await calendarOn(w.writing).venue.trash(own, 'deleted', personAt())
    const [second] = await w.whole('run2', [item('b')])
    const [id = 0] = (await w.values(second?.id)).venues
    expect(id).not.toBe(own)
    expect(await venueValues(w, id)).toMatchObject({ name: 'Gym', status: 'publish' })
  })

  it('what the same source brought under a global id follows it, less what users changed', async () => {
    const w = world()
    const at = (venue: object) => [fairItem({ venue: { global_id: 'o?id=3', ...venue } })]
    const [a] = await w.whole('run1', at({ venue: 'Gym', city: 'Troy', phone: '1' }))
    const [id = 0] = (await w.values(a?.id)).venues
    await calendarOn(w.writing).venue.change(id, { phone: '2' }, personAt())
    const [b] = await w.whole('run2', at({ venue: 'Sports hall', city: 'Albany', phone: '1' }))
    expect(b?.outcome).toBe('unchanged')
    expect(b?.touched).toContainEqual(['cal_venue', 'updated', id])
    expect(await venueValues(w, id)).toMatchObject({ name: 'Sports hall', city: 'Albany', phone: '2' })
    const [c] = await w.whole('run3', at({ venue: 'Sports hall', city: 'Albany', phone: '1' }))
    expect(c?.touched).toContainEqual(['cal_venue', 'skipped', id])
    const [foreign] = await w.whole('run4', at({ venue: 'Other', city: 'Rome' }), { source: 'another' })
    expect((await w.values(foreign?.id)).venues).toEqual([id])
    expect(await venueValues(w, id)).toMatchObject({ name: 'Sports hall', city: 'Albany' })
  })

  it('completes only what the same source created', async () => {
    const w = world()
    const [a] = await w.whole('run1', [fairItem({ venue: { venue: 'Gym' } })])
    const [id] = (await w.values(a?.id)).venues
    await w.whole('run2', [fairItem({ uid: 'b', title: 'B', venue: { venue: 'Gym', phone: '555' } })], {
      source: 'other',
    })
    expect(await venueValues(w, id)).toMatchObject({ phone: '' })
    const [c] = await w.whole('run3', [
      fairItem({ uid: 'c', title: 'C', venue: { venue: 'Gym', phone: '555' } }),
    ])
    expect(await venueValues(w, id)).toMatchObject({ phone: '555' })
    expect(c?.touched).toContainEqual(['cal_venue', 'updated', id])
    await calendarOn(w.writing).venue.change(Number(id), { phone: '777' }, personAt())
    await w.whole('run4', [fairItem({ uid: 'd', title: 'D', venue: { venue: 'Gym', phone: '555' } })])
    expect(await venueValues(w, id)).toMatchObject({ phone: '777' })
  })

  it('05-38 a draft import links drafts, and 05-21 finds them again', async () => {
    const w = world()
    const item = fairItem({ venue: { venue: 'Gym' }, organizer: { organizer: 'PTA' } })
    const [a, b] = await w.whole(
      'run1',
      [item, fairItem({ uid: 'b', title: 'B', venue: { venue: 'Gym' } })],
      { postStatus: 'draft' },
    )
    const values = await w.values(a?.id)
    expect(values.status).toBe('draft')
    expect(await venueValues(w, values.venues[0])).toMatchObject({ status: 'draft', name: 'Gym' })
    expect(
      (await load(w.store, organizer, organizerStream(values.organizers[0] ?? organizerId(0)))).state?.values,
    ).toMatchObject({ status: 'draft', name: 'PTA' })
    expect((await w.values(b?.id)).venues).toEqual(values.venues)
    const [again] = await w.whole('run2', [item], { postStatus: 'draft' })
    expect(again).toMatchObject({ outcome: 'unchanged', id: a?.id })
  })
})
