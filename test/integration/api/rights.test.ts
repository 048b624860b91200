import { beforeAll, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import {
  byRole,
  DAY,
  deletionsOf,
  itemOf,
  NOUNS,
  outcomeOf,
  readsOf,
  SIX,
  statusesIn,
  updatesOf,
} from '../../support/rights.ts'

/** Expectations stand in the order of the columns: administrator, editor, author, contributor, subscriber, guest. */
let world: ApiWorld
beforeAll(async () => {
  world = await apiWorld()
  return () => world.close()
})

const { statusOf, partStatusOf } = statusesIn(() => world)

const UNPUBLISHED = ['draft', 'pending', 'future', 'private'] as const
const STATUSES = ['publish', ...UNPUBLISHED] as const

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
