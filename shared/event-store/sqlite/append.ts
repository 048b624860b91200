import type { DatabaseSync } from 'node:sqlite'
import type { Position } from '../port.ts'
import { NEVER, query } from './file.ts'
import { CONFLICT, NO_LIFETIME, STRIDE, type Group, type Outcomes } from './protocol.ts'
import { ABSENT, ANY, checksum } from './record.ts'

/** How far back an append at `any` looks for records it may be repeating. */
const RECENT = 1_000
const KNOWN_STREAMS = 20_000

/** `last`: revision of the newest record ever written; ABSENT for none. */
type Head = { last: number; readonly lifetimeMs: number | null }
type Place = readonly [revision: number, position: Position]
/** Records to a stream, and when: what has expired by then is not there. */
type Asked = { readonly stream: string; readonly ids: readonly string[]; readonly at: number }
type Verdict = 'write' | 'conflict' | { readonly already: Place }

/** The writing half of the log. Every function runs inside the caller's transaction. `expire` sets a lifetime. */
export const appender = (db: DatabaseSync, expire: (stream: string, seconds: number) => void) => {
  const headOf = query<[number | null, number | null, number | null]>(
    db,
    `SELECT (SELECT max(revision) FROM records WHERE stream = ?1),
            (SELECT floor FROM lifetimes WHERE stream = ?1),
            (SELECT seconds FROM lifetimes WHERE stream = ?1)`,
  )
  const placesFrom = query<[string, number, Position]>(
    db,
    `SELECT id, revision, position FROM records
     WHERE stream = ? AND revision > ? AND expires > ? ORDER BY revision LIMIT ?`,
  )
  const highest = query<[Position]>(
    db,
    `SELECT max((SELECT position FROM highest), coalesce((SELECT max(position) FROM records), 0))`,
  )
  const insert = db.prepare(
    `INSERT INTO records (position, stream, revision, id, at, expires, crc, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const heads = new Map<string, Head>()
  let position = highest.get()?.[0] ?? 0

  const head = (stream: string): Head => {
    const known = heads.get(stream)
    if (known !== undefined) return known
    const [newest, floor, seconds] = headOf.get(stream) ?? [null, null, null]
    const found: Head = {
      last: Math.max(newest ?? ABSENT, (floor ?? 0) - 1),
      lifetimeMs: seconds === null ? null : seconds * 1000,
    }
    if (heads.size >= KNOWN_STREAMS) heads.clear()
    heads.set(stream, found)
    return found
  }

  /** Repeats are recognised by ids that stand exactly where this append would have put them; so is nothing at all. */
  const repeatedAt = ({ stream, ids, at }: Asked, expected: number): Verdict => {
    const there = placesFrom.all(stream, expected, at, ids.length)
    const last = there.at(-1)
    if (last === undefined && expected === ABSENT) return 'write'
    const same = there.length === ids.length && there.every(([id], index) => id === ids[index])
    return same && last !== undefined ? { already: [last[1], last[2]] } : 'conflict'
  }

  const repeatedAnywhere = ({ stream, ids, at }: Asked, last: number): Verdict => {
    const recent = placesFrom.all(stream, last - RECENT, at, RECENT)
    const places = new Map(recent.map(([id, revision, at]) => [id, [revision, at] as const]))
    const matches = ids.map(id => places.get(id))
    if (matches[0] === undefined) return 'write'
    const end = matches.at(-1)
    return end === undefined || matches.includes(undefined) ? 'conflict' : { already: end }
  }

  const judge = (asked: Asked, expected: number): Verdict => {
    const { last } = head(asked.stream)
    if (expected === ANY) return last === ABSENT ? 'write' : repeatedAnywhere(asked, last)
    if (expected === last) return 'write'
    return expected > last ? 'conflict' : repeatedAt(asked, expected)
  }

  const write = (group: Group, stream: string, first: number, count: number): Place => {
    const state = head(stream)
    const expires = state.lifetimeMs === null ? NEVER : Math.min(NEVER, group.at + state.lifetimeMs)
    for (let index = first; index < first + count; index++) {
      const body = group.bodies[index] ?? ''
      position += STRIDE
      state.last += 1
      const id = group.ids[index] ?? ''
      const crc = checksum(body, { id, stream, revision: state.last, position })
      insert.run(position, stream, state.last, id, group.at, expires, crc, body)
    }
    return [state.last, position]
  }

  const setLifetime = (stream: string, seconds: number): Place => {
    expire(stream, seconds)
    heads.delete(stream)
    return [0, 0]
  }

  return {
    /** Each append as a whole or not at all; a refused one leaves its neighbours alone. */
    append: (group: Group): Outcomes => {
      const revisions: number[] = []
      const positions: Position[] = []
      const written: boolean[] = []
      let first = 0
      group.streams.forEach((stream, index) => {
        const count = group.counts[index] ?? 0
        const lifetime = group.lifetimes[index] ?? NO_LIFETIME
        const ids = group.ids.slice(first, first + count)
        const verdict: Verdict =
          group.follows[index] === true && revisions.at(-1) === CONFLICT
            ? 'conflict'
            : lifetime === NO_LIFETIME
              ? judge({ stream, ids, at: group.at }, group.expected[index] ?? ANY)
              : { already: setLifetime(stream, lifetime) }
        const place: Place =
          verdict === 'conflict'
            ? [CONFLICT, 0]
            : verdict === 'write'
              ? write(group, stream, first, count)
              : verdict.already
        first += count
        revisions.push(place[0])
        positions.push(place[1])
        written.push(verdict === 'write')
      })
      return { revisions, positions, written }
    },
    /** To be called when a transaction was rolled back or changed streams by other ways than `append`. */
    forget: (): void => {
      heads.clear()
      position = highest.get()?.[0] ?? 0
    },
  }
}
