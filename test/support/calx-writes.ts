import { expect } from 'vitest'
import { type Answered, type ApiWorld } from './api-world.ts'

export type Object = Readonly<Record<string, unknown>> & { readonly id: number }

export const X = '/calx/v1/events'

export const B = 'https://school.example/index.php?rest_route=/calx/v1'

export const span = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' }

/** Events of the second generation. */
export const calxEvents = (world: () => ApiWorld) => {
  const make = (sent: object = {}, as = 'editor') =>
    world().ask(`POST ${X}`, { body: { title: 'Fair', ...span, ...sent }, as })
  const made = async (sent: object = {}, as = 'editor'): Promise<Object> => {
    const { status, body, text } = await make(sent, as)
    expect(status, text).toBe(201)
    return body as Object
  }
  const list = async (query: string, as?: string) => {
    const answer = await world().ask(`GET ${X}${query}`, as === undefined ? {} : { as })
    expect(answer.status, answer.text).toBe(200)
    return { ...answer, ids: (answer.body as readonly Object[]).map(({ id }) => id) }
  }
  const refusedOn = ({ status, body, text }: Answered, problems: Readonly<Record<string, string>>) => {
    expect(status, text).toBe(400)
    const { code, data } = body as { code: string; data: { details: Record<string, { code: string }> } }
    expect(code).toBe('rest_invalid_param')
    expect(Object.fromEntries(Object.entries(data.details).map(([name, { code: c }]) => [name, c]))).toEqual(
      problems,
    )
  }
  const put = (id: number, body: object, as = 'editor', method = 'PUT') =>
    world().ask(`${method} ${X}/${id}`, { body, as })
  return { make, made, list, refusedOn, put }
}
