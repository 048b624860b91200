import { expect } from 'vitest'
import { type Answered, type ApiWorld } from './api-world.ts'

export const fair = { title: 'Fair', start_date: '2027-05-08 10:00', end_date: '2027-05-08 14:00' }

export type Shown = {
  readonly id: number
  readonly author: unknown
  readonly status: unknown
  readonly title: unknown
  readonly slug: unknown
  readonly image: unknown
  readonly description: unknown
  readonly venue: unknown
  readonly organizer: unknown
  readonly cost: unknown
  readonly cost_details: unknown
  readonly categories: unknown
  readonly tags: unknown
}

const paramsOf = ({ body }: Answered) =>
  Object.keys((body as { data?: { params?: object } }).data?.params ?? {})

/** Writes of events in the first generation. */
export const eventWrites = (world: () => ApiWorld) => {
  const post = (body: object, as: string | null = 'editor') =>
    world().ask('POST events', as === null ? { body } : { body, as })
  const create = async (body: object = {}, as = 'editor') => {
    const answer = await post({ ...fair, ...body }, as)
    expect(answer.status, answer.text).toBe(201)
    return answer.body as Shown
  }
  const patch = (id: number, body: object, as = 'editor', method = 'PATCH') =>
    world().ask(`${method} events/${id}`, { body, as })
  const refusedOn = async (answer: Promise<Answered>, ...names: string[]) => {
    const given = await answer
    expect(given.status, given.text).toBe(400)
    expect(given.body).toMatchObject({ code: 'rest_invalid_param' })
    expect(paramsOf(given)).toEqual(names)
  }
  const total = async () =>
    ((await world().ask('GET events&start_date=2000-01-01', { as: 'editor' })).body as { total: number })
      .total
  return { post, create, patch, refusedOn, total }
}
