import { describe, expect, it } from 'vitest'
import { alikeIn, type Compared } from '../../../../../services/api/pages/manage/directory/alike.ts'

const named = (...names: readonly (string | readonly [name: string, place: string])[]): readonly Compared[] =>
  names.map((one, n) =>
    typeof one === 'string'
      ? { id: n + 1, name: one, place: '' }
      : { id: n + 1, name: one[0], place: one[1] },
  )

const told = async (things: readonly Compared[], most = 100) =>
  (await alikeIn(things, most)).map(({ one, other, why }) => [one.id, other.id, why])

describe('07 §7.1 names that may be of one thing', () => {
  it.each([
    ['case, accents, signs and articles', ['Café Élan', 'the cafe elan!'], [[1, 2, 'same']]],
    ['the order of words', ['Main Hall', 'Hall, Main'], [[1, 2, 'same']]],
    ['a letter too much', ['Gymnasium', 'Gymnnasium'], [[1, 2, 'near']]],
    ['another letter', ['Auditorium', 'Auditorlum'], [[1, 2, 'near']]],
    ['two letters the other way round', ['Auditorium', 'Auditoirum'], [[1, 2, 'near']]],
    ['another number', ['Classroom 1', 'Classroom 2'], []],
    ['two letters other', ['Auditorium', 'Auditarlum'], []],
    ['short names', ['Gym A', 'Gym B'], []],
    [
      'other places',
      [
        ['Town Hall', 'Troy'],
        ['Town Hall', 'Albany'],
      ],
      [],
    ],
    [
      'no place',
      [
        ['Town Hall', 'Troy'],
        ['Town Hall', ''],
      ],
      [[1, 2, 'same']],
    ],
    [
      'three of one name',
      ['Hall', 'Hall', 'Hall'],
      [
        [1, 2, 'same'],
        [1, 3, 'same'],
        [2, 3, 'same'],
      ],
    ],
    ['nothing but signs', ['!!!', '???'], []],
  ] as const)('%s', async (_, names, pairs) => {
    expect(await told(named(...names))).toEqual(pairs)
  })

  it('the same ones come first, and no more than are asked for', async () => {
    const all = named('Gymnasium', 'Gymnnasium', 'Hall', 'Hall')
    expect(await told(all)).toEqual([
      [3, 4, 'same'],
      [1, 2, 'near'],
    ])
    expect(await told(all, 1)).toEqual([[3, 4, 'same']])
  })

  it('compares no more than grows with their number, even of ten thousand of one name', async () => {
    const all = Array.from({ length: 10_000 }, (_, n) => ({ id: n + 1, name: 'Assembly hall', place: '' }))
    expect((await alikeIn(all, 1_000_000)).length).toBeLessThan(11_000)
  })
})
