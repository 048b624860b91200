import { describe, expect, it } from 'vitest'
import {
  either,
  orNull,
  splitText,
  wholeNumberText,
} from '../../../../services/api/platform/arguments/accepted.ts'

const admits = ({ pattern = '' }: { readonly pattern?: string }, text: string) =>
  new RegExp(pattern, 'u').test(text)

describe('texts of whole numbers', () => {
  it.each(['5', '+5', '-5', '0', '007', '5.0', '5.000'])('any: %j', text =>
    expect(admits(wholeNumberText({}), text)).toBe(true),
  )
  it.each(['', ' 5', '5 ', '1.5', '1e3', '0x10', '5abc', '5.', '--5'])('never: %j', text =>
    expect(admits(wholeNumberText({}), text)).toBe(false),
  )
  it('from 1', () => {
    for (const text of ['1', '+01', '10.0']) expect(admits(wholeNumberText({ minimum: 1 }), text)).toBe(true)
    for (const text of ['0', '-1', '000', '0.0'])
      expect(admits(wholeNumberText({ minimum: 1 }), text)).toBe(false)
  })
  it('within 0 and 100, each of them', () => {
    const form = wholeNumberText({ minimum: 0, maximum: 100 })
    const within = Array.from({ length: 1200 }, (_, number) => number).filter(n => admits(form, String(n)))
    expect(within).toEqual(Array.from({ length: 101 }, (_, number) => number))
    expect(admits(form, '-0')).toBe(true)
    expect(admits(form, '-1')).toBe(false)
  })
  it('within 1 and 100, each of them', () => {
    const form = wholeNumberText({ minimum: 1, maximum: 100 })
    const within = Array.from({ length: 1200 }, (_, number) => number).filter(n => admits(form, String(n)))
    expect(within).toEqual(Array.from({ length: 100 }, (_, number) => number + 1))
  })
})

describe('texts that are split', () => {
  it('have elements of their form', () => {
    const form = splitText({ type: 'string', enum: ['a.b', 'c'] }, 'blanks')
    for (const text of ['', ',', 'c', 'a.b, c c']) expect(admits(form, text)).toBe(true)
    for (const text of ['axb', 'cc', 'd']) expect(admits(form, text)).toBe(false)
  })
  it('are any text when their elements are', () => {
    expect(splitText({ type: 'string' }, 'commas')).toEqual({ type: 'string' })
  })
})

it('a form within a form is one of the forms, once', () => {
  const [text, number] = [{ type: 'string' }, { type: 'number' }]
  expect(either(either(text, number), text)).toEqual({ anyOf: [text, number] })
  expect(either(text, text)).toEqual(text)
})

it('null is one of the values', () => {
  expect(orNull({ type: 'string', enum: ['a'] })).toEqual({
    type: 'string',
    nullable: true,
    enum: ['a', null],
  })
})
