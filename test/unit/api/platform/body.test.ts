import { describe, expect, it } from 'vitest'
import { takeBody } from '../../../../services/api/platform/request/intake.ts'
import { BODY_BYTES, GUEST_BODY_BYTES, MOST_VALUES } from '../../../../shared/limits/requests.ts'
import { readBody } from '../../../../services/api/platform/request/body.ts'

const JSON_TYPE = 'application/json'
const read = (body: string | Buffer, type = JSON_TYPE) => readBody(Buffer.from(body), type, MOST_VALUES)
const nestedIn = (member: string, depth: number) =>
  `{"title":"x","${member}":${'['.repeat(depth)}${']'.repeat(depth)}}`

describe('01 §1 JSON bodies', () => {
  it.each(['a', '__proto__', '\\u0061', 'constructor'])(
    'one that is nested more than 512 levels deep is no JSON, whatever its names: %s',
    async member => {
      expect(await read(nestedIn(member, 511))).toMatchObject({ ok: true, json: { title: 'x' } })
      expect(await read(nestedIn(member, 512))).toEqual({
        ok: false,
        code: 'rest_invalid_json',
        error: { json_error_code: 1, json_error_message: 'Maximum depth exceeded' },
      })
      expect(await read(nestedIn(member, 1_000_000))).toMatchObject({ ok: false })
    },
  )

  it('brackets inside texts are no nesting', async () => {
    const text = `${'['.repeat(2_000)}"\\{{{`
    expect(await read(JSON.stringify({ text, list: [1] }))).toEqual({
      ok: true,
      json: { text, list: [1] },
      form: {},
    })
  })

  it('bytes that are no UTF-8 are no JSON', async () => {
    const latin1 = Buffer.from('{"title":"Café"}', 'latin1')
    expect(await read(latin1)).toEqual({
      ok: false,
      code: 'rest_invalid_json',
      error: { json_error_code: 5, json_error_message: 'Malformed UTF-8 characters' },
    })
  })

  it('names that could reach a prototype go, at any depth, however they are written', async () => {
    const body = '{"__proto__":{"a":1},"list":[{"constr\\u0075ctor":1,"b":[{"prototype":2,"c":3}]}]}'
    expect(await read(body)).toEqual({ ok: true, json: { list: [{ b: [{ c: 3 }] }] }, form: {} })
  })

  it('half a character becomes the replacement character, at any depth', async () => {
    expect(await read('{"title":"a\\ud800b","list":[{"x":"\\udfff"}],"pair":"\\ud83d\\ude00"}')).toEqual({
      ok: true,
      json: { title: 'a\ufffdb', list: [{ x: '\ufffd' }], pair: '😀' },
      form: {},
    })
  })
})

describe('01 §1 form bodies', () => {
  const FORM = 'application/x-www-form-urlencoded'

  it('`[]` goes on behind the highest index, for a list of any length', async () => {
    expect(await read('a[]=x&a[5]=y&a[]=z&a[b]=q&a[]=w', FORM)).toMatchObject({
      form: { a: { 0: 'x', 5: 'y', 6: 'z', b: 'q', 7: 'w' } },
    })
    const many = await read(Array.from({ length: 50_000 }, () => 'a[]=1').join('&'), FORM)
    expect(many.ok && Object.keys(many.form['a'] as object).length).toBe(50_000)
  })

  it.each([
    ['form', FORM, (n: number) => Array.from({ length: n }, () => 'a[]=1').join('&')],
    ['JSON', JSON_TYPE, (n: number) => `{${Array.from({ length: n }, (_, at) => `"a${at}":1`).join()}}`],
    // 2 lists in the object, then lists without anything in them, then objects with one member each
    ['JSON', JSON_TYPE, (n: number) => `{"a":[${'[],'.repeat(n - 3)}[]],"b":[ ]}`],
    ['JSON', JSON_TYPE, (n: number) => `{"a":[${'{"a":"::"},'.repeat(n / 2 - 1)}${n % 2 ? '1,' : ''}[]]}`],
  ] as const)('00 §8: a %s body with more than 50,000 values is too large', async (_, type, body) => {
    expect(await read(body(50_000), type)).toMatchObject({ ok: true })
    expect(await read(body(50_001), type)).toEqual({
      ok: false,
      code: 'rest_request_too_large',
      error: {},
      message: 'The request has more than 50,000 values.',
    })
  })

  it('01 §1: a body of a guest has at most 10,000 values, and says what somebody with credentials may send', async () => {
    const sent = (values: number) => {
      const bytes = Buffer.from(`{"a":[${'1,'.repeat(values - 2)}1]}`)
      return { type: JSON_TYPE, receive: () => Promise.resolve({ is: 'whole', bytes } as const) }
    }
    expect(await takeBody(sent(10_000), GUEST_BODY_BYTES)).toMatchObject({ ok: true })
    expect(await takeBody(sent(10_001), GUEST_BODY_BYTES)).toEqual({
      ok: false,
      code: 'rest_request_too_large',
      error: {},
      message: 'The request has more than 10,000 values; with credentials in its head it may have 50,000.',
    })
    expect(await takeBody(sent(10_001), BODY_BYTES)).toMatchObject({ ok: true })
  })

  it('00 §8: each level of a name beyond a plain list counts as one more value', async () => {
    const deep = (n: number) => Array.from({ length: n }, (_, at) => `a${at}${'[b]'.repeat(50)}=1`).join('&')
    expect(await read(deep(1_000), FORM)).toMatchObject({ ok: true })
    expect(await read(deep(1_001), FORM)).toMatchObject({ ok: false, code: 'rest_request_too_large' })
  })

  it('names nested more than 64 levels deep are dropped', async () => {
    expect(await read(`a${'[b]'.repeat(64)}=1&c=2`, FORM)).toMatchObject({ form: { c: '2' } })
    expect(await read(`a${'[b]'.repeat(64)}=1&c=2`, FORM)).not.toHaveProperty('form.a')
    expect(await read(`a${'[b]'.repeat(63)}=1`, FORM)).toHaveProperty('form.a')
  })
})

