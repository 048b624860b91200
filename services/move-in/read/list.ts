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
  const got = await client.json(list.address(page, perPage))
  const read = got.ok ? pageIn(list, perPage, got.body) : null
  if (read !== null) return read
  if (isPastEnd(got, page)) return END
  const smaller = SMALLER[perPage]
  const isHopeless = !got.ok && (isRefused(got) || got.status === 404 || got.status === 400)
  if (smaller === undefined || isHopeless) {
    const first = (page - 1) * perPage + 1
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

const take = ({ list, things, unread }: Reading, page: number, found: readonly Json[]): number => {
  let doubles = 0
  for (const one of found) {
    const id = isObject(one) ? idIn(one['id']) : null
    if (id === null) unread.push({ list: list.name, what: `something on page ${page}`, why: 'has no id' })
    else if (things.has(id)) doubles++
    if (id !== null) things.set(id, one as JsonObject)
  }
  return doubles
}

/** One time through; whether it stood still meanwhile. */
const pass = async (reading: Reading): Promise<boolean> => {
  const { list } = reading
  const seen = new Set<number>()
  const totals = new Set<number>()
  let isStill = true
  for (let page = 1; seen.size < OLD_THINGS; page++) {
    const { things, total, isEnd } = await readPage(reading, page, list.perPage)
    for (const one of things) {
      const id = isObject(one) ? idIn(one['id']) : null
      if (id === null) continue
      if (seen.has(id)) isStill = false
      seen.add(id)
    }
    take(reading, page, things)
    if (total !== null) totals.add(total)
    if (isEnd) break
  }
  const [total] = totals
  return isStill && totals.size <= 1 && (total === undefined || total === seen.size)
}

/** Reads a list whole; one that changes meanwhile again, so that nothing slips through between two pages. */
export const readList = async (client: OldClient, list: OldList): Promise<ReadList> => {
  const things = new Map<number, JsonObject>()
  for (let time = 1; ; time++) {
    const unread: Unread[] = []
    const isStill = await pass({ client, list, things, unread })
    if (isStill || time === PASSES || unread.length > 0) return { things, unread }
  }
}
