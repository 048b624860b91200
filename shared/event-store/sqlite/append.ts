import type { DatabaseSync } from 'node:sqlite'
import { GIVEN_LIMIT, INSERT_RECORD, NEVER, query } from './file.ts'
import { CONFLICT, NO_LIFETIME, STRIDE, type Group, type Outcomes } from './protocol.ts'
import { ABSENT, ANY, checksum, UNUSED } from './record.ts'

/** How far back an append at `any` looks for records it may be repeating. */
const RECENT = 1_000
const KNOWN_STREAMS = 20_000

/** `last`: revision of the newest record ever written; ABSENT for none. */
type Head = { last: number; readonly lifetimeMs: number | null }
type Place = readonly [revision: number, position: number]
/** Records to a stream, and when: what has expired by then is not there. */
type Asked = { readonly stream: string; readonly ids: readonly string[]; readonly at: number }
type Verdict = 'write' | 'conflict' | { readonly already: Place }

const statementsOn = (db: DatabaseSync) => ({
  headOf: query<[number | null, number | null, number | null]>(
    db,
    `SELECT (SELECT max(revision) FROM records WHERE stream = ?1),
            (SELECT floor FROM lifetimes WHERE stream = ?1),
            (SELECT seconds FROM lifetimes WHERE stream = ?1)`,
  ),
  placesFrom: query<[string, number, number]>(
    db,
    `SELECT id, revision, position FROM records
     WHERE stream = ? AND revision > ? AND expires > ? ORDER BY revision LIMIT ${GIVEN_LIMIT}`,
  ),
  highest: query<[number]>(
    db,
    `SELECT max((SELECT position FROM highest), coalesce((SELECT max(position) FROM records), 0))`,
  ),
  insert: db.prepare(INSERT_RECORD),
})

type Expire = (stream: string, seconds: number) => void
type Writing = {
  readonly statements: ReturnType<typeof statementsOn>
  readonly expire: Expire
  /** Streams met lately. */
  readonly heads: Map<string, Head>
  /** Of the newest record. */
  position: number
}

/** The writing half of the log. Every function runs inside the caller's transaction. `expire` sets a lifetime. */
export const appender = (db: DatabaseSync, expire: Expire) => {
  const statements = statementsOn(db)
  const highest = () => statements.highest.get()?.[0] ?? 0
  const writing: Writing = { statements, expire, heads: new Map(), position: highest() }
  return {
    /** Each append, with those that follow it, as a whole or not at all; a refused one leaves its neighbours alone. */
    append: (group: Group): Outcomes => appendGroup(writing, group),
    /** To be called when a transaction was rolled back or changed streams by other ways than `append`. */
    forget: (): void => {
      writing.heads.clear()
      writing.position = highest()
    },
  }
}

const appendGroup = (writing: Writing, group: Group): Outcomes => {
  const outcomes: Growing = { revisions: [], positions: [], written: [] }
  for (let first = 0, record = 0; first < group.streams.length;) {
    let end = first + 1
    while (group.follows[end] === true) end++
    appendTogether(writing, group, { first, end, record }, outcomes)
    for (; first < end; first++) record += group.counts[first] ?? 0
  }
  return outcomes
}

/** Appends to streams of their own, the first of whose records is `record`. */
type Range = { readonly first: number; readonly end: number; readonly record: number }
type Growing = { readonly [Each in keyof Outcomes]: Outcomes[Each][number][] }

/** All of them or none: nothing is written before all are judged. */
const appendTogether = (
  writing: Writing,
  group: Group,
  { first, end, record }: Range,
  { revisions, positions, written }: Growing,
): void => {
  const verdicts: Verdict[] = []
  for (let index = first, at = record; index < end; index++) {
    verdicts.push(verdictOn(writing, group, index, at))
    at += group.counts[index] ?? 0
  }
  const isRefused = verdicts.includes('conflict')
  let at = record
  for (const [offset, verdict] of verdicts.entries()) {
    const count = group.counts[first + offset] ?? 0
    const isWritten = verdict === 'write' && !isRefused
    const [revision, position] = isWritten
      ? write(writing, group, group.streams[first + offset] ?? '', at, count)
      : placeOf(verdict)
    at += count
    revisions.push(revision)
    positions.push(position)
    written.push(isWritten)
  }
}

