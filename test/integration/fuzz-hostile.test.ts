import { expect, it } from 'vitest'
import { fuzzHostile } from '../../scripts/fuzz-hostile/run.ts'

const REQUESTS = 1_000

it('hostile inputs neither end the service, nor hold it up, nor stay in its memory', async () => {
  const { mistakes, figures } = await fuzzHostile({ requests: REQUESTS, seed: 202 })
  expect(mistakes).toEqual([])
  expect(figures.sent).toBeGreaterThanOrEqual(REQUESTS)
  // before the first input and after the last
  expect(figures.looks.length).toBeGreaterThanOrEqual(2)
}, 300_000)
