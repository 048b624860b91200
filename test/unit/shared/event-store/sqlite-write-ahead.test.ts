import { copyFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { writeAheadOf } from '../../../../shared/event-store/sqlite/write-ahead.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const PAGE = 4_096

const opened = () => {
  const file = join(temporaryFolder(), 'pages.sqlite')
  const db = new DatabaseSync(file)
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE texts (name TEXT PRIMARY KEY, text TEXT) WITHOUT ROWID',
  )
  const writeAhead = writeAheadOf(db, file, PAGE)
  const put = db.prepare('INSERT OR REPLACE INTO texts VALUES (?, ?)')
  let next = 1
  const write = (count: number) => {
    for (let n = 0; n < count; n++) {
      next = (next * 48_271) % 2_147_483_647
      put.run(`name ${next}`, `text ${n} `.repeat(20))
      writeAhead.wrote(3)
    }
  }
  const pages = () => {
    const bytes = readFileSync(file)
    return Array.from({ length: bytes.length / PAGE }, (_, n) => bytes.subarray(n * PAGE, (n + 1) * PAGE))
  }
  return { db, writeAhead, write, pages, file }
}

it('nobody knows after a start which pages were written', () => {
  const { writeAhead, write } = opened()
  write(10)
  writeAhead.empty()
  expect(writeAhead.changed()).toBe('all')
})

it.each([5, 400, 3_000])('%i rows later it knows every page that is another one', count => {
  const { writeAhead, write, pages, file } = opened()
  write(6_000)
  writeAhead.empty()
  writeAhead.forget()
  const before = pages()
  write(count)
  writeAhead.empty()
  expect(readFileSync(`${file}-wal`)).toHaveLength(0)
  const changed = new Set(writeAhead.changed() as Iterable<number>)
  const others = pages().flatMap((page, n) => (before[n]?.equals(page) === true ? [] : [n]))
  expect(others.filter(n => !changed.has(n))).toEqual([])
  expect(changed.size).toBeLessThanOrEqual(others.length + 2)
})

it('a reader that stays keeps the rest for later, and nothing is forgotten', () => {
  const { writeAhead, write, pages, file } = opened()
  write(3_000)
  writeAhead.empty()
  writeAhead.forget()
  const before = pages()
  const reader = new DatabaseSync(file, { readOnly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM texts').get()
  write(1_500)
  expect(() => writeAhead.empty()).toThrow('a reader keeps deleted content')
  reader.close()
  write(1_500)
  writeAhead.empty()
  const changed = new Set(writeAhead.changed() as Iterable<number>)
  const others = pages().flatMap((page, n) => (before[n]?.equals(page) === true ? [] : [n]))
  expect(others.filter(n => !changed.has(n))).toEqual([])
})

it('its file is made longer ahead of what is written, and what is in it can be read', () => {
  const { write, file } = opened()
  const sizes = Array.from({ length: 400 }, () => {
    write(1)
    return statSync(`${file}-wal`).size
  })
  // 400 transactions of 3 pages in pieces of 256 KiB; each would make it longer by itself
  expect(new Set(sizes).size).toBeLessThan(40)
  for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${file}.copy${end}`)
  const copy = new DatabaseSync(`${file}.copy`)
  expect({ ...copy.prepare('SELECT count(*) AS rows FROM texts').get() }).toEqual({ rows: 400 })
  copy.close()
})
