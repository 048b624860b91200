import { describe, expect, it } from 'vitest'
import { fuzzBodies } from '../../../scripts/fuzz-bodies/run.ts'

describe('05 §8, §9 bodies that were changed at random', () => {
  it('are read to their end, and every item is one that the importer can answer for', () => {
    const numbers = Array.from({ length: 600 }, (_, n) => n)
    expect([...fuzzBodies(20_270_501, numbers)].filter(mistake => mistake !== null)).toEqual([])
  })
})
