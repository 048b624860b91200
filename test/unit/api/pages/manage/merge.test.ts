import { localTime, utcTime } from '../../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { mergeOf, withGroups } from '../../../../../services/api/pages/manage/form/merge.ts'
import { GROUPS, typedIn, typedOf, type Group } from '../../../../../services/api/pages/manage/event/typed.ts'
import { eventValues } from '../../../../support/recorded.ts'

const ZONE = 'America/New_York'
const base = typedOf(eventValues({ venues: [7], categories: [3, 1], description: 'a\nb' }), ZONE)

describe('07 §6 two people at one event', () => {
  it.each([
    ['nobody changed anything', base, base, { mine: [], both: [], theirs: [] }],
    ['one', { ...base, title: 'Bazaar' }, base, { mine: ['title'], both: [], theirs: [] }],
    ['the other', base, { ...base, title: 'Bazaar' }, { mine: [], both: [], theirs: ['title'] }],
    [
      'each something',
      { ...base, cost: '5' },
      { ...base, title: 'Bazaar' },
      { mine: ['cost'], both: [], theirs: ['title'] },
    ],
    [
      'both the same member',
      { ...base, title: 'Bazaar' },
      { ...base, title: 'Market' },
      { mine: [], both: ['title'], theirs: [] },
    ],
    [
      'both to the same',
      { ...base, title: 'Bazaar' },
      { ...base, title: 'Bazaar' },
      { mine: [], both: [], theirs: [] },
    ],
    [
      'both when it is, each another part of it',
      { ...base, startTime: '09:00' },
      { ...base, endTime: '17:00' },
      { mine: [], both: ['when'], theirs: [] },
    ],
  ] as const)('%s', (_, typed, now, merge) => {
    expect(mergeOf(GROUPS, { base, typed, now })).toEqual(merge)
  })

  it('what is added counts as a change of the list', () => {
    const added = new Set<Group>(['venues'])
    expect(mergeOf(GROUPS, { base, typed: base, now: base }, added).mine).toEqual(['venues'])
    const now = { ...base, venues: '8' }
    expect(mergeOf(GROUPS, { base, typed: base, now }, added).both).toEqual(['venues'])
  })

  it('takes groups of another form whole', () => {
    const other = { ...base, startDate: '2027-06-01', endDate: '2027-06-02', cost: '5' }
    expect(withGroups(GROUPS, base, other, ['when'])).toEqual({
      ...{ ...base, startDate: '2027-06-01', endDate: '2027-06-02' },
    })
  })
})

describe('07 §5 an event as its form has it', () => {
  it('is read back as it was shown', () => {
    const form = {
      ...Object.fromEntries(Object.entries(base).filter(([, value]) => value !== '')),
      ...{ venues: { 0: '7' }, categories: { 0: '3', 1: '1' }, description: 'a\r\nb' },
    }
    expect(typedIn(form)).toEqual(base)
    expect(base).toMatchObject({ startDate: '2027-05-08', startTime: '10:00', endTime: '14:00', venues: '7' })
    expect(base).toMatchObject({ categories: '1,3', allDay: '', status: 'publish' })
  })

  it.each([
    [
      { allDay: true, start: localTime('2027-05-08 00:00:00'), end: localTime('2027-05-09 23:59:59') },
      ['', '', '2027-05-09'],
    ],
    [
      { allDay: true, start: localTime('2027-05-08 00:00:00'), end: localTime('2027-05-09 00:00:00') },
      ['', '', '2027-05-08'],
    ],
    [
      { start: localTime('2027-05-08 10:00:30'), end: localTime('2027-05-08 11:00:00') },
      ['10:00:30', '11:00', '2027-05-08'],
    ],
  ])('%j has these times and this last day', (given, [startTime, endTime, endDate]) => {
    expect(typedOf(eventValues(given), ZONE)).toMatchObject({ startTime, endTime, endDate })
  })

  it('a scheduled one is to be published, by the clock of the site', () => {
    const typed = typedOf(
      eventValues({ status: 'future', publishedAt: utcTime('2027-04-01 16:30:00') }),
      ZONE,
    )
    expect(typed).toMatchObject({ status: 'publish', publishedAt: '2027-04-01T12:30' })
  })

  it('what takes whole days has no times, and no last day is the first', () => {
    const form = { allDay: '1', startDate: '2027-05-08', startTime: '10:00', endDate: '', endTime: '11:00' }
    expect(typedIn(form)).toMatchObject({ startTime: '', endTime: '', endDate: '2027-05-08' })
  })
})
