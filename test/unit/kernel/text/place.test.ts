import { describe, expect, it } from 'vitest'
import {
  mapAddress,
  postalLines,
  postalOf,
  postalParts,
  stateProvince,
} from '../../../../shared/kernel/text/place.ts'
import { venueValues } from '../../../support/recorded.ts'

const nowhere = venueValues()
const troy = { ...nowhere, address: '1 School Lane', city: 'Troy', state: 'NY', province: 'P', zip: '12180' }

describe('02 §8 stateprovince', () => {
  it.each([
    ['', 'NY'],
    ['US', 'NY'],
    ['USA', 'NY'],
    ['United States', 'NY'],
    ['us', 'P'],
    ['Canada', 'P'],
  ])('never sent, in %j: %s', (country, region) => {
    expect(stateProvince({ ...troy, country })).toBe(region)
  })
  it.each(['Bavaria', ''])('sent as %j it stays, wherever it is', stateprovince => {
    for (const country of ['', 'Canada'])
      expect(stateProvince({ ...troy, country, stateprovince })).toBe(stateprovince)
  })
  it('abroad without a province there is none, whatever the state says', () => {
    expect(stateProvince({ ...troy, country: 'Canada', province: '' })).toBe('')
  })
})

describe('a postal address', () => {
  it('by its parts and by its lines', () => {
    const postal = postalOf({ ...troy, country: 'United States' })
    expect(postalParts(postal)).toEqual(['1 School Lane', 'Troy', 'NY', '12180', 'United States'])
    expect(postalLines(postal)).toEqual(['1 School Lane', 'Troy, NY 12180', 'United States'])
  })
  it.each([
    [{ city: 'Troy' }, ['Troy']],
    [{ zip: '12180' }, ['12180']],
    [{ state: 'NY' }, ['NY']],
    [{ city: 'Troy', zip: '12180' }, ['Troy, 12180']],
    [{ address: 'Lane', country: 'Chad' }, ['Lane', 'Chad']],
    [{}, []],
  ])('of %j: %j', (known, lines) => {
    expect(postalLines(postalOf({ ...nowhere, ...known }))).toEqual(lines)
  })
  it('03 §1.3 fills the template of the site, "" without template or address', () => {
    const template = 'https://map.example/?q=%s&again=%s'
    const q = '1%20School%20Lane%2C%20Troy%2C%20NY%2C%2012180'
    expect(mapAddress(template, postalOf(troy))).toBe(`https://map.example/?q=${q}&again=${q}`)
    expect(mapAddress('', postalOf(troy))).toBe('')
    expect(mapAddress(template, postalOf(nowhere))).toBe('')
    expect(mapAddress('https://map.example/%s', postalOf({ ...nowhere, city: '$& $1' }))).toBe(
      'https://map.example/%24%26%20%241',
    )
  })
})
