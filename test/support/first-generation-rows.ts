import { type ApiWorld } from './api-world.ts'
import { asking } from './rows.ts'

export const linked = (value: unknown): readonly number[] =>
  [value].flat().flatMap(one => (one as { id?: number }).id ?? [])

/** How the tests of rows of the first generation ask. */
export const firstGeneration = (world: () => ApiWorld) => {
  const { edit, create, get, codeOf } = asking(() => world())
  const change = (id: number, body: object, wanted = 200) => edit(`PATCH events/${id}`, body, wanted)
  const statusOf = async (path: string, as?: string) => (await codeOf(`GET ${path}`, { as }))[0]
  /** What a request is refused on. */
  const refusedOn = async (request: string, body?: object) => {
    const { data } = await edit<{ data?: { params?: object } }>(request, body, 400)
    return Object.keys(data?.params ?? {})
  }
  const idsOf = async (path: string, as?: string) =>
    ((await get(path, { as }))['events'] as readonly { id: number }[]).map(({ id }) => id)
  return { edit, create, get, codeOf, change, statusOf, refusedOn, idsOf }
}