/** Of an append that is not written. */
const placeOf = (verdict: Verdict): Place => {
  if (verdict === 'conflict') return [CONFLICT, 0]
  return verdict === 'write' ? [0, 0] : verdict.already
}

/** What becomes of the n-th append of a group, whose records stand from `first` on; a lifetime is set at once. */
const verdictOn = (writing: Writing, group: Group, index: number, first: number): Verdict => {
  const stream = group.streams[index] ?? ''
  const lifetime = group.lifetimes[index] ?? NO_LIFETIME
  if (lifetime !== NO_LIFETIME) {
    writing.expire(stream, lifetime)
    writing.heads.delete(stream)
    return { already: [0, 0] }
  }
  const ids = group.ids.slice(first, first + (group.counts[index] ?? 0))
  return judge(writing, { stream, ids, at: group.at }, group.expected[index] ?? ANY)
}

const judge = (writing: Writing, asked: Asked, expected: number): Verdict => {
  if (expected === UNUSED) {
    keep(writing, asked.stream, { last: ABSENT, lifetimeMs: null })
    return 'write'
  }
  const { last } = headOf(writing, asked.stream)
  if (expected === ANY) return last === ABSENT ? 'write' : repeatedAnywhere(writing, asked, last)
  if (expected === last) return 'write'
  return expected > last ? 'conflict' : repeatedAt(writing, asked, expected)
}

/** Repeats are recognised by ids that stand exactly where this append would have put them; so is nothing at all. */
const repeatedAt = ({ statements }: Writing, { stream, ids, at }: Asked, expected: number): Verdict => {
  const there = statements.placesFrom.all(stream, expected, at, ids.length)
  const last = there.at(-1)
  if (last === undefined && expected === ABSENT) return 'write'
  const same = there.length === ids.length && there.every(([id], index) => id === ids[index])
  return same && last !== undefined ? { already: [last[1], last[2]] } : 'conflict'
}

const repeatedAnywhere = ({ statements }: Writing, { stream, ids, at }: Asked, last: number): Verdict => {
  const recent = statements.placesFrom.all(stream, last - RECENT, at, RECENT)
  const places = new Map(recent.map(([id, revision, at]) => [id, [revision, at] as const]))
  const matches = ids.map(id => places.get(id))
  if (matches[0] === undefined) return 'write'
  const end = matches.at(-1)
  return end === undefined || matches.includes(undefined) ? 'conflict' : { already: end }
}

const write = (
  writing: Writing,
  { at, ids, bodies }: Group,
  stream: string,
  first: number,
  count: number,
): Place => {
  const { insert } = writing.statements
  const head = headOf(writing, stream)
  const expires = head.lifetimeMs === null ? NEVER : Math.min(NEVER, at + head.lifetimeMs)
  for (let index = first; index < first + count; index++) {
    const body = bodies[index] ?? ''
    const id = ids[index] ?? ''
    writing.position += STRIDE
    head.last += 1
    const crc = checksum(body, { id, stream, revision: head.last, position: writing.position })
    insert.run(writing.position, stream, head.last, id, at, expires, crc, body)
  }
  return [head.last, writing.position]
}

const headOf = (writing: Writing, stream: string): Head => {
  const known = writing.heads.get(stream)
  if (known !== undefined) return known
  const [newest, floor, seconds] = writing.statements.headOf.get(stream) ?? [null, null, null]
  return keep(writing, stream, {
    last: Math.max(newest ?? ABSENT, (floor ?? 0) - 1),
    lifetimeMs: seconds === null ? null : seconds * 1000,
  })
}

const keep = ({ heads }: Writing, stream: string, head: Head): Head => {
  if (heads.size >= KNOWN_STREAMS) heads.clear()
  heads.set(stream, head)
  return head
}
