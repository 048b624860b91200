import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { meterOn } from '../../../scripts/fuzz-hostile/meter.ts'

const spent = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
const work = (ms: number) => {
  const until = spent() + ms
  while (spent() < until) Math.sqrt(until)
}

it('a stretch is the processor time between two turns of the event loop, however the work around it is sliced', async () => {
  const meter = meterOn()
  await sleep(5)
  meter.read()
  for (let slice = 0; slice < 10; slice++) {
    work(10)
    await sleep(2)
  }
  const sliced = meter.read()
  work(100)
  await sleep(2)
  const whole = meter.read()
  meter.stop()
  expect(sliced.spentMs).toBeGreaterThan(100)
  expect(whole.longestMs).toBeGreaterThanOrEqual(100)
  expect(whole.longestMs).toBeGreaterThan(2 * sliced.longestMs)
})
