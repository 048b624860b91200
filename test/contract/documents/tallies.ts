import { describe, expect, it } from 'vitest'
import { UnsupportedQuery } from '../../../shared/documents/port.ts'
import type { World } from './world.ts'

/** How many documents have which value. */
export const tallies = ({ holding }: World): void => {
  describe('tally', () => {
    const rows = () =>
      holding([
        { _id: 1, who: 2, kind: 'a' },
        { _id: 2, who: 2, kind: 'a' },
        { _id: 3, who: null, kind: 'a' },
        { _id: 4, kind: 'a' },
        { _id: 5, who: 'x', kind: 'a' },
        { _id: 6, who: 2, kind: 'b' },
      ])
    it('counts the values of a member among the documents that are asked for', async () => {
      const told = await (await rows()).tally({ kind: 'a' }, 'who', 100)
      expect([...told].sort((one, other) => String(one.value).localeCompare(String(other.value)))).toEqual([
        { value: 2, count: 2 },
        { value: null, count: 2 },
        { value: 'x', count: 1 },
      ])
      expect(await (await rows()).tally({ kind: 'c' }, 'who', 100)).toEqual([])
    })
    it('looks at so many at most', async () => {
      const told = await (await rows()).tally({}, 'kind', 4)
      expect(told.reduce((sum, { count }) => sum + count, 0)).toBe(4)
      expect(await (await rows()).tally({}, 'kind', 0)).toEqual([])
    })
    it('counts plain members alone', async () => {
      await expect((await rows()).tally({}, 'a.b', 4)).rejects.toBeInstanceOf(UnsupportedQuery)
    })
  })
}
