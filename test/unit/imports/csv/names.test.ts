import { describe, expect, it } from 'vitest'
import { namesOf } from '../../../../services/imports/csv/cells.ts'
import { MOST_ELEMENTS } from '../../../../shared/limits/items.ts'

describe('a cell with names', () => {
  it.each([
    ['', []],
    ['Band', ['Band']],
    [' Band ,, %2027, Year %7 ,', ['Band', '2027', 'Year %7']],
    ['Band, Choir | Sports', ['Band, Choir', 'Sports']],
    [`${','.repeat(100_000)}Band`, ['Band']],
  ])('%.30j has %j', (cell, names) => {
    expect(namesOf(cell)).toEqual(names)
  })

  it('that is not there has none', () => {
    expect(namesOf(undefined)).toBeUndefined()
  })

  it('is taken apart up to the first name that is too much', () => {
    const most = Array.from({ length: MOST_ELEMENTS }, (_, n) => `n${n}`)
    expect(namesOf(most.join())).toEqual(most)
    expect(namesOf([...most, 'more', 'and more'].join())).toEqual([...most, 'more'])
  })
})
