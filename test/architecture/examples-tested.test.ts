import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { examplesIn } from '../../scripts/spec-coverage/named.ts'
import { titlesBelow } from '../../scripts/spec-coverage/titles.ts'

let named: ReadonlySet<string>
beforeAll(async () => {
  named = new Set((await titlesBelow(join(import.meta.dirname, '..'))).flatMap(examplesIn))
})

const from = (file: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${file}-${first + index}`)

describe('every example is named by a test', () => {
  it.each([
    ['addressing and methods', from('00', 1, 9)],
    ['the platform', from('01', 1, 15)],
    ['reading the first generation', from('02', 1, 17)],
    ['writing the first generation', from('02', 20, 44)],
    ['dates', from('04', 1, 13)],
  ])('of %s', (_, ids) => {
    expect(ids.filter(id => !named.has(id))).toEqual([])
  })
})
