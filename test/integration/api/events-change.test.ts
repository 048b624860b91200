import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { eventWrites } from '../../support/event-writes.ts'
import { plusMs } from '../../../shared/kernel/time/calculate.ts'

let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(async () => {
  expect(world.reported).toEqual([])
  await world.close()
})
const { create, patch, refusedOn } = eventWrites(() => world)

describe('02 §5 update', () => {
  it('02-25: absent members keep their values', async () => {
    const { id } = await create({
      featured: true,
      sticky: true,
      show_map: true,
      all_day: true,
      cost: '$10',
      website: 'https://a.example/?a=1&b=2',
    })
    for (const method of ['PATCH', 'PUT', 'POST'])
      expect((await patch(id, { title: 'T' }, 'editor', method)).body).toMatchObject({
        title: 'T',
        featured: true,
        sticky: true,
        show_map: true,
        all_day: true,
        cost: '$10',
        website: 'https://a.example/?a=1&amp;b=2',
      })
    expect((await patch(id, { featured: false, website: '', cost: '' })).body).toMatchObject({
      featured: false,
      website: '',
      cost: '',
    })
  })
  it('the full object written back changes nothing', async () => {
    const hall = await world.venue('Hall')
    await create({
      title: 'A & "B"',
      description: 'one\n\ntwo & <b>three</b>',
      cost: '5-10',
      venue: hall,
      organizer: { organizer: 'PTA' },
      categories: ['Sports'],
      tags: 'x,y',
      image: world.imageId,
      timezone: 'Europe/Paris',
    })
    await create({ status: 'draft' })
    for (const id of await world.eventIds()) {
      const before = (await world.ask(`GET events/${id}`, { as: 'editor' })).body as object
      world.clock.ms = plusMs(world.clock.ms, 60_000)
      const revision = await world.revisionOf(id)
      for (const method of ['PUT', 'POST', 'PATCH'])
        expect(await patch(id, before, 'editor', method)).toMatchObject({ status: 200 })
      expect(await world.revisionOf(id)).toBe(revision)
      expect((await world.ask(`GET events/${id}`, { as: 'editor' })).body).toEqual(before)
    }
  })
  it('02-30: a status that was not sent stays', async () => {
    for (const sent of [{ status: 'draft' }, { status: 'private' }, { date: '2027-02-01 10:00:00' }]) {
      const event = await create(sent)
      expect((await patch(event.id, { title: 'C' })).body).toMatchObject({ title: 'C', status: event.status })
    }
  })
  it('dates: what is not sent stays', async () => {
    const { id } = await create()
    await refusedOn(patch(id, { start_date: '2027-05-08 15:00' }), 'end_date')
    expect((await patch(id, { end_date: '2027-05-08 16:00' })).body).toMatchObject({
      start_date: '2027-05-08 10:00:00',
      end_date: '2027-05-08 16:00:00',
    })
    expect((await patch(id, { timezone: 'Europe/Paris' })).body).toMatchObject({
      start_date: '2027-05-08 10:00:00',
      utc_start_date: '2027-05-08 08:00:00',
      timezone_abbr: 'CEST',
    })
    expect((await patch(id, { all_day: true })).body).toMatchObject({ end_date: '2027-05-08 23:59:59' })
  })
  it('01-6: ids of bodies, slugs of by-slug routes', async () => {
    const [a, b] = [await create({ title: 'Open House' }), await create()]
    expect((await patch(a.id, { id: b.id, title: 'X' })).body).toMatchObject({ id: a.id, title: 'X' })
    expect((await world.ask(`GET events/${b.id}`)).body).toMatchObject({ title: 'Fair' })
    await refusedOn(patch(a.id, { id: '5abc' }), 'id')
    const renamed = await world.ask('PATCH events/by-slug/open-house', {
      as: 'editor',
      body: { slug: 'new-slug' },
    })
    expect(renamed.body).toMatchObject({ id: a.id, slug: 'new-slug' })
    expect(await world.ask('GET events/by-slug/open-house')).toMatchObject({ status: 404 })
  })
  it('01 §9: the item decides', async () => {
    const theirs = await create()
    const own = await create({}, 'author')
    expect(await patch(theirs.id, { title: 'T' }, 'author')).toMatchObject({
      status: 403,
      body: { code: 'rest_forbidden' },
    })
    expect(await patch(own.id, { title: 'T' }, 'author')).toMatchObject({ status: 200 })
    const draft = await create({}, 'contributor')
    expect(await patch(draft.id, { title: 'T', status: 'publish' }, 'contributor')).toMatchObject({
      status: 200,
      body: { status: 'pending' },
    })
    await patch(draft.id, { status: 'publish' })
    expect(await patch(draft.id, { title: 'U' }, 'contributor')).toMatchObject({ status: 403 })
    expect(
      await world.ask('PATCH events/by-slug/fair', { as: 'author', body: { title: 'T' } }),
    ).toMatchObject({ status: 403 })
  })
})

describe('02 §5 delete', () => {
  const remove = (id: number, as?: string) => world.ask(`DELETE events/${id}`, as === undefined ? {} : { as })

  it('02-39: unknown ids', async () => {
    expect(await remove(99999)).toMatchObject({ status: 401 })
    expect(await remove(99999, 'subscriber')).toMatchObject({ status: 403 })
    expect(await remove(99999, 'editor')).toMatchObject({
      status: 404,
      body: { code: 'rest-event-not-found' },
    })
  })
  it('02-28, 02-42: to the trash and back', async () => {
    const { id } = await create()
    expect(await remove(id, 'editor')).toMatchObject({
      status: 200,
      body: {
        status: 'trash',
        slug: 'fair__trashed',
        url: `https://school.example/?post_type=cal_events&p=${id}`,
      },
    })
    expect(await remove(id, 'editor')).toMatchObject({ status: 410, body: { code: 'event-is-in-trash' } })
    expect(await remove(id, 'author')).toMatchObject({ status: 404 })
    expect(await patch(id, { title: 'T' })).toMatchObject({ status: 410 })
    expect(await patch(id, { status: 'draft' })).toMatchObject({
      status: 200,
      body: { status: 'draft', slug: 'fair' },
    })
    await remove(id, 'editor')
    expect((await create()).slug).toBe('fair')
  })
  it('00-3: by override', async () => {
    const { id } = await create()
    expect(await world.ask(`GET events/${id}&_method=DELETE`, { as: 'editor' })).toMatchObject({
      status: 200,
    })
    expect(await world.ask(`POST events/${id}&_method=DELETE`, { as: 'editor' })).toMatchObject({
      body: { status: 'trash' },
    })
  })
})
