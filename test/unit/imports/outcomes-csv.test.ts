import { describe, expect, it } from 'vitest'
import { logPosition } from '../../../shared/kernel/brands.ts'
import { importQueries, type ImportRecordItem } from '../../../projections/import-status/queries.ts'
import { importCollections, type ImportChunkDoc } from '../../../projections/import-status/collections.ts'
import { putIfNewer } from '../../../projections/engine/guarded-write.ts'
import { outcomesCsv as pageOf, outcomesPieces } from '../../../services/imports/run/outcomes-csv.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'

const outcomesCsv = async (items: readonly ImportRecordItem[]) =>
  (await pageOf({ itemsFrom: async () => ({ items, next: null }) }, 'abc', 1)).csv

const item = {
  position: 1,
  line: 12,
  outcome: 'created',
  reason: null,
  warnings: [],
  id: 41,
  uid: 'a1@feed.example',
  title: 'Book fair',
} as const

const HEADER = 'position,line,outcome,reason,warnings,found,id,uid,title\r\n'

describe('outcomes as CSV (05 §1 items)', () => {
  it('is a header alone without items', async () => {
    expect(await outcomesCsv([])).toBe(HEADER)
  })

  it('has a row for every item, in order, with the line of the file', async () => {
    const failed = {
      ...item,
      position: 2,
      line: 30,
      outcome: 'failed',
      reason: 'missing_title',
      id: null,
    } as const
    expect(
      await outcomesCsv([item, { ...failed, uid: null, title: '', warnings: ['overnight', 'bad_url'] }]),
    ).toBe(
      `${HEADER}1,12,created,,,,41,a1@feed.example,Book fair\r\n2,30,failed,missing_title,overnight bad_url,,,,\r\n`,
    )
  })

  it('leaves the outcome of a waiting item empty', async () => {
    expect(await outcomesCsv([{ ...item, line: null, outcome: null, id: null }])).toBe(
      `${HEADER}1,,,,,,,a1@feed.example,Book fair\r\n`,
    )
  })

  it('has what a file says there, with the code where there is more than one', async () => {
    const warnings = ['bad_url', 'two_times'] as const
    const found = { bad_url: 'URL:=1+1', two_times: 'Date: 1, 2' }
    expect(await outcomesCsv([{ ...item, warnings, found }])).toBe(
      `${HEADER}1,12,created,,bad_url two_times,"bad_url: URL:=1+1; two_times: Date: 1, 2",41,a1@feed.example,Book fair\r\n`,
    )
    expect(await outcomesCsv([{ ...item, warnings: ['bad_url'], found: { bad_url: '=1+1' } }])).toBe(
      `${HEADER}1,12,created,,bad_url,'=1+1,41,a1@feed.example,Book fair\r\n`,
    )
  })

  it('quotes separators, quotes and line breaks', async () => {
    expect(await outcomesCsv([{ ...item, title: 'Fair, "big"\r\nand long' }])).toBe(
      `${HEADER}1,12,created,,,,41,a1@feed.example,"Fair, ""big""\r\nand long"\r\n`,
    )
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['=A1,"x"', `"'=A1,""x"""`],
    ['a=1', 'a=1'],
  ])('keeps a spreadsheet from running %j', async (title, cell) => {
    expect(await outcomesCsv([{ ...item, title }])).toBe(
      `${HEADER}1,12,created,,,,41,a1@feed.example,${cell}\r\n`,
    )
  })
})

describe('outcomes of large imports', () => {
  const told = {
    line: 12,
    outcome: 'created',
    reason: null,
    warnings: [],
    id: 41,
    uid: null,
    type: null,
  } as const

  const imported = async (chunks: number) => {
    const collections = await importCollections(memoryDocuments())
    const each = Array.from({ length: 50 }, (_, n) => n)
    const docs = Array.from({ length: chunks }, (_, chunk) => ({
      _id: `abc/d/${chunk * 50 + 1}`,
      rev: logPosition(1),
      importId: 'abc',
      digest: 'd',
      first: chunk * 50 + 1,
      last: chunk * 50 + 50,
      accepted: true,
      ids: [],
      has: ['created'] as const,
      items: each.map(n => ({ ...told, title: `T${chunk * 50 + n + 1}` })),
    }))
    await collections.chunks.bulkWrite(docs.map(doc => putIfNewer<ImportChunkDoc>(doc)))
    return importQueries(collections)
  }

  it('come piece by piece, a thousand rows each, every one once and in order', async () => {
    const sizes = []
    const rows = []
    for await (const piece of outcomesPieces(await imported(2_000), 'abc', new AbortController().signal)) {
      const lines = piece.split('\r\n').slice(0, -1)
      sizes.push(lines.length)
      rows.push(...lines)
    }
    expect(sizes).toEqual([1_001, ...Array.from({ length: 99 }, () => 1_000)])
    expect(rows.slice(1)).toEqual(
      Array.from({ length: 100_000 }, (_, n) => `${n + 1},12,created,,,,41,,T${n + 1}`),
    )
  })

  it('from a position inside of a chunk on', async () => {
    const { items, next } = await (await imported(3)).itemsFrom('abc', 149)
    expect([items.map(({ title }) => title), next]).toEqual([['T149', 'T150'], null])
    expect(await (await imported(3)).itemsFrom('abc', 151)).toEqual({ items: [], next: null })
  })

  it('no more than are wanted', async () => {
    const { itemsFrom } = await imported(3)
    const some = async (from: number, limit: number) => {
      const { items, next } = await itemsFrom('abc', from, limit)
      return [items.map(({ position }) => position), next]
    }
    expect(await some(49, 3)).toEqual([[49, 50, 51], 52])
    expect(await some(148, 3)).toEqual([[148, 149, 150], null])
    expect(await some(1, 0)).toEqual([[], null])
  })

  it('end when nobody takes them any more', async () => {
    const gone = new AbortController()
    let pieces = 0
    for await (const piece of outcomesPieces(await imported(2_000), 'abc', gone.signal)) {
      pieces += piece.length > 0 ? 1 : 0
      gone.abort()
    }
    expect(pieces).toBe(1)
  })
})
