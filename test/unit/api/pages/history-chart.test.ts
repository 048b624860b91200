import { utcTime, userId, epochMs } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { chart, type Day } from '../../../../services/api/pages/history/chart.ts'
import { countedDays } from '../../../../services/api/pages/history/days.ts'
import type { Site } from '../../../../services/api/platform/call.ts'

const site = { zone: 'America/New_York', settings: { dateFormat: 'j F Y' } } as Site
const person = (id: number, login: string | null, count: number) => ({
  actor: { id: userId(id), login },
  count,
})
const drawn = (days: readonly Day[]) => (chart(days, site)?.markup ?? '').replaceAll(/\s+/g, ' ')

describe('00 §6.6 days and persons', () => {
  it('are four weeks to today, or the last ones of what is asked for, on the calendar of the site', () => {
    const at = { ms: epochMs(Date.UTC(2027, 2, 20, 3)), nowUtc: utcTime(''), site }
    const days = countedDays({}, at)
    expect([days.length, days[0], days.at(-1)]).toEqual([28, '2027-02-20', '2027-03-19'])
    const asked = { since: epochMs(Date.UTC(2027, 2, 14, 5)), until: epochMs(Date.UTC(2027, 2, 16, 4)) }
    expect(countedDays(asked, at)).toEqual(['2027-03-14', '2027-03-15'])
    expect(countedDays({ since: epochMs(Date.UTC(2030, 1)) }, at)).toEqual([])
    expect(countedDays({ until: epochMs(Date.UTC(2099, 1)) }, at).at(-1)).toBe('2027-03-19')
  })

  it('stand one upon the other, who did most at the ground, and as a table', () => {
    const text = drawn([
      { day: '2027-03-14', byPerson: [person(1, 'ana', 10), { actor: null, count: 20 }] },
      { day: '2027-03-15', byPerson: [] },
      { day: '2027-03-16', byPerson: [person(1, 'ana', 15), person(9, null, 1)] },
    ])
    expect(text).toContain('46 changes from 14 March 2027 to 16 March 2027; the fullest day has 30')
    // ana has 25 in all; of 120 units of height a change takes 4
    expect(
      [
        ...text.matchAll(/chart__bar--(\w+)" x="([\d.]+)" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/g),
      ].map(m => m.slice(1)),
    ).toEqual([
      ['0', '0.0', '80.0', '40.0'],
      ['1', '0.0', '0.0', '80.0'],
      ['0', '480.0', '60.0', '60.0'],
      ['2', '480.0', '56.0', '4.0'],
    ])
    expect(text).toContain('<li class="chart-legend__0">ana</li>')
    expect(text).toContain('<li class="chart-legend__1">nobody in person</li>')
    expect(text).toContain('<li class="chart-legend__2">user 9</li>')
    expect([...text.matchAll(/<th scope="row">([^<]*)<\/th>/g)].map(([, day]) => day)).toEqual([
      ...['16 March 2027', '14 March 2027'],
    ])
  })

  it('are nothing where nothing was done, and one bar where more was done than is counted', () => {
    expect(chart([{ day: '2027-03-14', byPerson: [] }], site)).toBeNull()
    expect(chart([], site)).toBeNull()
    const text = drawn([
      { day: '2027-03-14', byPerson: null },
      { day: '2027-03-15', byPerson: [person(1, '<b>', 5_000)] },
    ])
    expect(text).toContain('25000 or more changes')
    expect(text).toContain('chart__bar--many')
    expect(text).toContain('20000 or more, not counted by person')
    expect(text).toContain('&lt;b&gt;')
  })

  it('seven persons or more share the last colour', () => {
    const all = Array.from({ length: 8 }, (_, n) => person(n, `p${n}`, 10 - n))
    const text = drawn([{ day: '2027-03-14', byPerson: all }])
    expect([...text.matchAll(/chart-legend__\w+">([^<]*)</g)].map(([, who]) => who)).toEqual([
      ...['p0', 'p1', 'p2', 'p3', 'p4', 'others'],
    ])
  })
})
