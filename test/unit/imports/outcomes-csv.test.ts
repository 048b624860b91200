import { describe, expect, it } from 'vitest'
import { outcomesCsv } from '../../../services/imports/outcomes-csv.ts'

const item = {
  position: 1,
  line: 12,
  outcome: 'created',
  reason: null,
  warnings: [],
  id: 41,
  uid: 'a1@feed.example',
  title: 'Book fair',
} as const

const HEADER = 'position,line,outcome,reason,warnings,id,uid,title\r\n'

describe('outcomes as CSV (05 §1 items)', () => {
  it('is a header alone without items', () => {
    expect(outcomesCsv([])).toBe(HEADER)
  })

  it('has a row for every item, in order, with the line of the file', () => {
    const failed = {
      ...item,
      position: 2,
      line: 30,
      outcome: 'failed',
      reason: 'missing_title',
      id: null,
    } as const
    expect(outcomesCsv([item, { ...failed, uid: null, title: '', warnings: ['overnight', 'bad_url'] }])).toBe(
      `${HEADER}1,12,created,,,41,a1@feed.example,Book fair\r\n2,30,failed,missing_title,overnight bad_url,,,\r\n`,
    )
  })

  it('leaves the outcome of a waiting item empty', () => {
    expect(outcomesCsv([{ ...item, line: null, outcome: null, id: null }])).toBe(
      `${HEADER}1,,,,,,a1@feed.example,Book fair\r\n`,
    )
  })

  it('quotes separators, quotes and line breaks', () => {
    expect(outcomesCsv([{ ...item, title: 'Fair, "big"\r\nand long' }])).toBe(
      `${HEADER}1,12,created,,,41,a1@feed.example,"Fair, ""big""\r\nand long"\r\n`,
    )
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['=A1,"x"', `"'=A1,""x"""`],
    ['a=1', 'a=1'],
  ])('keeps a spreadsheet from running %j', (title, cell) => {
    expect(outcomesCsv([{ ...item, title }])).toBe(`${HEADER}1,12,created,,,41,a1@feed.example,${cell}\r\n`)
  })
})
