import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'

/** First byte of a page of a tree, and the length of its header: inner and leaf pages, of indexes and of tables. */
const HEADERS = new Map([
  [2, 12],
  [5, 12],
  [10, 8],
  [13, 8],
])
/** The first page begins with the header of the file. */
const FILE_HEADER = 100
const PAGES_AT_ONCE = 512

/** From the last pointer to a cell up to the first cell; null: the page is not of a tree. */
const gapOf = (page: Buffer, start: number): readonly [from: number, to: number] | null => {
  const header = HEADERS.get(page[start] ?? 0)
  if (header === undefined) return null
  const from = start + header + 2 * page.readUInt16BE(start + 3)
  const to = page.readUInt16BE(start + 5) || 65_536
  return from < to && to <= page.length ? [from, to] : null
}

/**
 * SQLite zeroes what it deletes (`secure_delete`), but not what it leaves behind in a page when it moves cells to their
 * neighbours: copies of records, which a later deletion does not find. They stand in the unused middle of the page,
 * which means nothing to SQLite. It is zeroed here, in the file itself: to be called while nothing is in the
 * write-ahead log, and before a page that is in memory is written again.
 *
 * The file stays open until `close`, since closing it would end the locks that this process has on it.
 */
export const gapsOf = (file: string, pageSize: number) => {
  const fd = openSync(file, 'r+')
  const zeroes = Buffer.alloc(pageSize)
  const pages = Buffer.alloc(PAGES_AT_ONCE * pageSize)

  /** Whether there was anything in the gaps of so many pages. */
  const wipeFrom = (first: number, count: number): boolean => {
    const start = first * pageSize
    const bytes = readSync(fd, pages, 0, count * pageSize, start)
    let found = false
    for (let offset = 0; offset + pageSize <= bytes; offset += pageSize) {
      const page = pages.subarray(offset, offset + pageSize)
      const gap = gapOf(page, start + offset === 0 ? FILE_HEADER : 0)
      if (gap === null) continue
      const [from, to] = gap
      if (page.compare(zeroes, 0, to - from, from, to) === 0) continue
      writeSync(fd, zeroes, 0, to - from, start + offset + from)
      found = true
    }
    return found
  }

  const wipeAll = (): boolean => {
    const { size } = fstatSync(fd)
    let found = false
    for (let first = 0; first * pageSize < size; first += PAGES_AT_ONCE)
      found = wipeFrom(first, PAGES_AT_ONCE) || found
    return found
  }

  return {
    /** `changed`: numbers of the pages, from 0, that were written since it was done before. */
    wipe: (changed: Iterable<number> | 'all'): void => {
      let found = false
      if (changed === 'all') found = wipeAll()
      else for (const page of changed) found = wipeFrom(page, 1) || found
      if (found) fdatasyncSync(fd)
    },
    close: (): void => closeSync(fd),
  }
}
