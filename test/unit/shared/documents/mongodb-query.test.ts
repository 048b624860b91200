import { describe, expect, it } from 'vitest'
import { parseFilter } from '../../../../shared/documents/filter.ts'
import { mongoFilter } from '../../../../shared/documents/mongodb/query.ts'
import { literal, UnsupportedQuery, type Filter } from '../../../../shared/documents/port.ts'

const sent = (filter: unknown) => mongoFilter(parseFilter(filter as Filter))

describe('what a filter sends to MongoDB', () => {
  it.each<readonly [Filter, unknown]>([
    [{}, {}],
    [{ _id: 1 }, { _id: { $eq: 1 } }],
    [
      { _id: 1, rev: { $lt: 5 } },
      { _id: { $eq: 1 }, rev: { $lt: 5 } },
    ],
    [{ v: { $ne: null } }, { v: { $ne: null } }],
    [{ v: { $in: ['a', 1] } }, { v: { $in: ['a', 1] } }],
    [{ v: { $in: ['a'] } }, { v: { $eq: 'a' } }],
    [{ v: { $nin: [] } }, { v: { $nin: [] } }],
    [{ v: { $exists: false } }, { v: { $exists: false } }],
    // two conditions of one field may be met by two elements of a list
    [{ v: { $gt: 1, $lt: 9 } }, { v: { $gt: 1 }, $and: [{ v: { $lt: 9 } }] }],
    [{ $and: [{ a: 1 }, { $and: [{ b: 2 }] }] }, { a: { $eq: 1 }, b: { $eq: 2 } }],
    [
      { a: 1, $or: [{ b: 1 }, {}], $nor: [{ c: 1 }] },
      { a: { $eq: 1 }, $and: [{ $or: [{ b: { $eq: 1 } }, {}] }, { $nor: [{ c: { $eq: 1 } }] }] },
    ],
    [{ v: { $not: { $regex: 'a' } } }, { v: { $not: { $regex: 'a' } } }],
  ])('%j', (filter, expected) => {
    expect(sent(filter)).toEqual(expected)
  })

  it.each(['.*', '^a', '$where', 'a|b', '\\', '(?i)x', '[a-z]', 'a/b'])(
    'what a person typed is no pattern: %j',
    typed => {
      const { v } = sent({ v: { $regex: literal(typed) } }) as { v: { $regex: string } }
      expect(new RegExp(v.$regex).exec(`x${typed}y`)?.[0]).toBe(typed)
      expect(v.$regex.replaceAll(/\\./g, '')).not.toMatch(/[\^$.*+?()[\]{}|]/)
    },
  )

  it('a pattern never holds the character NUL, which the server refuses', () => {
    expect(sent({ v: { $regex: 'a\0b' } })).toEqual({ v: { $regex: String.raw`a\x00b` } })
  })

  it.each([
    { $where: 'true' },
    { v: { $where: 'true' } },
    { slug: { $gt: '' }, password: { $eq: { $gt: '' } } },
    { v: { $in: [{ $gt: '' }] } },
    { v: { $regex: '.*' } },
    { v: { $expr: true } },
    { $or: [{ v: { $function: {} } }] },
    { $v: 1 },
    { 'v.$where': 1 },
    { v: ['a'] },
  ])('refuses %j', filter => {
    expect(() => sent(filter)).toThrow(UnsupportedQuery)
  })

  it('a text that looks like an operator stays a text', () => {
    expect(sent({ v: '$where', w: { $in: ['{"$gt":""}'] } })).toEqual({
      v: { $eq: '$where' },
      w: { $eq: '{"$gt":""}' },
    })
  })
})
