import { beforeAll, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import {
  byRole,
  calBody,
  calxBody,
  DAY,
  ids,
  itemOf,
  NOUNS,
  outcomeOf,
  SIX,
  statusesIn,
  type Request,
} from '../../support/rights.ts'

/** Expectations stand in the order of the columns: administrator, editor, author, contributor, subscriber, guest. */
let world: ApiWorld
beforeAll(async () => {
  world = await apiWorld()
  return () => world.close()
})

const { statusOf, partStatusOf } = statusesIn(() => world)

describe('01 §9 create event, venue, organizer', () => {
  it.each(NOUNS)('%s, in both generations, alone and as part of a batch', async noun => {
    for (const ask of [statusOf, partStatusOf]) {
      const cal = (role: string, name: string) =>
        ask(role, { method: 'POST', path: `/cal/events/v1/${noun}s`, body: calBody(noun, name) })
      const calx = (role: string, name: string) =>
        ask(role, { method: 'POST', path: `/calx/v1/${noun}s`, body: calxBody(noun, name) })
      expect(await byRole(cal)).toEqual([201, 201, 201, 201, 403, 401])
      expect(await byRole(calx)).toEqual([201, 201, 201, 201, 403, 401])
    }
  })

  it('a venue that an event brings along needs the same right, and scales in the same way', async () => {
    const got = await byRole(async (role, name) => {
      const { status, body } = await outcomeOf(world, role, {
        method: 'POST',
        path: '/cal/events/v1/events',
        body: { title: name, ...DAY, venue: { venue: name, status: 'publish' } },
      })
      return [status, (body['venue'] as { status?: string } | undefined)?.status]
    })
    expect(got).toEqual([
      ...[201, 201, 201].map(status => [status, 'publish']),
      [201, 'pending'],
      [403, undefined],
      [401, undefined],
    ])
  })
})

describe('01 §9 publish: status scaling', () => {
  const later = { date: '2027-06-01 08:00:00' }
  const calxLater = { date: '2027-06-01T08:00:00' }
  /** What is sent; what those who may publish get; what a contributor gets. */
  const scaling = [
    [{}, 'publish', 'draft'],
    [{ status: 'publish' }, 'publish', 'pending'],
    [{ status: 'future' }, 'publish', 'pending'],
    [{ status: 'publish', later: true }, 'future', 'pending'],
    [{ status: 'future', later: true }, 'future', 'pending'],
    [{ later: true }, 'future', 'draft'],
    [{ status: 'draft' }, 'draft', 'draft'],
    [{ status: 'pending' }, 'pending', 'pending'],
    [{ status: 'private' }, 'private', 'private'],
  ] as const
  const sentAs = (sent: object, dates: object) => {
    const { later: isLater, ...rest } = sent as { later?: boolean }
    return { ...rest, ...(isLater === true ? dates : {}) }
  }
  const becomes = async (role: string, request: Request) => {
    const { status, body } = await outcomeOf(world, role, request)
    return body['status'] ?? status
  }

  it.each(NOUNS.flatMap(noun => scaling.map(row => [noun, ...row] as const)))(
    'create %s %j: %s, of a contributor %s',
    async (noun, sent, published, contributed) => {
      const wanted = [published, published, published, contributed, 403, 401]
      const cal = byRole((role, name) =>
        becomes(role, {
          ...{ method: 'POST', path: `/cal/events/v1/${noun}s` },
          body: { ...calBody(noun, name), ...sentAs(sent, later) },
        }),
      )
      expect(await cal).toEqual(wanted)
      const calx = byRole((role, name) =>
        becomes(role, {
          ...{ method: 'POST', path: `/calx/v1/${noun}s` },
          body: { ...calxBody(noun, name), ...sentAs(sent, calxLater) },
        }),
      )
      expect(await calx).toEqual(wanted)
    },
  )

  it.each(NOUNS.flatMap(noun => scaling.map(row => [noun, ...row] as const)))(
    'update own draft %s %j: %s, of a contributor %s; nothing sent changes nothing',
    async (noun, sent, published, contributed) => {
      const nothing = !('status' in sent)
      for (const [role, wanted] of [
        ['author', nothing ? 'draft' : published],
        ['contributor', nothing ? 'draft' : contributed],
      ] as const) {
        const one = await itemOf(world, noun, role, 'draft')
        const cal = { method: 'PATCH', path: `/cal/events/v1/${noun}s/${one.id}`, body: sentAs(sent, later) }
        expect(await becomes(role, cal)).toBe(wanted)
        const other = await itemOf(world, noun, role, 'draft')
        const calx = { method: 'PUT', path: `/calx/v1/${noun}s/${other.id}`, body: sentAs(sent, calxLater) }
        expect(await becomes(role, calx)).toBe(wanted)
      }
    },
  )

  it.each(['trash', 'inherit', 'auto-draft', 'published', 'Publish', ''])(
    'status %j is none: 400 for everybody, guests included',
    async status => {
      for (const noun of NOUNS) {
        const { id } = await itemOf(world, noun, 'author', 'draft')
        for (const [path, body] of [
          [`/cal/events/v1/${noun}s`, calBody(noun, 'None')],
          [`/calx/v1/${noun}s`, calxBody(noun, 'None')],
        ] as const) {
          const created = await byRole(role =>
            outcomeOf(world, role, { method: 'POST', path, body: { ...body, status } }),
          )
          const changed = await byRole(role =>
            outcomeOf(world, role, { method: 'PATCH', path: `${path}/${id}`, body: { status } }),
          )
          for (const { status: answered, body: said } of [...created, ...changed])
            expect([answered, Object.keys((said['data'] as { params: object }).params)]).toEqual([
              ...[400, ['status']],
            ])
        }
      }
    },
  )
})

describe('01 §9 set author to someone else (chosen)', () => {
  it.each(NOUNS)('%s: on create, in both generations', async noun => {
    for (const [path, bodyOf] of [
      [`/cal/events/v1/${noun}s`, calBody],
      [`/calx/v1/${noun}s`, calxBody],
    ] as const) {
      const naming = (author: number) =>
        byRole(async (role, name) => {
          const body = { ...bodyOf(noun, name), author }
          const answer = await outcomeOf(world, role, { method: 'POST', path, body })
          return answer.status === 201 ? Number(answer.body['author']) : answer.status
        })
      expect(await naming(ids.other)).toEqual([6, 6, 403, 403, 403, 401])
      expect(await naming(999)).toEqual(SIX(400))
      const oneself = await byRole(async (role, name) => {
        const author = role === 'guest' ? 1 : ids[role]
        return statusOf(role, { method: 'POST', path, body: { ...bodyOf(noun, name), author } })
      })
      expect(oneself).toEqual([201, 201, 201, 201, 403, 401])
    }
  })

  it.each(NOUNS)('%s: on update of own items; nothing else of a refused request is done', async noun => {
    for (const [role, wanted] of [
      ['administrator', 200],
      ['editor', 200],
      ['author', 403],
      ['contributor', 403],
    ] as const)
      for (const generation of ['cal/events', 'calx']) {
        const { id } = await itemOf(world, noun, role, 'draft')
        const path = `/${generation}/v1/${noun}s/${id}`
        const body = { author: ids.other, description: 'given away', content: 'given away' }
        expect(await statusOf(role, { method: 'PATCH', path, body }), `${role} ${path}`).toBe(wanted)
        const { body: after } = await outcomeOf(world, 'editor', { method: 'GET', path })
        expect(Number(after['author'])).toBe(wanted === 200 ? 6 : ids[role])
        expect(JSON.stringify(after).includes('given away')).toBe(wanted === 200)
        const kept = { method: 'PATCH', path, body: { author: wanted === 200 ? ids.other : ids[role] } }
        expect(await statusOf(role, kept)).toBe(200)
      }
  })
})

describe('01 §9 categories: create, update, delete; tags: create, update, delete', () => {
  it.each([
    ['categories', 'cal_events_cat', [201, 201, 201, 403, 403, 401], [200, 200, 200, 403, 403, 401]],
    ['tags', 'post_tag', [201, 201, 403, 403, 403, 401], [200, 200, 403, 403, 403, 401]],
  ] as const)('%s, alone and as part of a batch', async (plural, taxonomy, created, changed) => {
    const path = `/cal/events/v1/${plural}`
    for (const ask of [statusOf, partStatusOf]) {
      const create = byRole((role, name) => ask(role, { method: 'POST', path, body: { name } }))
      expect(await create).toEqual(created)
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const change = byRole(async (role, name) => {
          const id = await world.term(taxonomy, name)
          return ask(role, { method, path: `${path}/${id}`, body: { description: name } })
        })
        expect(await change, method).toEqual(changed)
      }
    }
  })

  it('02 §5 a term that an event names and that is not there is made by those who may make it', async () => {
    const assigning = (member: 'categories' | 'tags') =>
      byRole(async (role, name) => {
        const body = { title: name, ...DAY, [member]: [name] }
        return statusOf(role, { method: 'POST', path: '/cal/events/v1/events', body })
      })
    // a name that means nothing to the caller is a wrong argument, which comes before rights
    expect(await assigning('categories')).toEqual([201, 201, 201, 400, 400, 400])
    expect(await assigning('tags')).toEqual([201, 201, 400, 400, 400, 400])
  })
})

