import { expect } from 'vitest'
import { type Answered, type ApiWorld } from './api-world.ts'

export const kinds = [
  { noun: 'venue', plural: 'venues' },
  { noun: 'organizer', plural: 'organizers' },
] as const

export type Kind = (typeof kinds)[number]

/** Reads of venues and organizers. */
export const directoryReads = (world: () => ApiWorld) => {
  /** A venue or organizer as the site itself makes it. */
  const made = ({ noun }: Kind, name: string, sent: object = {}) => world()[noun](name, sent)
  const get = (path: string, as?: string) => world().ask(`GET ${path}`, as === undefined ? {} : { as })
  const idsOf = ({ body }: Answered, { plural }: Kind): readonly number[] =>
    (body as Record<string, readonly { id: number }[]>)[plural]?.map(({ id }) => id) ?? []
  const found = async (kind: Kind, query: string, as?: string) => {
    const answer = await get(`${kind.plural}${query}`, as)
    expect(answer.status, answer.text).toBe(200)
    expect((answer.body as { total: number }).total, 'total').toBe(idsOf(answer, kind).length)
    return idsOf(answer, kind)
  }
  const refusedOn = async (path: string, name: string, code: string, as?: string) => {
    const answer = await get(path, as)
    expect(answer, path).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { details: { [name]: { code } } } },
    })
    expect(Object.keys((answer.body as { data: { params: object } }).data.params)).toEqual([name])
  }
  const event = async (body: object, as = 'editor'): Promise<number> => {
    const days = { title: 'Fair', start_date: '2027-03-10 09:00', end_date: '2027-03-10 10:00' }
    const answer = await world().ask('POST events', { as, body: { ...days, ...body } })
    expect(answer.status, answer.text).toBe(201)
    return (answer.body as { id: number }).id
  }
  return { made, get, idsOf, found, refusedOn, event }
}
