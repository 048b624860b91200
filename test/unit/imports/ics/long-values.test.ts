import { describe, expect, it } from 'vitest'
import { splitList, unescapeText } from '../../../../services/imports/ics/text-value.ts'
import { only } from './calendar.ts'

const start = 'DTSTART:20270501T080000'

describe('05 §8.2 LOCATION of a comma, again and again', () => {
  it.each([
    [',', {}],
    [','.repeat(400_000), {}],
    [`${','.repeat(200_000)}Hall${','.repeat(3)}`, { venue: 'Hall', address: ', , ' }],
    [' , ,Hall, 1 Main St', { venue: 'Hall', address: '1 Main St' }],
  ])('list %#', (location, venue) => {
    expect(only(start, `LOCATION:${location}`).venue).toMatchObject(venue)
  })
})

it('05 §8.2 of CATEGORIES without end the first ten thousand are read', () => {
  const lists = Array.from({ length: 5 }, (_, n) => `CATEGORIES:${`a\\,b${n},c,`.repeat(2_000)}`)
  const names = only(start, ...lists).categories
  expect(names?.slice(0, 3)).toEqual(['a,b0', 'c', 'a,b0'])
  // the last of each list is empty
  expect(names?.length).toBeGreaterThan(9_990)
  expect(names?.length).toBeLessThanOrEqual(10_000)
})

describe('05 §8.1 escapes', () => {
  it.each([
    ['a\\nb\\Nc', 'a\nb\nc'],
    ['\\\\n', '\\n'],
    ['\\\\\\n', '\\\n'],
    ['\\\\\\\\n', '\\\\n'],
    ['\\,\\;\\\\,', ',;\\,'],
    ['\\x\\', '\\x\\'],
    ['C:\\\\new\\, old', 'C:\\new, old'],
  ])('%j', (escaped, text) => {
    expect(unescapeText(escaped)).toBe(text)
  })

  it.each([
    ['a,b', 9, ['a', 'b']],
    ['a\\,b,c', 9, ['a\\,b', 'c']],
    ['a\\\\,b', 9, ['a\\\\', 'b']],
    ['a,b\\', 9, ['a', 'b\\']],
    ['a,\\,,', 9, ['a', '\\,', '']],
    ['a,\\b,c', 2, ['a', '\\b']],
  ])('%j, at most %i', (list, most, parts) => {
    expect(splitList(list, most)).toEqual(parts)
  })
})
