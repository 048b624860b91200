import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { fuzz } from '../../scripts/fuzz/run.ts'

const REQUESTS = 2_000

it('good, nearly good and hostile requests of every kind of caller are answered as documented', async () => {
  const seed = randomInt(2 ** 31)
  console.log(`again with: node scripts/fuzz/main.ts --requests ${REQUESTS} --seed ${seed}`)
  const { sent, mistakes, statuses } = await fuzz(REQUESTS, seed)
  expect(mistakes).toEqual([])
  expect(sent).toBe(REQUESTS)
  // they get through to every step of a request
  for (const status of ['200', '201', '207', '400', '401', '403', '404'])
    expect(statuses).toHaveProperty(status)
}, 300_000)
