import {
  bytesIn,
  varintField,
  varintIn,
  messageField,
  messageOf,
  readFields,
  stringField,
  stringIn,
  type Field,
} from './protobuf.ts'
import type { RawEvent } from './record.ts'
import type { Position } from '../port.ts'

// `ReadReq` and `ReadResp` of the server's protocol (streams.proto), as far as pages and subscriptions need them. Numbers are
// those of its fields.

export type Names = { readonly prefixes: readonly string[] } | { readonly regex: string }

export type Wanted = {
  readonly after: Position | null
  readonly names: Names
  /** Events the server looks at before it says how far it has come. */
  readonly window: number
}

/**
 * How far a server says to have come: everything before `commit` was sent, and with the same `prepare` what is there,
 * too. Releases name places where no record is, some of them where the next one will be. So this is no Position: it is
 * not stored or started from, and only `places.ts` makes one of it, by a look into the log.
 */
export type Hint = { readonly commit: bigint; readonly prepare: bigint }

/** What the server sends, in the order in which it was sent. */
export type Told =
  | { readonly event: RawEvent }
  /** So far it has come. */
  | { readonly hint: Hint }
  /** Everything there was has been sent. Servers say it again when they had to catch up once more. */
  | { readonly caughtUp: true }

/** Ids are to be sent as texts. */
const TEXTS = messageField(9, messageField(2))

/** That the whole log is to be read, and from where. */
const ofLog = (from: number | 'start' | 'end'): Field => {
  if (from === 'start') return messageField(2, messageField(2))
  if (from === 'end') return messageField(2, messageField(3))
  return messageField(2, messageField(1, varintField(1, from), varintField(2, from)))
}

/** A subscription to the whole log. */
export const subscribeMessage = ({ after, names, window }: Wanted): Buffer => {
  const subscription = messageField(6)
  const wanted =
    'regex' in names ? [stringField(1, names.regex)] : names.prefixes.map(prefix => stringField(2, prefix))
  const checkpointInterval = varintField(5, 1)
  const filter = messageField(7, messageField(1, ...wanted), varintField(3, window), checkpointInterval)
  return messageOf(messageField(1, ofLog(after ?? 'start'), subscription, filter, TEXTS))
}

/** Where a page begins, which that place is part of: a revision of a stream, or a position in the log. */
export type From = bigint | 'start' | 'end'

/** From the end it goes backwards, and so it does where that is said. */
export type Page = { readonly from: From; readonly count: number; readonly backwards?: boolean }

const pageMessage = (of: Field, { from, count, backwards = from === 'end' }: Page): Buffer => {
  const direction = varintField(3, backwards ? 1 : 0)
  const noFilter = messageField(8)
  return messageOf(messageField(1, of, direction, varintField(5, count), noFilter, TEXTS))
}

/** Some records of a stream. */
export const streamPageMessage = (stream: string, page: Page): Buffer => {
  const { from } = page
  const place =
    typeof from === 'bigint' ? varintField(2, Number(from)) : messageField(from === 'start' ? 3 : 4)
  return pageMessage(messageField(1, messageField(1, stringField(3, stream)), place), page)
}

/** Some records of the whole log. */
export const logPageMessage = (page: Page): Buffer => {
  const { from } = page
  return pageMessage(ofLog(typeof from === 'bigint' ? Number(from) : from), page)
}

/** What one message of a page says: a record, or that the stream is not there, or `other`: neither. Throws RangeError. */
export const pageIn = (message: Buffer): RawEvent | 'missing' | 'other' => {
  const event = bytesIn(bytesIn(message, 1), 1)
  if (event !== undefined) return eventOf(event)
  return bytesIn(message, 4) === undefined ? 'other' : 'missing'
}

/** What one message says; nothing where it only confirms, or tells of an event that is not there any more. */
export const toldIn = (message: Buffer): readonly Told[] => {
  const told: Told[] = []
  readFields(message, (field, bytes) => {
    const event = field === 1 ? bytesIn(bytes, 1) : undefined
    if (event !== undefined) told.push({ event: eventOf(event) })
    else if (field === 3) told.push({ hint: { commit: varintIn(bytes, 1), prepare: varintIn(bytes, 2) } })
    else if (field === 8) told.push({ caughtUp: true })
  })
  return told
}

const NOTHING: Buffer = Buffer.alloc(0)

/** What is no JSON is nothing of ours. */
const jsonIn = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** From 100 ns units since 1970. */
const timeOf = (ticks: string): Date => new Date(Number(ticks.slice(0, -4)))

const eventOf = (message: Buffer): RawEvent => {
  let [id, streamId, type, ticks, contentType] = ['', '', '', '', '']
  let [revision, prepare, commit] = [0n, 0n, 0n]
  let content = NOTHING
  let metadata: unknown
  readFields(message, (field, bytes, count) => {
    if (field === 1) id = stringIn(bytes, 2)
    else if (field === 2) streamId = stringIn(bytes, 3)
    else if (field === 3) revision = count
    else if (field === 4) prepare = count
    else if (field === 5) commit = count
    else if (field === 6) {
      const name = stringIn(bytes, 1)
      if (name === 'type') type = stringIn(bytes, 2)
      else if (name === 'created') ticks = stringIn(bytes, 2)
      else if (name === 'content-type') contentType = stringIn(bytes, 2)
    } else if (field === 7) metadata = jsonIn(bytes)
    else if (field === 8) content = bytes
  })
  const position = { commit, prepare }
  // reads go by what it is said to be, too
  const data = contentType === 'application/json' ? jsonIn(content) : undefined
  return { id, streamId, type, revision, position, created: timeOf(ticks), data, metadata }
}
