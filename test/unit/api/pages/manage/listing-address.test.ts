import { describe, expect, it } from 'vitest'
import { addressOf, dayIn, listingIn } from '../../../../../services/api/pages/manage/events/address.ts'

const today = '2027-01-10'
const site = 'https://school.example'
const PLAIN = {
  ...{
    tab: 'any',
    from: today,
    to: '',
    search: '',
    category: null,
    author: null,
    venue: '',
    organizer: '',
    tag: '',
  },
  ...{ source: '', since: '', sort: 'start', descending: false, page: 1 },
}

describe('07 §3 the address of a table of events', () => {
  it('without a query: everything that is not over, by start', () => {
    expect(listingIn({}, today)).toEqual(PLAIN)
    expect(addressOf(listingIn({}, today), today, site)).toBe(`${site}/manage/events`)
  })

  it.each([
    '?tab=draft',
    '?from=',
    '?from=2026-12-01&to=2027-02-01',
    '?search=book+fair&venue=Main+Hall&organizer=%2312&source=-&since=2027-01-01',
    '?category=7&author=2',
    '?sort=title&order=desc&page=3',
  ])('%s says what it says, and is said again', search => {
    const query = Object.fromEntries(new URLSearchParams(search))
    expect(addressOf(listingIn(query, today), today, site)).toBe(`${site}/manage/events${search}`)
  })

  it.each([
    [{ tab: 'nothing', sort: 'size', order: 'up', page: '0' }, PLAIN],
    [{ category: '7x', author: '-1', page: '1e9' }, PLAIN],
    [
      { from: '2027-02-30', to: 'soon', since: '27-1-1' },
      { ...PLAIN, from: '' },
    ],
    [{ tab: { a: 'b' }, search: ['x'] as never }, PLAIN],
  ])('%j means nothing that is not there', (query, listing) => {
    expect(listingIn(query, today)).toEqual(listing)
  })

  it('a search is cut to what is looked for', () => {
    expect(listingIn({ search: 'w '.repeat(30) }, today).search.split(' ')).toHaveLength(20)
    expect(listingIn({ search: 'w'.repeat(600) }, today).search).toHaveLength(500)
  })

  it.each([
    ['2027-02-28', '2027-02-28'],
    ['2028-02-29', '2028-02-29'],
    ['2027-02-29', ''],
    ['2027-13-01', ''],
    ['', ''],
  ])('day %s: %s', (text, day) => {
    expect(dayIn(text)).toBe(day)
  })
})
