import { expect, it } from 'vitest'
import { placeOnEarth } from '../../../shared/kernel/coordinates.ts'

it.each([
  [90, -180, { latitude: 90, longitude: -180 }],
  [0, 0, { latitude: 0, longitude: 0 }],
  [90.1, 8.5, null],
  [47.4, -180.1, null],
  [47.4, undefined, null],
  [null, 8.5, null],
  [NaN, 8.5, null],
])('%s, %s (spec 05 §7)', (latitude, longitude, place) => {
  expect(placeOnEarth(latitude, longitude)).toEqual(place)
})
