import { expect, it } from 'vitest'
import { fuzzHostile } from '../../scripts/fuzz-hostile/run.ts'

// few, as the fuzzer itself sends many: of this seed every kind is among the first 60 inputs
const REQUESTS = 300
const SEED = 303
const KINDS = ['callback', 'content', 'cut', 'feed', 'form', 'lie', 'path', 'repeat', 'slow']

it('hostile inputs neither end the service, nor hold it up, nor stay in its memory', async () => {
  const { mistakes, figures } = await fuzzHostile({ requests: REQUESTS, seed: SEED })
  expect(mistakes).toEqual([])
  expect(figures.sent).toBeGreaterThanOrEqual(REQUESTS)
  expect([...new Set(figures.kinds.map(kind => kind.split(' ', 1)[0]))].sort()).toEqual(KINDS)
  // before the first input and after the last
  expect(figures.looks.length).toBeGreaterThanOrEqual(2)
})
