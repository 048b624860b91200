import { type StreamName, type Revision, streamRevision } from '../../../shared/kernel/brands.ts'
import type { Append, EventStore, Expected, NewRecord } from '../../../shared/event-store/port.ts'
import { CHUNK_ITEMS, importPayloadCodec, importPayloadStream } from '../../../shared/facts/import.ts'
import { KEPT_PAYLOAD_DAYS } from '../../../shared/facts/site.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/kernel/json.ts'
import { recordId } from '../../../shared/facts/codec.ts'
import { IMPORT_ITEM_BYTES } from '../../../shared/limits/imports.ts'
import type { Context } from '../../handle.ts'
import { ITEM_MEMBERS, type RawItem } from '../item/item.ts'
import { shorterOf } from '../item/shorter.ts'
import type { ReceivedBatch } from './state.ts'

/** Of a chunk, which is one record and one step of work. */
const CHUNK_BYTES = 256_000
/** Bytes of chunks that share one append; with what a record adds far below MAX_APPEND_BYTES. */
const APPEND_BYTES = 700_000
const STUB_TITLE = 200
/** How long items stay readable once they have been worked through. */
const KEEP_SECONDS = KEPT_PAYLOAD_DAYS * 86_400

export type Chunk = { readonly firstPosition: number; readonly items: readonly RawItem[] }
type WeighedChunk = Chunk & { readonly bytes: number }

type Sized = { readonly item: RawItem; readonly bytes: number }

/**
 * Signs that are left of `most` behind a value as JSON, where a text has two quotes, a name these and a colon, and a
 * comma stands between two; less than none as soon as they are used up.
 */
const signsLeft = (value: Json, most: number): number => {
  if (typeof value === 'string') return most - value.length - 2
  if (typeof value !== 'object' || value === null) return most - 1
  return isObject(value) ? signsLeftBehind(Object.keys(value), value, most) : signsLeftOf(value, most)
}

/** One element after the other, without pairs of all of them: there may be a million. */
const signsLeftOf = (elements: readonly Json[], most: number): number => {
  let left = most - 1
  for (const element of elements) {
    left = signsLeft(element, left - 1)
    if (left < 0) break
  }
  return left
}

const signsLeftBehind = (names: readonly string[], value: JsonObject, most: number): number => {
  let left = most - 1
  for (const name of names) {
    left = signsLeft(value[name] ?? null, left - name.length - 4)
    if (left < 0) break
  }
  return left
}

/**
 * In bytes as JSON, where every sign takes one at least: what has too many of them is not written out to be weighed,
 * which would take 15 ms for each megabyte, each time.
 */
const weigh = (item: RawItem): Sized => ({
  item,
  bytes: signsLeft(item, IMPORT_ITEM_BYTES) < 0 ? Infinity : Buffer.byteLength(JSON.stringify(item)),
})

/** Without members that nobody reads; `oversize` is ours alone. */
const known = (item: RawItem): RawItem =>
  Object.fromEntries(Object.entries(item).filter(([name]) => ITEM_MEMBERS.has(name)))

const stubOf = ({ uid, title, line }: RawItem): Sized => {
  const stub: Record<string, string | number | boolean> = { oversize: true }
  if (typeof uid === 'string') stub['uid'] = uid.slice(0, STUB_TITLE)
  if (typeof title === 'string') stub['title'] = title.slice(0, STUB_TITLE)
  if (typeof line === 'number') stub['line'] = line
  return { item: stub, bytes: 3 * STUB_TITLE }
}

const sized = (sent: RawItem): Sized => {
  const whole = weigh(sent)
  if (whole.bytes <= IMPORT_ITEM_BYTES && !('oversize' in sent)) return whole
  const read = known(sent)
  const asRead = weigh(read)
  if (asRead.bytes <= IMPORT_ITEM_BYTES) return asRead
  for (const shorter of shorterOf(read)) {
    const item = weigh(shorter)
    if (item.bytes <= IMPORT_ITEM_BYTES) return item
  }
  return stubOf(sent)
}

/** Collects neighbours while `fits` says that the next one still has room. */
const grouped = <T>(elements: Iterable<T>, fits: (group: readonly T[], next: T) => boolean): T[][] => {
  const groups: T[][] = []
  for (const element of elements) {
    const last = groups.at(-1)
    if (last !== undefined && fits(last, element)) last.push(element)
    else groups.push([element])
  }
  return groups
}

const bytesOf = (group: readonly { readonly bytes: number }[]) =>
  group.reduce((sum, { bytes }) => sum + bytes, 0)

/** Cuts items into chunks of at most 50 items and 256 kB; an item beyond 256 kB has a chunk of its own. */
const chunksOf = (items: readonly RawItem[], firstPosition: number): readonly WeighedChunk[] => {
  let position = firstPosition
  return grouped(
    items.map(sized),
    (group, next) => group.length < CHUNK_ITEMS && bytesOf(group) + next.bytes <= CHUNK_BYTES,
  ).map(group => {
    const chunk = { firstPosition: position, items: group.map(({ item }) => item), bytes: bytesOf(group) }
    position += group.length
    return chunk
  })
}

