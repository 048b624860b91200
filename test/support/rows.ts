import { expect } from 'vitest'
import type { ApiWorld, Sent } from './api-world.ts'

export type Body = { readonly [name: string]: unknown }
type Details = Readonly<Record<string, { readonly code: string }>>

/** When the events of these tests are, where that does not matter. */
export const DAY = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' }

export const idOf = async (made: Promise<Body>) => Number((await made)['id'])

/** What a body of status 400 refuses: name → code and what else is said of it. */
export const detailsOf = (body: Body) => (body['data'] as { details: Readonly<Record<string, Body>> }).details

/** How the tests of table rows ask: tersely, and each answer has the status that the row names. */
export const asking = (world: () => ApiWorld) => {
  const send = async <Shown = Body>(request: string, sent: Sent, wanted: number): Promise<Shown> => {
    const answer = await world().ask(request, sent)
    expect(answer.status, answer.text).toBe(wanted)
    return answer.body as Shown
  }
  /** By an editor, who may do all of it. */
  const edit = <Shown = Body>(request: string, body?: object, wanted = 200, as = 'editor') =>
    send<Shown>(request, { as, body }, wanted)
  return {
    send,
    edit,
    create: (more: object = {}) => edit('POST events', { title: 'Fair', ...DAY, ...more }, 201),
    get: async (path: string, sent: Sent = {}) => (await world().ask(`GET ${path}`, sent)).body as Body,
    codeOf: async (request: string, sent: Sent = {}) => {
      const { status, body } = await world().ask(request, sent)
      return [status, (body as Body)['code']]
    },
    /** What a write is refused on: name → code. */
    refusedOn: async (request: string, body: object, as = 'editor') => {
      const { details } = (await edit<{ data: { details: Details } }>(request, body, 400, as)).data
      return Object.fromEntries(Object.entries(details).map(([name, { code }]) => [name, code]))
    },
  }
}
