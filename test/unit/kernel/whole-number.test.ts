import { expect, it } from 'vitest'
import { logPosition } from '../../../shared/kernel/brands.ts'
import { brandedIn, wholeNumberIn } from '../../../shared/kernel/whole-number.ts'

it.each([
  ['0', 0],
  ['7', 7],
  ['007', 7],
  ['999999999999999', 999_999_999_999_999],
])('%j says %d', (text, number) => {
  expect(wholeNumberIn(text)).toBe(number)
})

it.each(['', ' 7', '7 ', '7\n', '-7', '+7', '7.0', '1e3', '0x7', '٧', '７', '1000000000000000'])(
  '%j says no whole number of at most 15 digits',
  text => {
    expect(wholeNumberIn(text)).toBeNull()
  },
)

it('a place in the log is said by one, too', () => {
  expect(brandedIn('41', logPosition)).toBe(logPosition(41))
  expect(brandedIn('-41', logPosition)).toBeNull()
})
