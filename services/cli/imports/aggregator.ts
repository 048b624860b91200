import type { FeedItem } from '../../imports/item/item.ts'
import type { Json, JsonObject } from '../../../shared/kernel/json.ts'
import { CommandFailed } from '../failure.ts'
import { expectObject, type Transport } from '../transport.ts'

/** Plays the external import aggregator (spec 05 §2-4): posts items in batches, then waits for the outcome. */
export type Registration = { readonly importId: string; readonly hash: string }

export type Watch = (processed: number) => void

const BATCH_ITEMS = 50
const BATCH_BYTES = 4 * 1024 * 1024
const POLL_MS = 100

const REPEAT_MS = 1_000
const MOST_REPEATS = 60

/**
 * A sender that repeats what an interrupted service did not take, for up to a minute: callbacks are answered as the
 * first time (spec 05 §3), and questions change nothing.
 */
export const patient = (transport: Transport, pause: (ms: number) => Promise<void>): Transport => ({
  ...transport,
  send: async (...message) => {
    for (let repeats = 0; ; repeats++) {
      const answer = await transport.send(...message)
      if (answer.status !== 503 || repeats >= MOST_REPEATS) return answer
      await pause(REPEAT_MS)
    }
  },
})

const callbackPath = (importId: string, kind: 'batch' | 'state') =>
  `/index.php?rest_route=/cal/event-aggregator/v1/import/${importId}/${kind}`

/** Items of one identity stay in one batch, where the importer can tell duplicates (spec 05 §5). */
const byIdentity = (items: readonly FeedItem[]): FeedItem[][] => {
  const groups = new Map<string, FeedItem[]>()
  items.forEach((item, index) => {
    const key = item.uid === undefined ? `#${index}` : JSON.stringify([item.uid, item.occurrence ?? null])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  })
  return [...groups.values()]
}

/** At most 50 items and 4 MiB a batch, unless one identity alone is larger. An empty feed is one empty batch. */
export const batchesOf = (items: readonly FeedItem[]): readonly (readonly FeedItem[])[] => {
  const batches: FeedItem[][] = []
  let current: FeedItem[] = []
  let bytes = 0
  for (const group of byIdentity(items)) {
    const size = Buffer.byteLength(JSON.stringify(group))
    const full = current.length + group.length > BATCH_ITEMS || bytes + size > BATCH_BYTES
    if (full && current.length > 0) {
      batches.push(current)
      current = []
      bytes = 0
    }
    current.push(...group)
    bytes += size
  }
  return [...batches, current]
}

/** Posts all batches one after the other; each answer names the hash of the next. */
export const postBatches = async (
  transport: Transport,
  { importId, hash }: Registration,
  items: readonly FeedItem[],
): Promise<void> => {
  const batches = batchesOf(items)
  let next: string | null = hash
  let done = 0
  for (const [index, events] of batches.entries()) {
    if (next === null) throw new CommandFailed('the service named no hash for the next batch')
    const answer: JsonObject = expectObject(
      await transport.send('POST', callbackPath(importId, 'batch'), {
        batch_hash: next,
        percentage_complete: Math.floor((100 * (index + 1)) / batches.length),
        interval: 10,
        status: { data: { total: items.length, done }, batch: { total: batches.length, done: index } },
        events: events as readonly Json[],
      }),
    )
    done += events.length
    next = typeof answer['next_batch_hash'] === 'string' ? answer['next_batch_hash'] : null
  }
}

/** Tells the service that the feed could not be read; the import closes as failed. */
export const reportFailure = async (
  transport: Transport,
  { importId, hash }: Registration,
  reason: string,
  message: string,
): Promise<void> => {
  expectObject(
    await transport.send('POST', callbackPath(importId, 'state'), {
      batch_hash: hash,
      status: 'failed',
      message,
      message_slug: reason,
      percentage_complete: 0,
    }),
  )
}

export type ImportProgress = {
  readonly status: string
  readonly processed: number
  readonly received: number
}

/**
 * Asks until the import is closed and every received item has an outcome; gives up when `posting` fails.
 * `show` reads the record.
 */
export const waitForEnd = async (
  show: () => Promise<ImportProgress>,
  watch: Watch,
  pause: (ms: number) => Promise<void>,
  posting: Promise<unknown>,
): Promise<ImportProgress> => {
  const sending: { failed: boolean } = { failed: false }
  posting.catch(() => {
    sending.failed = true
  })
  for (;;) {
    const progress = await show()
    watch(progress.processed)
    const closed = progress.status !== 'pending' && progress.processed >= progress.received
    if (closed || sending.failed) return progress
    await pause(POLL_MS)
  }
}
