import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { kinds, type Shown, refusedOn, directoryWrites } from '../../support/directory-writes.ts'
import { plusMs } from '../../../shared/kernel/time/calculate.ts'

let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(async () => {
  expect(world.reported).toEqual([])
  await world.close()
})
const { create, patch, read } = directoryWrites(() => world)

describe.each(kinds)('02 §5, §8 update of $plural', kind => {
  const { plural, noun } = kind

  it('02-36, 02-44: absent and null members keep their values, by every method', async () => {
    const { id, ...before } = await create(kind, { phone: '1', description: 'd', image: world.imageId })
    for (const method of ['PUT', 'POST', 'PATCH'])
      for (const body of [{}, { [noun]: null, phone: null, image: null, status: null }])
        expect(await patch(kind, id, body, 'editor', method)).toMatchObject({ status: 200, body: before })
    const answers = []
    for (const method of ['PUT', 'POST', 'PATCH'])
      answers.push(await patch(kind, id, { phone: '2' }, 'editor', method))
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 3 }, () => [200, { id, ...before, phone: '2' }]),
    )
    await refusedOn(patch(kind, id, { [noun]: '' }), noun)
    expect(answers[0]?.body).not.toHaveProperty('json_ld')
  })

  it('00 §8: nothing to change records nothing; a change moves modified', async () => {
    const { id } = await create(kind, { phone: '1' })
    world.clock.ms = plusMs(world.clock.ms, 60_000)
    expect((await patch(kind, id, { phone: '1' })).body).toMatchObject({
      modified_utc: '2027-01-10 17:00:00',
    })
    expect((await patch(kind, id, { phone: '2' })).body).toMatchObject({
      modified_utc: '2027-01-10 17:01:00',
    })
  })

  it('the full object written back changes nothing', async () => {
    const inside = {
      description: 'one\n\ntwo & <b>three</b> &lt;',
      phone: '1',
      website: 'https://a.example/?a=1&b=2',
    }
    const made = [
      await create(kind, {
        ...inside,
        [noun]: 'A & "B" <i>c</i>',
        image: world.imageId,
        state: 'NY',
        email: 'a@b.example',
      }),
      await create(kind, { status: 'draft' }),
      await create(kind, { status: 'private' }),
      await create(kind, { date: '2027-02-01 10:00:00' }),
      await create(kind, { [noun]: '山川 über' }),
      { id: await world[noun]('Shut', { password: 'sesame', description: 'inside', phone: '5' }) },
    ]
    for (const { id } of made) {
      const before = await read(kind, id)
      world.clock.ms = plusMs(world.clock.ms, 60_000)
      const revision = await world.revisionOf(id, noun)
      for (const method of ['PUT', 'POST', 'PATCH'])
        expect(await patch(kind, id, before, 'editor', method)).toMatchObject({ status: 200 })
      expect(await world.revisionOf(id, noun)).toBe(revision)
      expect(await read(kind, id)).toEqual(before)
      const single = (await patch(kind, id, {})).body as object
      expect(await patch(kind, id, single)).toMatchObject({ status: 200, body: single })
      expect(await world.revisionOf(id, noun)).toBe(revision)
    }
  })

  it('a new name keeps the slug', async () => {
    const { id } = await create(kind)
    expect((await patch(kind, id, { [noun]: 'Aula', slug: 'x' })).body).toMatchObject({
      [noun]: 'Aula',
      slug: 'main-hall',
    })
  })

  it('01-6: ids of bodies, slugs of by-slug routes', async () => {
    const [a, b] = [await create(kind), await create(kind, { [noun]: 'Other' })]
    expect((await patch(kind, a.id, { id: b.id, phone: '1' })).body).toMatchObject({ id: a.id, phone: '1' })
    expect(await world.ask(`PATCH ${plural}/${a.id}&id=${b.id}&phone=2`, { as: 'editor' })).toMatchObject({
      body: { id: a.id, phone: '2' },
    })
    expect(await read(kind, b.id)).not.toHaveProperty('phone')
    await refusedOn(patch(kind, a.id, { id: '5abc' }), 'id')
    for (const [method, sent, slug] of [
      ['PATCH', 'new slug', 'new-slug'],
      ['PUT', 'Other', 'other-2'],
      ['POST', '', 'other-2'],
    ] as const) {
      const { slug: now } = (await read(kind, a.id)) as Shown
      const renamed = await patch(kind, `by-slug/${now}`, { slug: sent, phone: '3' }, 'editor', method)
      expect(renamed).toMatchObject({ status: 200, body: { id: a.id, slug, phone: '3' } })
    }
    expect(await world.ask(`GET ${plural}/by-slug/main-hall`)).toMatchObject({ status: 404 })
    await refusedOn(patch(kind, 'by-slug/other-2', { slug: 7 }), 'slug')
    expect(await patch(kind, 'by-slug/other-2', { phone: '4' })).toMatchObject({ body: { slug: 'other-2' } })
  })

  it('02-30: a status that was not sent stays; a sent one is scaled', async () => {
    for (const sent of [{ status: 'draft' }, { status: 'private' }, { date: '2027-02-01 10:00:00' }]) {
      const item = await create(kind, sent)
      expect((await patch(kind, item.id, { phone: '1' })).body).toMatchObject({
        phone: '1',
        status: item.status,
      })
    }
    const draft = await create(kind, { [noun]: 'Draft' }, 'contributor')
    expect((await patch(kind, draft.id, { status: 'publish' }, 'contributor')).body).toMatchObject({
      status: 'pending',
    })
    world.clock.ms = plusMs(world.clock.ms, 60_000)
    expect((await patch(kind, draft.id, { status: 'publish' })).body).toMatchObject({
      status: 'publish',
      date_utc: '2027-01-10 17:01:00',
      slug: 'draft',
    })
    expect((await patch(kind, draft.id, { date: '2027-03-01 10:00:00' })).body).toMatchObject({
      status: 'future',
    })
    expect(
      (await patch(kind, draft.id, { date_utc: '2027-01-01 10:00:00', status: 'publish' })).body,
    ).toMatchObject({
      status: 'publish',
      date: '2027-01-01 05:00:00',
    })
  })

  it('01 §9: the item decides', async () => {
    const theirs = await create(kind)
    const own = await create(kind, { [noun]: 'Own' }, 'author')
    for (const path of [theirs.id, 'by-slug/main-hall'])
      expect(await patch(kind, path, { phone: '1' }, 'author')).toMatchObject({
        status: 403,
        body: { code: 'rest_forbidden' },
      })
    expect(await patch(kind, own.id, { phone: '1' }, 'author')).toMatchObject({ status: 200 })
    expect(await patch(kind, own.id, { author: 2 }, 'author')).toMatchObject({ status: 403 })
    const draft = await create(kind, { status: 'draft' })
    expect(await patch(kind, draft.id, { phone: '1' }, 'author')).toMatchObject({
      status: 403,
      body: { code: `${noun}-not-accessible` },
    })
    const contributed = await create(kind, {}, 'contributor')
    expect(await patch(kind, contributed.id, { phone: '1' }, 'contributor')).toMatchObject({ status: 200 })
    await patch(kind, contributed.id, { status: 'publish' })
    expect(await patch(kind, contributed.id, { phone: '2' }, 'contributor')).toMatchObject({ status: 403 })
    expect(await patch(kind, theirs.id, { phone: '' }, 'subscriber')).toMatchObject({ status: 403 })
    expect(await world.ask(`PATCH ${plural}/99999`, { body: { phone: '1' } })).toMatchObject({ status: 401 })
    expect(await patch(kind, 99999, { phone: '1' })).toMatchObject({
      status: 404,
      body: { code: `rest-${noun}-not-found` },
    })
    expect(await patch(kind, 99999, { phone: 1 })).toMatchObject({ status: 400 })
  })
})

