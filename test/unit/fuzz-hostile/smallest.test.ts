import { expect, it } from 'vitest'
import { smallest } from '../../../scripts/fuzz-hostile/smallest.ts'

const asked = (does: (size: number) => boolean) => {
  const sizes: number[] = []
  return {
    sizes,
    does: async (size: number) => {
      sizes.push(size)
      return does(size)
    },
  }
}

it('a size is halved until it no longer does it, and the last that did is told', async () => {
  const { sizes, does } = asked(size => size >= 300)
  expect(await smallest(10_000, does)).toBe(312)
  expect(sizes).toEqual([5_000, 2_500, 1_250, 625, 312, 156])
})

it('what does it at every size is told as 1', async () => {
  expect(await smallest(9, asked(() => true).does)).toBe(1)
})

it('what has nothing to halve is not tried again', async () => {
  const { sizes, does } = asked(() => true)
  expect(await smallest(1, does)).toBe(1)
  expect(sizes).toEqual([])
})
