import { closeSync, existsSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { query } from './file.ts'

/** Lengths in bytes, as the format of the file has them; a frame is a header and a page. */
const FILE_HEADER = 32
const FRAME_HEADER = 24
/** Two numbers that frames share with the file's header, unless they stand there from before it was begun anew. */
const SALTS = 8
/** Pages in the write-ahead log at which it is folded into the file: the more of them, the more changes share a write. */
const MOST_PAGES = 4_000
/** What the file of a write-ahead log is made longer by, ahead of the commits that need it. */
const ROOM = Buffer.alloc(262_144)

/** Numbers of the pages that stand in a write-ahead log, from 0; some may be of a transaction that was undone. */
const pagesIn = (fd: number, pageSize: number): readonly number[] => {
  const found: number[] = []
  const { size } = fstatSync(fd)
  const header = Buffer.alloc(FILE_HEADER)
  if (readSync(fd, header, 0, FILE_HEADER, 0) < FILE_HEADER) return found
  const frame = Buffer.alloc(FRAME_HEADER)
  for (let at = FILE_HEADER; at + FRAME_HEADER <= size; at += FRAME_HEADER + pageSize) {
    readSync(fd, frame, 0, FRAME_HEADER, at)
    if (frame.compare(header, 16, 16 + SALTS, 8, 8 + SALTS) !== 0) break
    found.push(frame.readUInt32BE(0) - 1)
  }
  return found
}

/** The file itself, once SQLite has made it. */
const fileOf = (path: string) => {
  let opened: number | null = null
  return {
    descriptor: (): number | null => {
      if (opened === null && existsSync(path)) opened = openSync(path, 'r+')
      return opened
    },
    close: (): void => {
      if (opened !== null) closeSync(opened)
    },
  }
}

/**
 * To be asked after each commit: where that had to make the file longer, room is made for those after it, which do not wait
 * twice as long for the disk for that. It holds zeros, which no reader takes for pages.
 */
const roomIn = (descriptor: () => number | null) => {
  let end = 0
  return (): void => {
    const fd = descriptor()
    if (fd === null) return
    const { size } = fstatSync(fd)
    end = size > end ? size + writeSync(fd, ROOM, 0, ROOM.length, size) : size
  }
}

/**
 * The write-ahead log of the file, which is folded into it here and nowhere else: so it is known which pages of the
 * file were written. `forget` and `changed` speak of those since then; 'all' when nobody can know, as after a start.
 */
export const writeAheadOf = (db: DatabaseSync, file: string, pageSize: number) => {
  db.exec('PRAGMA wal_autocheckpoint = 0')
  const fold = query<[busy: number, pages: number, folded: number]>(db, 'PRAGMA wal_checkpoint(PASSIVE)')
  const empty = query<[busy: number]>(db, 'PRAGMA wal_checkpoint(TRUNCATE)')
  const { descriptor, close } = fileOf(`${file}-wal`)
  const makeRoom = roomIn(descriptor)
  let changed: Set<number> | 'all' = 'all'
  let waiting = 0

  const note = (): void => {
    if (changed === 'all') return
    const fd = descriptor()
    if (fd === null) return
    for (const page of pagesIn(fd, pageSize)) changed.add(page)
  }
  const foldPages = (): void => {
    note()
    const [, written = 0, folded = 0] = fold.get() ?? []
    // whoever still reads what stood there before keeps the rest from being folded
    waiting = folded === written ? 0 : MOST_PAGES / 2
  }

  return {
    /** A transaction is over that wrote about so many pages. */
    wrote: (pages: number): void => {
      waiting += pages
      try {
        if (waiting >= MOST_PAGES) foldPages()
        makeRoom()
      } catch {
        // what was written is durable where it is; the next transaction tries again
      }
    },
    /** Everything stands in the file afterwards, and nothing in the write-ahead log. */
    empty: (): void => {
      note()
      if (empty.get()?.[0] !== 0) throw new Error('a reader keeps deleted content in the write-ahead log')
      waiting = 0
    },
    changed: (): Iterable<number> | 'all' => changed,
    forget: (): void => {
      changed = new Set()
    },
    close,
  }
}
