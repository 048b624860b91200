import { describe, expect, it } from 'vitest'
import { jsonText, markedJson, wireOf, withFields } from '../../../../services/api/platform/answers/answer.ts'

const guest = { method: 'GET', guest: true, allow: 'GET', overridden: false }
const marked = (text: string, mark: string) => markedJson(200, { text, mark })

describe('the tag of an answer with a mark (spec 01 §6)', () => {
  it('is another one when the mark is another', () => {
    const [one, other] = ['first', 'second'].map(mark => wireOf(marked('{"a":1}', mark), '', guest).etag)
    expect(one).toMatch(/^"[\w-]{27}"$/)
    expect(other).not.toBe(one)
  })

  it('goes by what is sent once members were left out', () => {
    const full = marked('{"a":1,"b":2}', 'mark')
    const sent = withFields(full, { b: null })
    expect(wireOf(sent, '', guest)).toEqual(wireOf(jsonText(200, '{"b":2}'), '', guest))
  })
})

it('tells the length in bytes, of ASCII and of other texts', () => {
  expect(wireOf(marked('{"a":1}', 'mark'), '', guest)).toMatchObject({
    encoding: 'latin1',
    headers: expect.arrayContaining(['Content-Length', '7']) as unknown,
  })
  expect(wireOf(jsonText(200, '{"a":"é"}'), '', guest)).toMatchObject({
    encoding: 'utf8',
    headers: expect.arrayContaining(['Content-Length', '10']) as unknown,
  })
})
