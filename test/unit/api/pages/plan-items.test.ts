import { describe, expect, it } from 'vitest'
import { partOfPlan, placeIn, placeText } from '../../../../services/api/pages/imports/plan-items.ts'

const item = (position: number, more: object = {}) =>
  JSON.stringify({ position, outcome: 'created', warnings: [], told: [], changes: [{}], ...more })

const many = (count: number, more: object = {}) => Array.from({ length: count }, (_, n) => item(n + 1, more))

const placesIn = ({ items }: Awaited<ReturnType<typeof partOfPlan>>) => items.map(one => one.position)

describe('05 §13 items of a plan, some at a time', () => {
  it('everything that would change or of which something is said, else one outcome or those with warnings', async () => {
    const items = [
      item(1),
      item(2, { outcome: 'unchanged', changes: [] }),
      item(3, { outcome: 'failed', changes: [], told: ['It has no title.'] }),
      item(4, { outcome: 'updated', warnings: ['overnight'], told: ['Its end …'] }),
    ]
    const of = async (choice: Parameters<typeof partOfPlan>[1]['choice']) =>
      placesIn(await partOfPlan(items, { choice, from: 1 }))
    expect(await of('all')).toEqual([1, 3, 4])
    expect([await of('unchanged'), await of('failed'), await of('warned')]).toEqual([[2], [3], [4]])
    expect(await partOfPlan(items, { choice: 'skipped', from: 1 })).toMatchObject({
      ...{ items: [], all: 3, chosen: 0, next: null },
    })
  })

  it('50 of them, and fewer where they are long, but always one', async () => {
    const first = await partOfPlan(many(120), { choice: 'all', from: 1 })
    expect([first.items.length, first.chosen, first.next]).toEqual([50, 120, 51])
    const last = await partOfPlan(many(120), { choice: 'created', from: 101 })
    expect([placesIn(last)[0], last.items.length, last.next]).toEqual([101, 20, null])
    const long = [
      ...many(2, { title: 'x'.repeat(140_000) }),
      ...many(1, { title: 'x'.repeat(900_000) }),
      item(9),
    ]
    const pages = [1, 3, 4].map(from => partOfPlan(long, { choice: 'all', from }))
    expect((await Promise.all(pages)).map(({ items, next }) => [items.length, next])).toEqual([
      ...[
        [2, 3],
        [1, 4],
        [1, null],
      ],
    ])
    expect(await partOfPlan(many(3), { choice: 'all', from: 9 })).toMatchObject({ items: [], next: null })
  })

  it.each([
    ['updated.51', { choice: 'updated', from: 51 }],
    ['', { choice: 'all', from: 1 }],
    ['all.0', { choice: 'all', from: 1 }],
    ['other.2', { choice: 'all', from: 2 }],
    ['updated.99999999', { choice: 'all', from: 1 }],
  ] as const)('a place as buttons send it: %s', (text, place) => {
    expect(placeIn(text)).toEqual(place)
  })

  it('a place is read as it is written', () => {
    expect(placeIn(placeText({ choice: 'warned', from: 51 }))).toEqual({ choice: 'warned', from: 51 })
  })
})
