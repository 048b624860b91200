import { describe, expect, it } from 'vitest'
import { withoutGone } from '../../../services/calendar/put-back/gone.ts'

/** Of each kind only number 3 is there. */
const there = async (_: unknown, id: number) => id === 3

describe('what is put back names what is there', () => {
  it.each([
    ['nobody as author', { author: [3, 0] }, {}],
    ['an author', { author: [0, 3] }, {}],
    ['a list', { categories: [[], [3]] }, {}],
  ] as const)('%s comes back', async (_, changes, stays) => {
    expect(await withoutGone(there, { changes, stays })).toEqual({ changes, stays })
  })

  it('an author who was erased stays as it is, and of a list what is left comes back', async () => {
    const changes = { author: [3, 4], categories: [[], [3, 4]] } as const
    expect(await withoutGone(there, { changes, stays: {} })).toEqual({
      changes: { categories: [[], [3]] },
      stays: { author: 'purged', categories: 'purged' },
    })
  })
})
