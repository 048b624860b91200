import { expect, it } from 'vitest'
import { patient } from '../../../services/cli/imports/aggregator.ts'

const answering = (statuses: readonly number[]) => {
  const paused: number[] = []
  let asked = 0
  const transport = {
    send: async () => ({ status: statuses[asked++] ?? 200, body: {} }),
    close: async () => undefined,
  }
  const sender = patient(transport, async ms => void paused.push(ms))
  return { sender, paused, asked: () => asked }
}

it('05 §3 the sender repeats what an interrupted service did not take, and nothing else', async () => {
  const interrupted = answering([503, 503, 200])
  expect((await interrupted.sender.send('POST', '/x', {})).status).toBe(200)
  expect([interrupted.asked(), interrupted.paused]).toEqual([3, [1_000, 1_000]])
  const refused = answering([400])
  expect((await refused.sender.send('POST', '/x', {})).status).toBe(400)
  expect(refused.asked()).toBe(1)
})

it('it gives up after a minute', async () => {
  const gone = answering(Array.from({ length: 100 }, () => 503))
  expect((await gone.sender.send('GET', '/x')).status).toBe(503)
  expect(gone.asked()).toBe(61)
})
