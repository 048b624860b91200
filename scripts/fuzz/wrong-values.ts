import fc, { type Arbitrary } from 'fast-check'

export type Schema = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minimum?: number
  readonly minLength?: number
  readonly format?: string
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

const WRONG = {
  boolean: ['yes', 'no', 2, -1, '', ' true', '1.0', 'null', [true], { a: true }, 0.5],
  integer: [
    -1,
    0,
    1.5,
    2 ** 53,
    1e21,
    ' 5',
    '5 ',
    '5abc',
    '1e3',
    '0x10',
    '',
    '1.5',
    '--1',
    true,
    [5],
    { a: 5 },
    '٣',
  ],
  number: ['', ' 1', '1e3', '1,5', 'NaN', 'Infinity', true, [1.5], '0x1'],
  array: [
    ['a'],
    [[1]],
    [null],
    [true],
    [{}],
    'a,,b',
    'a b',
    true,
    { id: 'x' },
    { a: 1 },
    999_999,
    '999999',
    [{ city: 'Troy' }],
  ],
  uri: [
    'javascript:alert(1)',
    '//host',
    'http://',
    'a@b',
    'plain',
    'http:a',
    'data:text/html,x',
    5,
    ['https://a.example'],
  ],
  date: [
    '2027-02-30',
    '2027-13-01',
    '25:00',
    'next wednesday 4pm',
    '2027-05-01T10:00 Z',
    1804654800,
    '',
    ' now',
    '12345678',
  ],
  string: [
    5,
    1.5,
    true,
    false,
    '',
    ' ',
    '\u0000',
    ['a'],
    { a: 'b' },
    'trash',
    'Publish',
    'any',
    'Mars/X',
    [],
    {},
  ],
} as const satisfies { readonly [kind: string]: readonly unknown[] }

const kindOf = (schema: Schema): keyof typeof WRONG => {
  const { type = 'string', format, pattern = '' } = schema.anyOf?.[0] ?? schema
  if (format === 'uri') return 'uri'
  if (pattern.startsWith('^(?:\\d{4}')) return 'date'
  return type === 'boolean' || type === 'integer' || type === 'number' || type === 'array' ? type : 'string'
}

const TOO_LONG: readonly unknown[] = [
  ...['x'.repeat(2_000), 'x'.repeat(2_001), '😀'.repeat(2_001), `https://a.example/${'x'.repeat(2_048)}`],
  ...[Array.from({ length: 101 }, (_, n) => n + 1), 'a,'.repeat(120)],
]

/** Just beside what is admitted: of this kind, or of another. */
export const nearOf = (schema: Schema): Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<unknown>(...WRONG[kindOf(schema)]) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(...Object.values(WRONG).flat()) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(...TOO_LONG) },
  )

const nestedDeep = (levels: number) => {
  let value: unknown = 'deep'
  for (let n = 0; n < levels; n++) value = n % 2 === 0 ? [value] : { a: value }
  return value
}

export const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom<unknown>(
    { $gt: '' },
    { $ne: null },
    { $where: '1' },
    [{ $gt: '' }],
    { length: 3 },
    { toString: 'x' },
  ),
  fc.constantFrom<unknown>(
    '\u0000',
    '\u202e\u2066',
    '\ud800',
    '\ufeff',
    'a\r\nSet-Cookie: x=1',
    '${7*7}',
    '{{1}}',
    '../../etc',
  ),
  fc.constantFrom<unknown>(
    "' OR 1=1 --",
    '<img src=x onerror=alert(1)>',
    '&#38;amp;#60;',
    '%00',
    '%',
    '�'.repeat(50),
  ),
  fc.constantFrom<unknown>(
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    5e-324,
    -0,
    '9'.repeat(400),
    `1.${'0'.repeat(400)}`,
  ),
  fc.constantFrom<unknown>(nestedDeep(30), nestedDeep(120), {}, [], [[]], [{}], { 0: 1 }, { 0: { 0: 1 } }),
  fc.constantFrom<unknown>(
    'a'.repeat(140_000),
    `${'<b>'.repeat(3_000)}x`,
    '&'.repeat(3_000),
    '<'.repeat(3_000),
  ),
)
