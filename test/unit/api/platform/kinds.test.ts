import { describe, expect, it } from 'vitest'
import {
  anyObject,
  type ArgumentKind,
  list,
  object,
  required,
} from '../../../../services/api/platform/arguments/arguments.ts'
import {
  boolean,
  html,
  integer,
  number,
  oneLine,
  oneOf,
  termName,
  text,
  title,
} from '../../../../services/api/platform/arguments/kinds.ts'
import { moment } from '../../../support/moment.ts'

const read = (kind: ArgumentKind<unknown>, value: unknown) => {
  const result = kind.read(value, 'x', moment)
  return result.ok ? result.value : result.problem.code
}
const TYPE = 'rest_invalid_type'

describe('01 §2 integer', () => {
  it.each([
    [5, 5],
    ['5', 5],
    ['+5', 5],
    ['-5', -5],
    ['5.0', 5],
    ['5.000', 5],
    [5.5, TYPE],
    ['1.5', TYPE],
    [' 5', TYPE],
    ['5 ', TYPE],
    ['1e3', TYPE],
    ['0x10', TYPE],
    ['5abc', TYPE],
    ['', TYPE],
    ['5.', TYPE],
    [true, TYPE],
    [[5], TYPE],
    [{ $ne: 5 }, TYPE],
  ])('%j becomes %j', (value, expected) => expect(read(integer(), value)).toBe(expected))

  it('keeps its bounds', () => {
    expect(read(integer({ minimum: 1 }), '0')).toBe('rest_out_of_bounds')
    expect(read(integer({ maximum: 100 }), 101)).toBe('rest_out_of_bounds')
    expect(read(integer({ minimum: 1, maximum: 100 }), 100)).toBe(100)
  })
  it('names the argument in type errors', () => {
    expect(integer().read('x', 'venue[id]', moment)).toEqual({
      ok: false,
      problem: { code: TYPE, message: 'venue[id] is not a whole number.', data: { param: 'venue[id]' } },
    })
  })
})

it.each([
  [1.5, 1.5],
  ['1.5', 1.5],
  ['-7', -7],
  ['.5', 0.5],
  ['1e3', TYPE],
  ['', TYPE],
])('01 §2 number: %j becomes %j', (value, expected) => expect(read(number(), value)).toBe(expected))

it.each([
  [true, true],
  [1, true],
  ['1', true],
  ['TRUE', true],
  [false, false],
  [0, false],
  ['0', false],
  ['false', false],
  ['False', false],
  ['', TYPE],
  ['yes', TYPE],
  [2, TYPE],
  [[true], TYPE],
])('01 §2 boolean: %j becomes %j', (value, expected) => expect(read(boolean(), value)).toBe(expected))

describe('01 §2 string', () => {
  it.each([
    ['a', 'a'],
    ['', ''],
    [5, TYPE],
    [true, TYPE],
    [['a'], TYPE],
    [{ $gt: '' }, TYPE],
  ])('%j becomes %j', (value, expected) => expect(read(text(), value)).toBe(expected))
  it('has lengths and a pattern', () => {
    expect(read(text({ minLength: 1 }), '')).toBe('rest_too_short')
    expect(read(text({ maxLength: 2 }), 'abc')).toBe('rest_too_long')
    expect(read(text({ maxLength: 2 }), '😀😀')).toBe('😀😀')
    expect(read(text({ pattern: '^[a-f]+$' }), 'xyz')).toBe('rest_invalid_pattern')
  })
})

it('01 §2 one-line text loses breaks, control characters and outer blanks', () => {
  expect(read(oneLine(), ' a\r\nb\tc\u0000d ')).toBe('a  b cd')
  expect(read(oneLine({ minLength: 1 }), ' \n ')).toBe('rest_too_short')
  expect(read(oneLine(), 'x'.repeat(2001))).toBe('rest_too_long')
  expect(read(oneLine(), `a${' '.repeat(63_999)}`)).toBe('a')
  expect(read(oneLine(), `a${' '.repeat(64_000)}`)).toBe('rest_too_long')
})

it('01 §2 titles keep inline markup, names of terms lose all of it; nothing left is empty', () => {
  expect(read(title(), ' <b>A</b>\n<p>b</p>')).toBe('<b>A</b> b')
  expect(read(title(), '&nbsp;A&#10;b&nbsp;')).toBe('A b')
  expect(read(termName(), ' <b>A</b>\n<p> b</p> ')).toBe('A  b')
  for (const kind of [title(), termName()]) {
    expect(read(kind, '<script>x</script>')).toBe('rest_too_short')
    expect(read(kind, 'x'.repeat(2001))).toBe('rest_too_long')
  }
})