describe('01 §1 multipart bodies', () => {
  const TYPE = 'multipart/form-data; boundary=b'
  const part = (name: string, value: string, more = '') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const unreadable = { ok: false, code: 'rest_invalid_body', error: {} }

  it.each([2, 3, 20_000])('a form that ends %i times before it has begun is unreadable', async times => {
    expect(await read('--b--\r\n'.repeat(times), TYPE)).toEqual(unreadable)
  })

  it('fields count, files are passed over', async () => {
    const body = `${part('a[]', 'é')}${part('f', 'x', '; filename="f.txt"')}${part('a[]', 'y')}--b--\r\n`
    expect(await read(body, TYPE)).toEqual({ ok: true, json: {}, form: { a: { 0: 'é', 1: 'y' } } })
    expect(await read('--b--\r\n', TYPE)).toEqual({ ok: true, json: {}, form: {} })
  })

  it('05 §13: of the field that is wanted the first file is kept, byte by byte', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 45, 45, 97, 13])
    const file = (name: string, body: string | Buffer, called = 'f.ics') => [
      `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${called}"\r\n\r\n`,
      ...[body, '\r\n'],
    ]
    const pieces = [
      part('a', 'é'),
      ...file('g', 'x'),
      ...file('f', bytes, 'dir/ü.ics'),
      ...file('f', 'y'),
      '--b--',
    ]
    const body = Buffer.concat(pieces.map(piece => Buffer.from(piece)))
    expect(await readBody(body, TYPE, MOST_VALUES, 'f')).toEqual({
      ...{ ok: true, json: {}, form: { a: 'é' } },
      file: { name: 'ü.ics', bytes },
    })
    expect(await readBody(body, TYPE, MOST_VALUES, 'h')).toEqual({ ok: true, json: {}, form: { a: 'é' } })
    const large = Buffer.alloc(3_000_000, 'ab\r\n-')
    const sent = Buffer.concat([...file('f', large), '--b--'].map(piece => Buffer.from(piece)))
    const read = await readBody(sent, TYPE, MOST_VALUES, 'f')
    expect(read.ok && read.file !== undefined && large.equals(read.file.bytes)).toBe(true)
  })

  it.each(['form-data', 'form-data; nameR"x"', 'form-data; filename="x"', 'form-daty; name', ''])(
    'parts without a name are passed over: %s',
    async disposition => {
      const nameless = `--b\r\nContent-Disposition: ${disposition}\r\n\r\nx\r\n`
      expect(await read(`${nameless}${part('a', 'y')}--b--\r\n`, TYPE)).toEqual({
        ok: true,
        json: {},
        form: { a: 'y' },
      })
    },
  )

  it.each([
    ['field', part('a', 'x')],
    ['file', part('a', 'x', '; filename="x"')],
    [
      'file by its type',
      `--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/octet-stream\r\n\r\nx\r\n`,
    ],
  ])('one with a %s that is cut off anywhere cannot be read', async (_, text) => {
    const whole = `${text}--b--`
    expect(await read(whole, TYPE)).toMatchObject({ ok: true })
    for (let length = 1; length < whole.length; length++)
      expect(await read(whole.slice(0, length), TYPE), String(length)).toEqual(unreadable)
  })

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=c',
    'multipart/form-data; boundary="',
  ])('nor can one whose boundary is missing or another: %s', async type => {
    expect(await read(`${part('a', 'x')}--b--\r\n`, type)).toEqual(unreadable)
    expect(await read('', type)).toEqual({ ok: true, json: {}, form: {} })
  })

  it.each([
    ['parts', part('a', '1'), TYPE],
    ['files', part('a', '', '; filename="x"'), TYPE],
    [
      'parts behind a boundary inside of another parameter',
      part('a', '1'),
      'multipart/form-data; x="; boundary=zz"; boundary=b',
    ],
    [
      'parts behind the first of two boundaries',
      part('a', '1'),
      'multipart/form-data; boundary=b; boundary=zz',
    ],
  ])('00 §8: more than 1,000 %s are too many', async (_, one, type) => {
    expect(await read(`${one.repeat(1_000)}--b--\r\n`, type)).toMatchObject({ ok: true })
    expect(await read(`${one.repeat(1_001)}--b--\r\n`, type)).toEqual({
      ok: false,
      code: 'rest_request_too_large',
      error: {},
      message: 'The request has more than 1,000 parts.',
    })
  })
})
