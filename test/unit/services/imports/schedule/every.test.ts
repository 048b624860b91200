import { expect, it } from 'vitest'
import { everyMinutes } from '../../../../../services/imports/feed/schedule/every.ts'

it.each([
  ['15m', 15],
  ['90m', 90],
  ['6h', 360],
  ['1d', 1_440],
  [' 31D ', 44_640],
])('%s is %i minutes', (text, minutes) => {
  expect(everyMinutes(text)).toBe(minutes)
})

it.each(['14m', '0h', '32d', '745h', '6', '6 h', 'h', '-6h', '6w', '1.5h', '', '99999999999m'])(
  '%s is refused',
  text => {
    expect(everyMinutes(text)).toBeNull()
  },
)