describe.each(kinds)('02 §8 delete of $plural', kind => {
  const { plural, noun } = kind
  const remove = (path: number | string, as?: string) =>
    world.ask(`DELETE ${plural}/${path}`, as === undefined ? {} : { as })

  it('02-39: unknown ids', async () => {
    expect(await remove(99999)).toMatchObject({ status: 401, body: { code: 'rest_forbidden' } })
    expect(await remove(99999, 'subscriber')).toMatchObject({ status: 403 })
    for (const path of [99999, 'by-slug/nope'])
      expect(await remove(path, 'editor')).toMatchObject({
        status: 404,
        body: { code: `rest-${noun}-not-found` },
      })
  })

  it('02-28, 02-42: to the trash, again 410, and back by a status', async () => {
    const { id } = await create(kind)
    expect(await remove(id, 'author')).toMatchObject({ status: 403 })
    const trashed = await remove('by-slug/main-hall', 'editor')
    expect(trashed).toMatchObject({
      status: 200,
      body: {
        id,
        status: 'trash',
        slug: 'main-hall__trashed',
        url: `https://school.example/?post_type=cal_${noun}&p=${id}`,
      },
    })
    expect(trashed.body).not.toHaveProperty('json_ld')
    expect(await remove(id, 'editor')).toMatchObject({ status: 410, body: { code: `${noun}-is-in-trash` } })
    expect(await remove(id, 'author')).toMatchObject({ status: 404 })
    expect(await patch(kind, id, { phone: '1' })).toMatchObject({
      status: 410,
      body: { code: `${noun}-is-in-trash` },
    })
    const other = await create(kind)
    expect(other.slug).toBe('main-hall')
    expect(await patch(kind, id, { status: 'draft', phone: '1' })).toMatchObject({
      status: 200,
      body: { status: 'draft', slug: 'main-hall-2', phone: '1' },
    })
  })

  it('events keep the link and show it again when the item is restored', async () => {
    const { id } = await create(kind)
    const days = { title: 'Fair', start_date: '2027-03-10 09:00', end_date: '2027-03-10 10:00' }
    const event = (await world.ask('POST events', { as: 'editor', body: { ...days, [noun]: id } }))
      .body as Shown
    const linked = async () =>
      JSON.stringify(((await world.ask(`GET events/${event.id}`)).body as Record<string, unknown>)[noun])
    expect(await linked()).toContain(`"id":${id},`)
    await remove(id, 'editor')
    expect(await linked()).toBe('[]')
    await patch(kind, id, { status: 'publish' })
    expect(await linked()).toContain(`"id":${id},`)
  })

  it('00-3: by override; a guest has no right', async () => {
    const { id } = await create(kind)
    expect(
      await world.ask(`POST ${plural}/${id}`, { headers: { 'x-http-method-override': 'DELETE' } }),
    ).toMatchObject({ status: 401 })
    expect(await world.ask(`POST ${plural}/${id}&_method=DELETE`, { as: 'editor' })).toMatchObject({
      body: { status: 'trash' },
    })
  })
})
