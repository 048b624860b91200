import { utcTime } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { uidKey } from '../../../../services/imports/item/identity.ts'
import type { RawItem } from '../../../../services/imports/item/item.ts'
import { batchPlanner } from '../../../../services/imports/apply/plan.ts'

const at = { nowUtc: utcTime('2027-05-01 20:00:00'), siteZone: 'America/New_York' }
const item = (members: RawItem): RawItem => ({ title: 'A', start_date: '2027-05-08 10:00:00', ...members })

const planOf = (...items: RawItem[]) => {
  const planner = batchPlanner('s', at)
  for (const [n, raw] of items.entries()) planner.add(n + 1, raw)
  const contested = [...planner.contested()].sort()
  for (const position of contested) planner.judge(position, items[position - 1] ?? {})
  const { duplicates, uids, keys } = planner.plan()
  return { contested, duplicates: [...duplicates].sort(), uids, keys }
}

describe('05 §5 same identity twice in one batch or file', () => {
  it.each([
    ['higher SEQUENCE', [{ sequence: 1 }, { sequence: 2 }, { sequence: 0 }], [1, 3]],
    [
      'later LAST-MODIFIED',
      [{ last_modified: '20270101T000000Z' }, { last_modified: '2026-01-01T00:00:00Z' }],
      [2],
    ],
    ['the later one', [{}, {}, {}], [1, 2]],
    ['what can be read, before all else', [{ sequence: 1 }, { sequence: 9, title: '' }], [2]],
    ['of what can not be read, the later one', [{ title: '' }, { title: '' }], [1]],
  ])('%s wins', (_, versions, duplicates) => {
    const plan = planOf(...versions.map(version => item({ uid: 'u', ...version })))
    expect(plan.duplicates).toEqual(duplicates)
    expect(plan.contested).toEqual(versions.map((_version, n) => n + 1))
  })

  it('by any id they share, each by itself', () => {
    const [first, second, third] = [
      item({ uid: 'a', global_id: 'x.example?id=1' }),
      item({ uid: 'b', global_id: 'x.example?id=1' }),
      item({ uid: 'a' }),
    ]
    expect(planOf(first, second, third).duplicates).toEqual([1])
  })

  it('an id that one item names twice is not shared', () => {
    const lineage = ['x.example?id=1', 'x.example?id=1']
    expect(planOf(item({ uid: 'a', global_id_lineage: lineage })).duplicates).toEqual([])
  })

  it('occurrences of a series and rows without uid are told apart', () => {
    const series = ['1', '2'].map(day => item({ uid: 'a', occurrence: `2027-05-0${day}` }))
    expect(planOf(...series, item({}), item({ title: 'B' })).duplicates).toEqual([])
    expect(planOf(item({}), item({ title: ' a ' })).duplicates).toEqual([1])
  })
})

describe('what a plan knows of a batch', () => {
  const { uids, keys } = planOf(item({ uid: 'a' }), item({ uid: 'b', occurrence: '2027-05-01' }), item({}))

  it.each([
    ['a', true],
    ['b', true],
    ['c', false],
    ['', false],
  ])('uid "%s": %s', (uid, isThere) => {
    expect(uids.has(uid)).toBe(isThere)
  })

  it('identities', () => {
    expect(keys.has(uidKey('s', 'a', null))).toBe(true)
    expect(keys.has(uidKey('s', 'b', '2027-05-01'))).toBe(true)
    expect(keys.has(uidKey('s', 'b', null))).toBe(false)
  })
})
