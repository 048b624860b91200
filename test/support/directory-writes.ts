import { expect } from 'vitest'
import { type Answered, type ApiWorld } from './api-world.ts'

export const kinds = [
  { noun: 'venue', plural: 'venues' },
  { noun: 'organizer', plural: 'organizers' },
] as const

export type Kind = (typeof kinds)[number]

export type Shown = {
  readonly id: number
  readonly slug: string
  readonly status: string
  readonly author: string
  readonly description: string
  readonly image: unknown
} & Readonly<Record<string, unknown>>

export const refusedOn = async (asked: Promise<Answered>, ...names: readonly string[]) => {
  const answer = await asked
  expect(answer, answer.text).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } })
  const { data } = answer.body as { data: { params: object; details: object } }
  expect(Object.keys(data.params)).toEqual(names)
  expect(Object.keys(data.details)).toEqual(names)
}

export const venues = kinds[0]

export const organizers = kinds[1]

/** Writes of venues and organizers. */
export const directoryWrites = (world: () => ApiWorld) => {
  const post = ({ plural }: Kind, body: object, as = 'editor') => world().ask(`POST ${plural}`, { as, body })
  const create = async (kind: Kind, body: object = {}, as = 'editor'): Promise<Shown> => {
    const answer = await post(kind, { [kind.noun]: 'Main Hall', ...body }, as)
    expect(answer.status, answer.text).toBe(201)
    return answer.body as Shown
  }
  const patch = ({ plural }: Kind, id: number | string, body: object, as = 'editor', method = 'PATCH') =>
    world().ask(`${method} ${plural}/${id}`, { as, body })
  const read = async ({ plural }: Kind, id: number) =>
    (await world().ask(`GET ${plural}/${id}`, { as: 'editor' })).body as object
  const total = async ({ plural }: Kind) =>
    ((await world().ask(`GET ${plural}`, { as: 'editor' })).body as { total: number }).total
  return { post, create, patch, read, total }
}
