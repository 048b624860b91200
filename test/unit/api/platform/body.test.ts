import { describe, expect, it } from 'vitest'
import { readBody } from '../../../../services/api/platform/request/body.ts'

const JSON_TYPE = 'application/json'
const read = (body: string | Buffer, type = JSON_TYPE) => readBody(Buffer.from(body), type)
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
    [
      'multipart',
      'multipart/form-data; boundary=b',
      (n: number) => `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(n)}--b--\r\n`,
    ],
  ] as const)('00 §8: a %s body with more than 50,000 values is too large', async (_, type, body) => {
    expect(await read(body(50_000), type)).toMatchObject({ ok: true })
    expect(await read(body(50_001), type)).toEqual({ ok: false, code: 'rest_request_too_large', error: {} })
  })

  it('00 §8: so is a JSON body with more than 250,000 members at any depth', async () => {
    const body = (n: number) => `{"list":[${Array.from({ length: n - 1 }, () => '{"a":"::"}').join()}]}`
    expect(await read(body(250_000))).toMatchObject({ ok: true })
    expect(await read(body(250_001))).toMatchObject({ ok: false, code: 'rest_request_too_large' })
  })

  it('names nested more than 64 levels deep are dropped', async () => {
    expect(await read(`a${'[b]'.repeat(64)}=1&c=2`, FORM)).toMatchObject({ form: { c: '2' } })
    expect(await read(`a${'[b]'.repeat(64)}=1&c=2`, FORM)).not.toHaveProperty('form.a')
    expect(await read(`a${'[b]'.repeat(63)}=1`, FORM)).toHaveProperty('form.a')
  })
})
