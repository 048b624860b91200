import { expect, test } from 'vitest'
import { bloomFilter } from '../../../../shared/event-store/sqlite/bloom-filter.ts'

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}-${n}`)

test('forgets no text, however many there are, and takes few others for one of them', () => {
  const filter = bloomFilter()
  expect(filter.mayHave('event-1')).toBe(false)
  // several parts, each full but for the newest
  const there = [...names('event', 100_000), ...names('slug-event/a-title', 100_000), 'Ä', '']
  for (const name of there) filter.add(name)
  expect(there.filter(name => !filter.mayHave(name))).toEqual([])
  const taken = names('venue', 10_000).filter(filter.mayHave)
  expect(taken.length).toBeLessThan(200)
})

test('the same text again takes no more room', () => {
  const filter = bloomFilter()
  for (let n = 0; n < 1_000_000; n++) filter.add(`event-${n % 100}`)
  expect(names('venue', 10_000).filter(filter.mayHave)).toEqual([])
})
