import { isObject, type Json, type JsonObject } from '../../../shared/kernel/json.ts'
import { wholeNumberIn } from '../../../shared/kernel/whole-number.ts'
import { OLD_THINGS } from '../../../shared/limits/moving.ts'
import type { Got, OldClient } from './client.ts'

/** A list of the other calendar: where its pages are, and what is in one. */
export type OldList = {
  readonly name: string
  readonly perPage: number
  readonly address: (page: number, perPage: number) => string
  readonly thingsIn: (body: Json) => readonly Json[] | null
  /** How many there are, where the body says it. */
  readonly totalIn: (body: Json) => number | null
}

/** What could not be read, in words. */
export type Unread = { readonly list: string; readonly what: string; readonly why: string }

export type ReadList = {
  /** By id; what has none that could be read is among the unread. */
  readonly things: ReadonlyMap<number, JsonObject>
  readonly unread: readonly Unread[]
}

/** Times a list is read that changes meanwhile. */
const PASSES = 3
/** A page that cannot be had is asked for in smaller ones, down to single things. */
const SMALLER: Readonly<Record<number, number>> = { 100: 50, 50: 10, 10: 1 }
/** How often each of these is asked for: its page was asked for until a server would have come back. */
const PART_TRIES = 3

export const idIn = (value: unknown): number | null => {
  const id = typeof value === 'string' ? wholeNumberIn(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}

type Page = { readonly things: readonly Json[]; readonly total: number | null; readonly isEnd: boolean }

const END: Page = { things: [], total: null, isEnd: true }

const pageIn = ({ thingsIn, totalIn }: OldList, perPage: number, body: Json): Page | null => {
  const things = thingsIn(body)
  return things && { things, total: totalIn(body), isEnd: things.length < perPage }
}

/** Behind the last page there is nothing. */
const isPastEnd = (got: Got<Json>, page: number): boolean =>
  !got.ok && page > 1 && (got.status === 404 || got.status === 400)

const isRefused = ({ status }: { readonly status: number | null }) => status === 401 || status === 403

type Reading = {
  readonly client: OldClient
  readonly list: OldList
  readonly things: Map<number, JsonObject>
  readonly unread: Unread[]
}

const readPage = async (reading: Reading, page: number, perPage: number): Promise<Page> => {
  const { client, list, unread } = reading
  const tries = perPage === list.perPage ? undefined : PART_TRIES
  const got = await client.json(list.address(page, perPage), tries)
  const read = got.ok ? pageIn(list, perPage, got.body) : null
  if (read !== null) return read
  if (isPastEnd(got, page)) return END
  const first = (page - 1) * perPage + 1
  if (!got.ok && got.isOver === true) {
    unread.push({ list: list.name, what: `everything from place ${first} on`, why: got.why })
    return END
  }
  const smaller = SMALLER[perPage]
  const isHopeless = !got.ok && (isRefused(got) || got.status === 404 || got.status === 400)
  if (smaller === undefined || isHopeless) {
    const what = perPage === 1 ? `place ${first}` : `places ${first} to ${first + perPage - 1}`
    unread.push({ list: list.name, what, why: got.ok ? 'is no list' : got.why })
    return perPage === 1 ? { ...END, isEnd: false } : END
  }
  return readInParts(reading, page, perPage, smaller)
}

const readInParts = async (
  reading: Reading,
  page: number,
  perPage: number,
  smaller: number,
): Promise<Page> => {
  const things: Json[] = []
  const parts = perPage / smaller
  let total: number | null = null
  for (let part = 1; part <= parts; part++) {
    const read = await readPage(reading, (page - 1) * parts + part, smaller)
    things.push(...read.things)
    total = read.total ?? total
    if (read.isEnd) return { things, total, isEnd: true }
  }
  return { things, total, isEnd: false }
}

const take = ({ list, things, unread }: Reading, page: number, found: readonly Json[]): readonly number[] =>
  found.flatMap(one => {
    const id = isObject(one) ? idIn(one['id']) : null
    if (id === null) {
      unread.push({ list: list.name, what: `something on page ${page}`, why: 'has no id' })
      return []
    }
    things.set(id, one as JsonObject)
    return [id]
  })

/** `isStill`: whether the list stood still meanwhile. `total`: how many things it said that it has. */
type Passed = { readonly isStill: boolean; readonly total: number | null }

/**
 * One time through. A page without anything new is the last one, and where the list said that it goes on, the second such
 * page in a row is: a server that cannot show its list, or shows the same page again and again, has no last page.
 */
const pass = async (reading: Reading): Promise<Passed> => {
  const { list, unread } = reading
  const seen = new Set<number>()
  const totals = new Set<number>()
  let isStill = true
  let idlePages = 0
  const endedAt = (place: number, why: string): Passed => {
    unread.push({ list: list.name, what: `everything from place ${place} on`, why })
    return { isStill: false, total: null }
  }
  for (let page = 1; ; page++) {
    const { things, total, isEnd } = await readPage(reading, page, list.perPage)
    const before = seen.size
    for (const id of take(reading, page, things)) {
      if (seen.has(id)) isStill = false
      seen.add(id)
    }
    if (total !== null) totals.add(total)
    if (isEnd) break
    const places = page * list.perPage
    if (places >= OLD_THINGS) return endedAt(places + 1, `more than ${OLD_THINGS} are not read`)
    const goesOn = Math.max(...totals) > places
    idlePages = seen.size === before ? idlePages + 1 : 0
    if (idlePages > (goesOn ? 1 : 0))
      return endedAt(places - idlePages * list.perPage + 1, `page ${page} brings nothing new`)
  }
  const total = totals.size === 0 ? null : Math.max(...totals)
  return { isStill: isStill && totals.size <= 1 && (total ?? seen.size) === seen.size, total }
}

/**
 * Reads a list whole; one that changes meanwhile again, so that nothing slips through between two pages. What it says
 * that it has and never shows is unread.
 */
export const readList = async (client: OldClient, list: OldList): Promise<ReadList> => {
  const things = new Map<number, JsonObject>()
  for (let time = 1; ; time++) {
    const unread: Unread[] = []
    const { isStill, total } = await pass({ client, list, things, unread })
    if (!isStill && time < PASSES && unread.length === 0) continue
    if (total !== null && total > things.size && unread.length === 0)
      unread.push({ list: list.name, what: `${total - things.size} of ${total}`, why: 'no page shows them' })
    return { things, unread }
  }
}