it('00 §8 HTML texts have at most 131,072 bytes', () => {
  expect(read(html(), 'ä'.repeat(65_536))).toBe('ä'.repeat(65_536))
  expect(read(html(), 'ä'.repeat(65_537))).toBe('rest_too_long')
})

it('01 §2 enum is exact', () => {
  expect(read(oneOf(['POST', 'PUT']), 'PUT')).toBe('PUT')
  expect(read(oneOf(['POST', 'PUT']), 'put')).toBe('rest_not_in_enum')
})

describe('01 §2 array', () => {
  it.each([
    [
      [1, '2'],
      [1, 2],
    ],
    ['5, 6 7', [5, 6, 7]],
    [5, [5]],
    ['', []],
    [{ 0: '1', 1: '2' }, [1, 2]],
    [{ a: '1' }, TYPE],
    ['5,x', TYPE],
    [{ $where: '1' }, TYPE],
  ])('of integers: %j becomes %j', (value, expected) =>
    expect(read(list(integer()), value)).toEqual(expected),
  )
  it('of texts is split at commas only', () => {
    expect(read(list(text()), 'New Club, Chess')).toEqual(['New Club', 'Chess'])
  })
  it('of enums is split at white space, too', () => {
    expect(read(list(oneOf(['a', 'b'])), 'a b')).toEqual(['a', 'b'])
  })
  it('collapses duplicates, first position kept', () => {
    expect(read(list(integer(), { unique: true }), '3,1,3,2,1')).toEqual([3, 1, 2])
  })
  it('01 §1 values: has 1,000 elements at most, and a longer text is never split into some of them', () => {
    expect(read(list(text()), 'a,'.repeat(999))).toHaveLength(999)
    expect(read(list(text()), `${','.repeat(999)}a`)).toEqual(['a'])
    expect(read(list(text()), `${','.repeat(1_000)}a`)).toBe('rest_too_many_items')
    expect(read(list(integer(), { unique: true }), '1 '.repeat(50_000))).toBe('rest_too_many_items')
    expect(
      read(
        list(integer()),
        Array.from({ length: 1_000 }, () => 1),
      ),
    ).toHaveLength(1_000)
    expect(
      list(integer(), { unique: true }).read(
        Array.from({ length: 1_001 }, () => 1),
        'venue',
        moment,
      ),
    ).toMatchObject({ problem: { message: 'venue must not have more than 1000 elements.' } })
  })
  it('01 §1 values: none of its elements is looked at when there are too many', () => {
    expect(read(list(integer()), 'x,'.repeat(1_001))).toBe('rest_too_many_items')
  })
  it('01 §1 values: a text has 10,000 characters at most where no other rule limits it', () => {
    expect(read(text(), '😀'.repeat(10_000))).toBe('😀'.repeat(10_000))
    expect(read(text(), 'a'.repeat(10_001))).toBe('rest_too_long')
    expect(read(text({ pattern: '^a+$' }), 'a'.repeat(1_000_000))).toBe('rest_too_long')
    expect(read(list(text()), ['a'.repeat(10_001)])).toBe('rest_too_long')
  })
  it('has a length', () => {
    expect(read(list(integer(), { maxItems: 2 }), '1,2,3')).toBe('rest_too_many_items')
  })
})

describe('01 §2 object', () => {
  const part = object({ path: required(text(), { description: '' }) })
  it('keeps declared members', () => expect(read(part, { path: '/', x: 1 })).toEqual({ path: '/' }))
  it('names the place of a nested mistake', () => {
    const result = list(part).read([{ path: '/' }, { path: 5 }], 'requests', moment)
    expect(result).toEqual({
      ok: false,
      problem: {
        code: TYPE,
        message: 'requests[1][path] is not a text.',
        data: { param: 'requests[1][path]' },
      },
    })
    expect(read(list(part), [{}])).toBe('rest_property_required')
  })
  it('may be empty', () => {
    expect(read(anyObject(), '')).toEqual({})
    expect(read(anyObject(), 'x')).toBe(TYPE)
    expect(read(anyObject(), [])).toBe(TYPE)
  })
})
