import { BSON } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { readingOfLate } from '../../../../shared/documents/mongodb/reading.ts'

const sent = (document: object): Buffer => Buffer.from(BSON.serialize(document))

describe('what pages have, of its bytes', () => {
  it('is the same object when it comes in the same bytes, and another when any byte is another', () => {
    const read = readingOfLate()
    const one = read(sent({ row: { _id: 1, text: 'é', at: 0.5 } }))
    expect(one).toEqual({ row: { _id: 1, text: 'é', at: 0.5 } })
    expect(read(sent({ row: { _id: 1, text: 'é', at: 0.5 } }))).toBe(one)
    expect(read(sent({ row: { _id: 1, text: 'è', at: 0.5 } }))).toEqual({
      row: { _id: 1, text: 'è', at: 0.5 },
    })
    expect(read(sent({ row: { _id: 1, text: 'é', at: 0.25 } }))).toEqual({
      row: { _id: 1, text: 'é', at: 0.25 },
    })
  })

  it('keeps nothing of the bytes that it was given', () => {
    const read = readingOfLate()
    const bytes = sent({ row: { _id: 1, text: 'one' } })
    const one = read(bytes)
    bytes.set(sent({ row: { _id: 1, text: 'two' } }))
    expect(one).toEqual({ row: { _id: 1, text: 'one' } })
    expect(read(bytes)).toEqual({ row: { _id: 1, text: 'two' } })
  })

  it('lets go what was not shown lately, and keeps nothing that is larger than half of all', () => {
    const read = readingOfLate(10_000)
    const numbered = (n: number) => sent({ row: { _id: n, text: 'x'.repeat(1_000) } })
    const [first, second] = [read(numbered(1)), read(numbered(2))]
    for (let n = 3; n < 20; n++) {
      read(numbered(n))
      expect(read(numbered(2))).toBe(second)
    }
    expect(read(numbered(1))).not.toBe(first)
    const large = sent({ row: { _id: 1, text: 'x'.repeat(6_000) } })
    expect(read(large)).not.toBe(read(large))
  })
})