const recordOf = (
  { importId, digest }: { readonly importId: string; readonly digest: string },
  { firstPosition, items }: Chunk,
  index: number,
  context: Context,
): NewRecord => {
  const { type, data } = importPayloadCodec.encode({
    type: 'ImportItemsReceived',
    importId,
    firstPosition,
    items: [...items],
  })
  return { id: recordId(`${importId}/${digest}`, index), type, data, meta: context }
}

type Payload = { readonly importId: string; readonly digest: string; readonly firstPosition: number }

/** Records and items that came before. */
type Before = { readonly records: number; readonly items: number }

/** The records of the items behind those before, by append: few at once, the same every time. */
const recordsOf = (
  batch: Payload,
  items: readonly RawItem[],
  before: Before,
  context: Context,
): readonly (readonly NewRecord[])[] => {
  let index = before.records
  const chunks = chunksOf(items, batch.firstPosition + before.items)
  return grouped(chunks, (some, next) => bytesOf(some) + next.bytes <= APPEND_BYTES).map(group =>
    group.map(chunk => recordOf(batch, chunk, index++, context)),
  )
}

/**
 * Makes items durable before their batch is accepted, in as many calls as it takes: each resolves when its items are
 * in the log. The same calls again write nothing new, as long as what they wrote is there: the records have the same
 * ids at the same places. Otherwise they write it again, at revisions that go on where the former ones ended.
 */
export const payloadWriter = (store: EventStore, batch: Payload, context: Context) => {
  const stream = importPayloadStream(batch.importId, batch.digest)
  let expected: Expected = 'absent'
  let before: Before = { records: 0, items: 0 }
  /** Writes them but for the last append, which is answered; null: there is none. */
  const addMost = async (items: readonly RawItem[]): Promise<Append | null> => {
    const appends = recordsOf(batch, items, before, context)
    before = { records: before.records + appends.flat().length, items: before.items + items.length }
    for (const records of appends.slice(0, -1))
      expected = (await store.append(stream, records, expected)).revision
    const last = appends.at(-1)
    return last === undefined ? null : { stream, records: last, expected }
  }
  return {
    addMost,
    add: async (items: readonly RawItem[]): Promise<void> => {
      const last = await addMost(items)
      if (last !== null) expected = (await store.append(stream, last.records, last.expected)).revision
    },
    /** Items so far. */
    count: (): number => before.items,
  }
}

/**
 * The same for a batch that is at hand, up to the last append: that one is answered, to be made together with the
 * fact that accepts the batch. null: there are no items.
 */
export const storePayload = (
  store: EventStore,
  batch: Payload,
  items: readonly RawItem[],
  context: Context,
): Promise<Append | null> => payloadWriter(store, batch, context).addMost(items)

const chunkAt = async (store: EventStore, stream: StreamName, revision: Revision): Promise<Chunk | null> => {
  const [record] = await store.read(stream, { from: revision, limit: 1 })
  if (record === undefined) return null
  const { firstPosition, items } = importPayloadCodec.decode(record.type, record.data)
  return { firstPosition, items }
}

/** Chunks are mostly full, so the first look is mostly the last; otherwise by halving. */
const search = async (
  look: (index: number) => Promise<Chunk | null>,
  position: number,
  offset: number,
): Promise<Chunk | null> => {
  let [low, high] = [Math.floor(offset / CHUNK_ITEMS), offset]
  let next = low
  while (low <= high) {
    const chunk = await look(next)
    if (chunk === null || chunk.firstPosition > position) high = next - 1
    else if (chunk.firstPosition + chunk.items.length > position) return chunk
    else low = next + 1
    next = Math.floor((low + high) / 2)
  }
  return null
}

/** The chunk that holds `position`; null when it has expired. */
export const readChunk = async (
  store: EventStore,
  importId: string,
  batch: ReceivedBatch,
  position: number,
): Promise<Chunk | null> => {
  const stream = importPayloadStream(importId, batch.digest)
  const searchFrom = (first: number) =>
    search(
      index => chunkAt(store, stream, streamRevision(first + index)),
      position,
      position - batch.firstPosition,
    )
  const found = await searchFrom(0)
  if (found !== null) return found
  // what was there before may have been forgotten: then revisions go on where it ended
  const [first] = await store.read(stream, { limit: 1 })
  return first === undefined || first.revision === 0 ? null : searchFrom(first.revision)
}

/** Lets the items of a batch go, long after anybody works on them. */
export const expirePayload = (store: EventStore, importId: string, digest: string): Promise<void> =>
  store.expireAfter(importPayloadStream(importId, digest), KEEP_SECONDS)