describe('01 §9 image by URL', () => {
  it.each(NOUNS)('%s: author and above; nothing is fetched for others', async noun => {
    const before = world.fetched.length
    const path = `/cal/events/v1/${noun}s`
    const image = world.imageAddress
    const got = await byRole(async (role, name) => {
      const create = { method: 'POST', path, body: { ...calBody(noun, name), image } }
      return [await statusOf(role, create), await partStatusOf(role, create)]
    })
    expect(got).toEqual([201, 201, 201, 400, 403, 401].map(status => [status, status]))
    expect(world.fetched.length - before).toBe(6)

    const { id } = await itemOf(world, noun, 'contributor', 'draft')
    const update = { method: 'PATCH', path: `${path}/${id}`, body: { image, description: 'with image' } }
    const refused = await outcomeOf(world, 'contributor', update)
    expect([refused.status, Object.keys((refused.body['data'] as { params: object }).params)]).toEqual([
      ...[400, ['image']],
    ])
    expect(world.fetched.length - before).toBe(6)
    const stored = await outcomeOf(world, 'contributor', { method: 'GET', path: `${path}/${id}` })
    expect(JSON.stringify(stored.body)).not.toContain('with image')
    const byId = { method: 'PATCH', path: `${path}/${id}`, body: { image: world.imageId } }
    expect(await statusOf('contributor', byId)).toBe(200)
  })
})
