import { beforeAll, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'

/** Columns of spec 01 §9; what is made beforehand is the editor's, and `undefined` is a guest. */
const CALLERS = ['administrator', 'editor', 'author', 'contributor', 'subscriber', undefined] as const

const event = { title: 'Fair', start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 11:00:00' }

let world: ApiWorld
beforeAll(async () => {
  world = await apiWorld()
  return () => world.close()
})

const statuses = async (
  request: (name: string) => Promise<string> | string,
  body: (name: string) => object | undefined,
  callers: readonly (string | undefined)[] = CALLERS,
) => {
  const all = []
  for (const as of callers) {
    const name = `${as ?? 'guest'} ${Math.random()}`
    const sent = body(name)
    const asked = { ...(as === undefined ? {} : { as }), ...(sent === undefined ? {} : { body: sent }) }
    all.push((await world.ask(await request(name), asked)).status)
  }
  return all
}

describe('01 §9 by role: administrator, editor, author, contributor, subscriber, guest', () => {
  it.each([
    ['events', event, [201, 201, 201, 201, 403, 401]],
    ['venues', { venue: 'Hall' }, [201, 201, 201, 201, 403, 401]],
    ['organizers', { organizer: 'Club' }, [201, 201, 201, 201, 403, 401]],
  ])('create: POST %s', async (path, body, wanted) => {
    expect(
      await statuses(
        () => `POST ${path}`,
        () => body,
      ),
    ).toEqual(wanted)
  })

  it.each([
    ['categories', [201, 201, 201, 403, 403, 401]],
    ['tags', [201, 201, 403, 403, 403, 401]],
  ])('terms: POST %s', async (path, wanted) => {
    expect(
      await statuses(
        () => `POST ${path}`,
        name => ({ name }),
      ),
    ).toEqual(wanted)
  })

  it.each([
    ['venues', () => world.venue('Other hall')],
    ['organizers', () => world.organizer('Other club')],
  ])("edit and delete others': %s by id", async (path, make) => {
    const id = await make()
    const others = ['author', 'contributor', 'subscriber', undefined]
    const change = { description: 'x' }
    expect(
      await statuses(
        () => `PATCH ${path}/${id}`,
        () => change,
      ),
    ).toEqual([200, 200, 403, 403, 403, 401])
    expect(
      await statuses(
        () => `DELETE ${path}/${id}`,
        () => undefined,
        others,
      ),
    ).toEqual([403, 403, 403, 401])
    expect((await world.ask(`DELETE ${path}/${id}`, { as: 'editor' })).status).toBe(200)
  })
})
