import { describe, expect, it } from 'vitest'
import { documentFile } from '../../../../services/api/pages/sending/document-file.ts'
import { KEPT } from '../../../../services/api/pages/page.ts'
import { bytesOf } from '../../../../services/api/platform/answers/send-file.ts'

const document = (around: string) => `<p>${around}</p>${KEPT}<p>end</p>`
const part = (text: string, mark: string) => ({ text, mark: () => mark })

describe('a document with a kept part', () => {
  it('is the document with the part in its place, whatever signs it has', () => {
    const kept = part("<b>$& $1 $' é 🎉</b>", 'm')
    expect(bytesOf(documentFile(document('A'), { kept })).toString()).toBe(
      "<p>A</p><b>$& $1 $' é 🎉</b><p>end</p>",
    )
  })
  it('has another tag when what is around it or what stands for it is another one, and else the same', () => {
    const tags = [
      documentFile(document('A'), { kept: part('x', 'm1') }),
      documentFile(document('A'), { kept: part('y', 'm2') }),
      documentFile(document('B'), { kept: part('x', 'm1') }),
    ].map(({ etag }) => etag)
    expect(new Set(tags).size).toBe(3)
    expect(documentFile(document('A'), { kept: part('x', 'm1') }).etag).toBe(tags[0])
  })
  it('makes its tag without its bytes', () => {
    const kept = {
      get text(): string {
        throw new Error('the text was asked for')
      },
      mark: () => 'm',
    }
    expect(documentFile(document('A'), { kept }).etag).toMatch(/^"[\w-]+"$/)
  })
})

it('a document without one has the tag of its bytes', () => {
  const file = documentFile('<p>é</p>', {})
  expect(bytesOf(file).toString()).toBe('<p>é</p>')
  expect(file.etag).toBe('"4-1Y4v0rVbSt1s54KapWnJwnZM0"')
})
