import { expect, it } from 'vitest'
import { fuzz } from '../../scripts/fuzz/run.ts'

// few and always the same, as the fuzzer itself sends many, and others each time
const REQUESTS = 500
const SEED = 3

it('good, nearly good and hostile requests of every kind of caller are answered as documented', async () => {
  const { sent, mistakes, statuses } = await fuzz(REQUESTS, SEED)
  expect(mistakes).toEqual([])
  expect(sent).toBe(REQUESTS)
  // they get through to every step of a request
  for (const status of ['200', '201', '207', '400', '401', '403', '404'])
    expect(statuses).toHaveProperty(status)
})
