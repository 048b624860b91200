import { describe, expect, it } from 'vitest'
import {
  changedOrganizerMembers,
  changedVenueMembers,
  newOrganizerMembers,
  newSlug,
  newVenueMembers,
} from '../../../../services/api/cal-v1/item-arguments.ts'
import { check, missing } from '../../../../services/api/platform/arguments/arguments.ts'
import { moment } from '../../../support/moment.ts'

const venue = (sent: Record<string, unknown>) => check(changedVenueMembers, sent, moment)
const codeOf = (sent: Record<string, unknown>) =>
  Object.entries(venue(sent).problems).map(([name, { code }]) => [name, code])

describe('02 §8 arguments', () => {
  it('a create needs the name, an update nothing', () => {
    expect(missing(newVenueMembers, {})).toEqual(['venue'])
    expect(missing(newOrganizerMembers, { organizer: null })).toEqual(['organizer'])
    expect(missing(changedVenueMembers, {})).toEqual([])
    expect(missing({ ...newSlug, ...changedOrganizerMembers }, {})).toEqual([])
  })

  it('nothing sent is nothing to store', () => {
    const { given, problems } = venue({ venue: null, show_map: null, image: undefined, unknown: 1 })
    expect(problems).toEqual({})
    expect(Object.values(given).filter(value => value !== undefined)).toEqual([])
  })

  it.each([
    ['true', true],
    ['FALSE', false],
    ['1', true],
    ['0', false],
    [true, true],
    [false, false],
  ])('show_map %j is %j', (sent, read) => {
    expect(venue({ show_map: sent, show_map_link: sent }).given).toMatchObject({
      show_map: read,
      show_map_link: read,
    })
  })

  it.each([[''], ['yes'], ['on'], [2], [[]], [{}]])('show_map %j is refused', sent => {
    expect(codeOf({ show_map: sent })).toEqual([['show_map', 'rest_invalid_type']])
  })

  it.each([
    [12, { id: 12 }],
    ['12', { id: 12 }],
    [{ id: 12, url: 'https://a.example/x.jpg' }, { id: 12 }],
    ['https://a.example/x.jpg', { address: 'https://a.example/x.jpg' }],
    ['', null],
    [false, null],
  ])('image %j', (sent, read) => {
    expect(venue({ image: sent }).given.image).toEqual(read)
  })

  it.each([
    ['word', 'rest_invalid_image'],
    ['file:///etc/passwd', 'rest_invalid_image'],
    [true, 'rest_invalid_type'],
    [{ url: 'x' }, 'rest_invalid_type'],
    [-1, 'rest_out_of_bounds'],
  ])('image %j is refused with %s', (sent, code) => {
    expect(codeOf({ image: sent })).toEqual([['image', code]])
  })

  it('texts are texts; lines are one line; an address may be cleared', () => {
    expect(codeOf({ zip: 12180 })).toEqual([['zip', 'rest_invalid_type']])
    expect(venue({ address: ' 1\tSchool\nLane ' }).given.address).toBe('1 School Lane')
    expect(venue({ website: '' }).given.website).toBe('')
    expect(codeOf({ website: 'javascript:alert(1)' })).toEqual([['website', 'rest_invalid_uri']])
    expect(codeOf({ status: 'trash', author: 'me' })).toEqual([
      ['author', 'rest_invalid_type'],
      ['status', 'rest_not_in_enum'],
    ])
  })
})
