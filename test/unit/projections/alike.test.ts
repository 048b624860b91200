import { expect, it } from 'vitest'
import { alikeValues } from '../../../projections/engine/fold.ts'
import { eventValues } from '../../support/recorded.ts'

const origin = (importId: string) => ({
  ...{
    importId,
    source: 'https://feed.example',
    uid: 'a',
    occurrence: null,
    sequence: 0,
    lastModified: null,
  },
})

it('values stay what they are, and what events have alike is one object for all', () => {
  const alike = alikeValues()
  const of = (n: number) =>
    eventValues({ title: `Fair ${n}`, venues: [7, 8], tags: [n], origin: origin('abc') })
  const [one, other] = [alike(of(1)), alike(of(2))]
  expect([one, other]).toEqual([of(1), of(2)])
  for (const member of ['venues', 'organizers', 'categories', 'lineage'] as const)
    expect(one[member]).toBe(other[member])
  expect(one.tags).not.toBe(other.tags)
})

it('the order of ids, and a list against its joined text, are told apart', () => {
  const alike = alikeValues()
  const lists = [[1, 2], [2, 1], [12], [1], []]
  expect(lists.map(venues => alike(eventValues({ venues })).venues)).toEqual(lists)
})

it('very many different ones, and long ones, are right as well', () => {
  const alike = alikeValues()
  const long = Array.from({ length: 30 }, (_, n) => n + 1)
  for (let n = 1; n <= 5_000; n++) expect(alike(eventValues({ venues: [n] })).venues).toEqual([n])
  expect(alike(eventValues({ venues: long })).venues).toEqual(long)
  expect(alike(eventValues({ timezone: 'UTC+3' })).timezone).toBe('UTC+3')
})
