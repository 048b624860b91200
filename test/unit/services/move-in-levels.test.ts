import { describe, expect, it } from 'vitest'
import { joinedLevels, levelsOf } from '../../../services/cli/move-in/levels.ts'
import type { ReadThing } from '../../../services/move-in/read/old-calendar.ts'

const below = (id: number, parent: number | null): ReadThing => ({
  ...{ id, name: `category ${id}`, cal: {}, calx: null, wrong: [] },
  refs: { parent },
})

const leveled = (...things: readonly ReadThing[]) => {
  const told: number[] = []
  const levels = levelsOf(things, ({ id }) => told.push(id))
  return { told, levels: levels.map(level => level.map(({ id, refs }) => [id, refs.parent])) }
}

const numbers = <Made>(length: number, made: (n: number) => Made) => Array.from({ length }, (_, n) => made(n))

describe('05 §15 categories of the other calendar', () => {
  it('come after those that they are below; what nobody could read is waited for by none', () => {
    expect(leveled(below(1, 3), below(2, 77), below(3, 4), below(4, null))).toEqual({
      told: [],
      levels: [
        [
          [2, 77],
          [4, null],
        ],
        [[3, 4]],
        [[1, 3]],
      ],
    })
  })

  it('that are below themselves lose one place of a circle, and what is below the circle keeps its own', () => {
    expect(leveled(below(1, 3), below(2, 1), below(3, 2), below(4, 2), below(9, 9))).toEqual({
      told: [1, 9],
      levels: [
        [
          [1, null],
          [9, null],
        ],
        [[2, 1]],
        [
          [3, 2],
          [4, 2],
        ],
      ],
    })
  })

  it('begin below a circle without taking it for a part of it', () => {
    expect(leveled(below(1, 2), below(2, 3), below(3, 2))).toEqual({
      told: [2],
      levels: [
        [[2, null]],
        [
          [1, 2],
          [3, 2],
        ],
      ],
    })
  })

  it('are as many levels as the longest way down, however many circles there are', () => {
    const selves = numbers(20_000, n => below(n + 1, n + 1))
    const circle = (first: number, length: number) =>
      numbers(length, n => below(first + n, first + ((n + 1) % length)))
    const { told, levels } = leveled(
      ...selves,
      ...circle(30_001, 30),
      ...circle(40_001, 40),
      below(50_001, 1),
    )
    expect(told).toEqual([...selves.map(({ id }) => id), 30_001, 40_001])
    expect(levels.map(({ length }) => length)).toEqual(
      numbers(40, level => (level === 0 ? 20_002 : level === 1 ? 3 : level < 30 ? 2 : 1)),
    )
    expect(levels.flat().filter(([, parent]) => parent === null)).toHaveLength(20_002)
  })

  it('of neighbouring levels go with one question, as many as fit, in their order', () => {
    const chain = numbers(7, n => [below(n + 1, n === 0 ? null : n)])
    const wide = numbers(4, n => below(n + 11, 7))
    const joined = joinedLevels([...chain, wide], 3)
    expect(joined.map(level => level.map(({ id }) => id))).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7],
      [11, 12, 13, 14],
    ])
  })
})
