import {
  bytesIn,
  varintField,
  varintIn,
  messageField,
  messageOf,
  readFields,
  stringField,
  stringIn,
} from './protobuf.ts'
import type { Hint } from './places.ts'
import type { RawEvent } from './record.ts'
import type { Position } from '../port.ts'

// `ReadReq` and `ReadResp` of the server's protocol (streams.proto), as far as subscriptions need them. Numbers are those of
// its fields.

export type Names = { readonly prefixes: readonly string[] } | { readonly regex: string }

export type Wanted = {
  readonly after: Position | null
  readonly names: Names
  /** Events the server looks at before it says how far it has come. */
  readonly window: number
}

/** What the server sends, in the order in which it was sent. */
export type Told =
  | { readonly event: RawEvent }
  /** So far it has come. */
  | { readonly hint: Hint }
  /** Everything there was has been sent. Servers say it again when they had to catch up once more. */
  | { readonly caughtUp: true }

/** A subscription to the whole log; ids are to be sent as texts. */
export const subscribeMessage = ({ after, names, window }: Wanted): Buffer => {
  const from =
    after === null ? messageField(2) : messageField(1, varintField(1, after), varintField(2, after))
  const all = messageField(2, from)
  const subscription = messageField(6)
  const wanted =
    'regex' in names ? [stringField(1, names.regex)] : names.prefixes.map(prefix => stringField(2, prefix))
  const checkpointInterval = varintField(5, 1)
  const filter = messageField(7, messageField(1, ...wanted), varintField(3, window), checkpointInterval)
  const uuids = messageField(9, messageField(2))
  return messageOf(messageField(1, all, subscription, filter, uuids))
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
