import { describe, expect, it } from 'vitest'
import { onDay, repeatedDates, type Repeat } from '../../../../../services/api/pages/manage/event/repeat.ts'
import { typedIn } from '../../../../../services/api/pages/manage/event/typed.ts'

const once: Repeat = { repeat: '', every: '', days: [], until: '', count: '', except: '' }
const from = (startDate: string, endDate = startDate) => typedIn({ startDate, endDate })
const dates = (startDate: string, repeat: Partial<Repeat>) => {
  const found = repeatedDates({ ...once, ...repeat }, from(startDate))
  return found.ok ? found.dates : found.wrong
}

describe('07 §5 dates of an event that repeats', () => {
  it.each<[string, Partial<Repeat>, readonly string[]]>([
    ['2027-05-08', { repeat: 'daily', count: '3' }, ['2027-05-08', '2027-05-09', '2027-05-10']],
    [
      '2027-05-08',
      { repeat: 'daily', every: '2', until: '2027-05-12' },
      ['2027-05-08', '2027-05-10', '2027-05-12'],
    ],
    ['2027-05-04', { repeat: 'weekly', count: '3' }, ['2027-05-04', '2027-05-11', '2027-05-18']],
    [
      '2027-05-04',
      { repeat: 'weekly', days: ['TU', 'TH'], until: '2027-05-13' },
      ['2027-05-04', '2027-05-06', '2027-05-11', '2027-05-13'],
    ],
    // the day that was typed counts, whatever weekday it is
    [
      '2027-05-05',
      { repeat: 'weekly', days: ['TU'], count: '3' },
      ['2027-05-05', '2027-05-11', '2027-05-18'],
    ],
    ['2027-01-31', { repeat: 'monthly', count: '3' }, ['2027-01-31', '2027-03-31', '2027-05-31']],
    ['2027-05-11', { repeat: 'monthly-weekday', count: '3' }, ['2027-05-11', '2027-06-08', '2027-07-13']],
    ['2027-05-31', { repeat: 'monthly-weekday', count: '3' }, ['2027-05-31', '2027-06-28', '2027-07-26']],
    ['2028-02-29', { repeat: 'yearly', count: '2' }, ['2028-02-29', '2032-02-29']],
    [
      '2027-05-08',
      { repeat: 'daily', count: '4', except: '2027-05-09, 2027-05-11' },
      ['2027-05-08', '2027-05-10'],
    ],
  ])('from %s, %o', (start, repeat, expected) => {
    expect(dates(start, repeat)).toEqual(expected)
  })

  it.each<[Partial<Repeat>, Readonly<Record<string, string>>]>([
    [{ repeat: 'daily' }, { repeatUntil: 'Please say until when, or how often.' }],
    [
      { repeat: 'daily', until: '2027-05-07' },
      { repeatUntil: 'Please give a day that is not before the first one.' },
    ],
    [{ repeat: 'daily', count: '0' }, { repeatCount: 'Please give a number from 1 to 366.' }],
    [{ repeat: 'daily', count: '367' }, { repeatCount: 'Please give a number from 1 to 366.' }],
    [{ repeat: 'daily', count: '2', every: 'x' }, { repeatEvery: 'Please give a number from 1 to 99.' }],
    [{ repeat: 'daily', until: '9999-12-31' }, { repeatUntil: 'At most 366 events are made at once.' }],
    [
      { repeat: 'daily', count: '2', except: 'Monday' },
      { repeatExcept: '“Monday” is no day; please write days like 2027-05-31.' },
    ],
    [{ repeat: 'daily', count: '1', except: '2027-05-08' }, { repeatExcept: 'Every day is left out.' }],
  ])('%o is refused at its field', (repeat, wrong) => {
    expect(dates('2027-05-08', repeat)).toEqual(wrong)
  })

  it('lasts as long on another day, over the end of a month and of daylight saving time', () => {
    expect(onDay(from('2027-05-08', '2027-05-10'), '2027-10-30')).toMatchObject({
      ...{ startDate: '2027-10-30', endDate: '2027-11-01' },
    })
    expect(onDay(from('2027-03-27', '2027-03-28'), '2027-11-06')).toMatchObject({ endDate: '2027-11-07' })
  })
})

it('07 §5 what would end behind the last of all days is left out, whatever still begins on it', () => {
  const daily: Repeat = { ...once, repeat: 'daily', count: '10' }
  expect(repeatedDates(daily, from('9999-12-28', '9999-12-30'))).toEqual({
    ok: true,
    dates: ['9999-12-28', '9999-12-29'],
  })
  expect(dates('9999-12-30', { repeat: 'daily', count: '10' })).toEqual(['9999-12-30', '9999-12-31'])
})
