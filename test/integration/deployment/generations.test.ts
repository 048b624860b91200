import { expect, it, onTestFinished } from 'vitest'
import { deployment } from '../../support/deployment.ts'
import { eventually } from '../../support/eventually.ts'

type State = { readonly name: string; readonly generation: number; readonly building: number | null }

/** Writes and reads all the time, through every process, and notes each list that lacks an answered write. */
const busy = (
  processes: readonly {
    readonly ask: (
      request: string,
      sent?: object,
    ) => Promise<{ readonly status: number; readonly body: unknown }>
  }[],
) => {
  const wrong: string[] = []
  let written = 0
  let going = true
  const run = async () => {
    for (let n = 0; going; n++) {
      const writer = processes[n % processes.length]
      const reader = processes[(n + 1) % processes.length]
      const answer = await writer?.ask('POST venues', {
        as: 'admin',
        body: { venue: `V${n}`, status: 'publish' },
      })
      if (answer?.status !== 201) wrong.push(`write ${n}: ${answer?.status}`)
      written++
      const list = await reader?.ask('GET venues&per_page=1')
      const { total } = list?.body as { readonly total?: number }
      if (total !== written) wrong.push(`after ${written} writes: ${total}`)
    }
  }
  const running = run()
  return {
    wrong,
    written: () => written,
    stop: async () => {
      going = false
      await running
    },
  }
}

const states = async (api: { readonly operate: (command: string) => Promise<unknown> }) =>
  ((await api.operate('projections')) as { readonly projections: readonly State[] }).projections
const venuesOf = async (api: Parameters<typeof states>[0]) =>
  (await states(api)).find(({ name }) => name.startsWith('venues@'))

it('a read model is built anew beside the one that answers, and takes over without a list that lacks anything', async () => {
  const { started, close } = deployment()
  onTestFinished(close)
  await Promise.all([started('projections'), started('projections')])
  const [one, other] = await Promise.all([started('api'), started('api')])
  const traffic = busy([one, other])
  await eventually(() => expect(traffic.written()).toBeGreaterThan(5))
  expect(await one.operate('rebuild-projection', { name: 'venues' })).toEqual({
    name: 'venues',
    generation: 2,
  })
  await eventually(async () => expect(await venuesOf(other)).toMatchObject({ generation: 2, building: null }))
  const then = traffic.written()
  await eventually(() => expect(traffic.written()).toBeGreaterThan(then + 5))
  await traffic.stop()
  expect(traffic.wrong).toEqual([])
  expect(await other.operate('rebuild-projection', { name: 'nothing' })).toMatchObject({
    code: 'rest_invalid_param',
  })
})

it('the same in one process', async () => {
  const { alone, close } = deployment()
  onTestFinished(close)
  const service = await alone()
  const traffic = busy([service])
  await eventually(() => expect(traffic.written()).toBeGreaterThan(5))
  expect(await service.operate('rebuild-projection', { name: 'venues' })).toMatchObject({ generation: 2 })
  await eventually(async () =>
    expect(await venuesOf(service)).toMatchObject({ generation: 2, building: null }),
  )
  const then = traffic.written()
  await eventually(() => expect(traffic.written()).toBeGreaterThan(then + 5))
  await traffic.stop()
  expect(traffic.wrong).toEqual([])
})
