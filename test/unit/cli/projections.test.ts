import { utcTime } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { projectionsCommand } from '../../../services/cli/projections.ts'
import type { JsonObject } from '../../../shared/kernel/json.ts'
import { httpFetcher } from '../../../shared/http-fetcher.ts'

const venues = { name: 'venues@1', position: 41, lag_ms: 0, parked: 0, state: 'live' }

/** A service that answers each operation with the next of its answers, the last one for ever. */
const invoked = async (
  args: readonly string[],
  answers: Record<string, readonly JsonObject[]>,
  wait = false,
) => {
  const said: string[] = []
  const asked: string[] = []
  const left = new Map(Object.entries(answers).map(([path, bodies]) => [path, [...bodies]]))
  const code = await projectionsCommand.run({
    args,
    options: wait ? { wait: 'yes' } : {},
    json: false,
    environment: {},
    transport: {
      send: async (_method, path, body) => {
        asked.push(`${path} ${JSON.stringify(body)}`)
        const bodies = left.get(path.replace('/operator/', '')) ?? []
        return { status: 200, body: (bodies.length > 1 ? bodies.shift() : bodies[0]) ?? {} }
      },
      close: async () => undefined,
    },
    terminal: {
      out: text => said.push(text),
      err: { write: () => true },
      nowUtc: () => utcTime(''),
      clockMs: () => 0,
      pause: async () => undefined,
      fetcher: httpFetcher(),
      readFile: async () => new Uint8Array(),
    },
  })
  return { code, said, asked }
}

describe('projections', () => {
  it('shows versions, generations, positions, lag, what was set aside, and state', async () => {
    const building = { ...venues, generation: 2, building: 3 }
    const { said } = await invoked([], { projections: [{ projections: [building] }] })
    expect(said).toEqual([
      [
        'projection  generation  position  behind (ms)  set aside  state',
        'venues@1             2        41            0          0  live, building generation 3',
      ].join('\n'),
    ])
  })

  it('rebuild --wait waits until the new generation answers', async () => {
    const states = [1, 1, 2].map(generation => ({ projections: [{ ...venues, generation, building: null }] }))
    const { code, said, asked } = await invoked(
      ['rebuild', 'venues'],
      { 'rebuild-projection': [{ name: 'venues', generation: 2 }], projections: states },
      true,
    )
    expect(code).toBe(0)
    expect(asked).toHaveLength(4)
    expect(said).toEqual(['generation 2 of venues answers'])
  })

  it.each([[['rebuild']], [['remake', 'venues']]])('%j is a mistake', async args => {
    await expect(invoked(args, {})).rejects.toThrow('projections takes nothing, or rebuild and a name')
  })
})
