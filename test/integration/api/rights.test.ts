import { beforeAll, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import {
  byRole,
  calBody,
  calxBody,
  DAY,
  deletionsOf,
  ids,
  itemOf,
  NOUNS,
  outcomeOf,
  partOutcomeOf,
  readsOf,
  ROLES,
  updatesOf,
  type Request,
} from '../../support/rights.ts'

/** Expectations stand in the order of the columns: administrator, editor, author, contributor, subscriber, guest. */
let world: ApiWorld
beforeAll(async () => {
  world = await apiWorld()
  return () => world.close()
})

const statusOf = async (role: string, request: Request) => (await outcomeOf(world, role, request)).status
const partStatusOf = async (role: string, request: Request) =>
  (await partOutcomeOf(world, role, request)).status

const UNPUBLISHED = ['draft', 'pending', 'future', 'private'] as const
const STATUSES = ['publish', ...UNPUBLISHED] as const
const SIX = (value: number) => ROLES.map(() => value)

describe('01 §9 read published', () => {
  it.each(NOUNS)('%s: everybody, by id and by slug, in both generations', async noun => {
    const { cal, calx } = readsOf(noun, await itemOf(world, noun, 'other', 'publish'))
    expect([cal.length, calx.length]).toEqual([2, 1])
    for (const request of [...cal, ...calx])
      expect(await byRole(role => statusOf(role, request)), request.path).toEqual(SIX(200))
  })
})

describe("01 §9 read others' draft, pending, future; read others' private", () => {
  const cases = NOUNS.flatMap(noun => UNPUBLISHED.map(status => [noun, status] as const))
  it.each(cases)('%s, %s: administrator and editor alone', async (noun, status) => {
    const item = await itemOf(world, noun, 'other', status)
    const { cal, calx } = readsOf(noun, item)
    for (const request of cal) {
      expect(await byRole(role => statusOf(role, request)), request.path).toEqual([
        ...[200, 200, 403, 403, 403, 403],
      ])
      const denied = await outcomeOf(world, 'guest', request)
      expect(denied.body['code']).toBe(`${noun}-not-accessible`)
    }
    for (const request of calx) {
      expect(await byRole(role => statusOf(role, request))).toEqual([200, 200, 403, 403, 403, 404])
      expect((await outcomeOf(world, 'author', request)).body['code']).toBe(`${noun}-not-accessible`)
      expect((await outcomeOf(world, 'guest', request)).body['code']).toBe(`rest-${noun}-not-found`)
    }
  })

  it.each(cases)('own %s, %s: whoever has it', async (noun, status) => {
    for (const role of ['author', 'contributor', 'subscriber'] as const) {
      const { cal, calx } = readsOf(noun, await itemOf(world, noun, role, status))
      for (const request of [...cal, ...calx])
        expect(await statusOf(role, request), `${role} ${request.path}`).toBe(200)
    }
  })

  it.each(NOUNS)('%s: lists hold readable items only, and count only those', async noun => {
    const own = (await itemOf(world, noun, 'contributor', 'draft')).id
    await itemOf(world, noun, 'other', 'draft')
    const all = await byRole(async role => {
      const cal = await outcomeOf(world, role, {
        method: 'GET',
        path: `/cal/events/v1/${noun}s&status=draft&per_page=50`,
      })
      const calx = await outcomeOf(world, role, {
        method: 'GET',
        path: `/calx/v1/${noun}s&status[]=draft&per_page=100`,
      })
      const rows = cal.body[`${noun}s`] as readonly { id: number; author: string }[] | undefined
      const xRows = calx.body as unknown as readonly { id: number; author: number }[]
      return { cal: cal.status, total: cal.body['total'], rows, xRows }
    })
    const [administrator, editor, author, contributor, subscriber, guest] = all
    expect([subscriber?.cal, guest?.cal]).toEqual([400, 400])
    expect([subscriber?.xRows.every(row => row.author === 5), guest?.xRows]).toEqual([true, []])
    expect(administrator).toEqual(editor)
    expect(editor?.rows?.some(row => row.author === '6')).toBe(true)
    expect(contributor?.rows?.map(row => row.id)).toContain(own)
    for (const [one, id] of [
      [author, 3],
      [contributor, 4],
    ] as const) {
      expect(one?.rows?.every(row => row.author === String(id))).toBe(true)
      expect(one?.total).toBe(one?.rows?.length)
      expect(one?.xRows.map(row => row.id).sort()).toEqual(one?.rows?.map(row => row.id).sort())
    }
  })

  it.each(['venue', 'organizer'] as const)('links to a %s that cannot be read are left out', async noun => {
    const { id } = await itemOf(world, noun, 'other', 'draft')
    const made = await world.ask('POST events', {
      as: 'editor',
      body: { title: 'Linked', ...DAY, [noun]: [id] },
    })
    const event = (made.body as { id: number }).id
    const linked = (value: unknown) => JSON.stringify(value).includes(`"id":${id}`)
    const cal = await byRole(async role =>
      linked((await outcomeOf(world, role, { method: 'GET', path: `/cal/events/v1/events/${event}` })).body),
    )
    const calx = await byRole(async role => {
      const { body } = await outcomeOf(world, role, { method: 'GET', path: `/calx/v1/events/${event}` })
      return JSON.stringify(body[`${noun}s`]).includes(String(id))
    })
    expect(cal).toEqual([true, true, false, false, false, false])
    expect(calx).toEqual([true, true, false, false, false, false])
  })
})

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

describe('01 §9 edit, delete own', () => {
  const roles = ['author', 'contributor', 'subscriber'] as const
  /** What each of the roles gets, by the status of the item. */
  const wanted = {
    draft: [200, 200, 403],
    pending: [200, 200, 403],
    publish: [200, 403, 403],
    future: [200, 403, 403],
    private: [200, 403, 403],
  } as const

  it.each(NOUNS.flatMap(noun => STATUSES.map(status => [noun, status] as const)))(
    '%s, %s: contributors only while draft or pending, by every way',
    async (noun, status) => {
      for (const [index, role] of roles.entries()) {
        const item = await itemOf(world, noun, role, status)
        for (const request of updatesOf(noun, item)) {
          const told = `${role} ${request.method} ${request.path}`
          expect(await statusOf(role, request), told).toBe(wanted[status][index])
          expect(await partStatusOf(role, request), `${told} in a batch`).toBe(wanted[status][index])
        }
        for (const nth of deletionsOf(noun, item).keys())
          for (const ask of [statusOf, partStatusOf]) {
            const doomed = await itemOf(world, noun, role, status)
            const request = deletionsOf(noun, doomed)[nth] ?? { method: 'GET', path: '/' }
            expect(await ask(role, request), `${role} ${request.path}`).toBe(wanted[status][index])
          }
      }
    },
  )

  it.each(NOUNS)('%s in the trash: the rights on what it was', async noun => {
    for (const [role, status, again] of [
      ['author', 'publish', 410],
      ['contributor', 'draft', 410],
      ['contributor', 'publish', 404],
      ['subscriber', 'publish', 403],
    ] as const) {
      const { id } = await itemOf(world, noun, role, status)
      await world.ask(`DELETE ${noun}s/${id}`, { as: 'editor' })
      for (const path of [`/cal/events/v1/${noun}s/${id}`, `/calx/v1/${noun}s/${id}`]) {
        expect(await statusOf(role, { method: 'DELETE', path }), `${role} ${path}`).toBe(again)
        const read = again === 403 ? 404 : again
        expect(await statusOf(role, { method: 'GET', path }), `${role} GET ${path}`).toBe(read)
      }
    }
  })
})

describe("01 §9 edit, delete others'", () => {
  it.each(NOUNS.flatMap(noun => STATUSES.map(status => [noun, status] as const)))(
    '%s, %s: administrator and editor alone, by every way',
    async (noun, status) => {
      const wanted = [200, 200, 403, 403, 403, 401]
      const item = await itemOf(world, noun, 'other', status)
      for (const request of updatesOf(noun, item)) {
        const told = `${request.method} ${request.path}`
        expect(await byRole(role => statusOf(role, request)), told).toEqual(wanted)
        expect(await byRole(role => partStatusOf(role, request)), `${told} in a batch`).toEqual(wanted)
      }
      for (const nth of deletionsOf(noun, item).keys())
        for (const ask of [statusOf, partStatusOf]) {
          const got = await byRole(async role => {
            const doomed = await itemOf(world, noun, 'other', status)
            return ask(role, deletionsOf(noun, doomed)[nth] ?? { method: 'GET', path: '/' })
          })
          expect(got, `deletion ${nth}`).toEqual(wanted)
        }
    },
  )

  it('the real id of the item decides, whatever id the request names besides', async () => {
    for (const noun of NOUNS) {
      const own = await itemOf(world, noun, 'author', 'publish')
      const theirs = await itemOf(world, noun, 'other', 'publish')
      const body = { id: own.id, description: 'mine now' }
      const cal = `/cal/events/v1/${noun}s`
      for (const path of [`${cal}/${theirs.id}`, `${cal}/by-slug/${theirs.slug}`]) {
        expect(await statusOf('author', { method: 'PATCH', path, body })).toBe(403)
        expect(await statusOf('author', { method: 'PATCH', path: `${path}&id=${own.id}`, body })).toBe(403)
        expect(await partStatusOf('author', { method: 'PATCH', path, body })).toBe(403)
      }
      expect(await statusOf('author', { method: 'PUT', path: `/calx/v1/${noun}s/${theirs.id}`, body })).toBe(
        403,
      )
      const { body: after } = await outcomeOf(world, 'guest', { method: 'GET', path: `${cal}/${own.id}` })
      expect(JSON.stringify(after)).not.toContain('mine now')
    }
  })
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
