import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { EventStore, Position } from '../../../shared/event-store/port.ts'
import { untilLive } from '../../../shared/event-store/until-live.ts'
import { claimCodec, identityStream } from '../../../shared/facts/claim.ts'
import { importPayloadStream, PAYLOAD } from '../../../shared/facts/import.ts'
import { uidKey } from '../item/identity.ts'
import { metItems, type MetBatch, type MetItems } from '../apply/met-items.ts'

/** Streams of stored batches by import, as digests; a look reads what was stored after the look before it. */
const storedBatches = (store: EventStore) => {
  const found = new Map<string, Set<string>>()
  let reached: Position | null = null
  return {
    found,
    catchUp: async (signal: AbortSignal): Promise<void> => {
      for await (const step of untilLive(store, [PAYLOAD], signal, reached)) {
        for (const { stream } of step.records) {
          const [importId = '', digest = ''] = stream.slice(PAYLOAD.length).split('/')
          found.set(importId, (found.get(importId) ?? new Set()).add(digest))
        }
        reached = step.reached ?? reached
      }
    },
    /** It was deleted, or has expired. */
    forget: (importId: string, digest: string): void => {
      const digests = found.get(importId)
      digests?.delete(digest)
      if (digests?.size === 0) found.delete(importId)
    },
  }
}

/** Purges that are looked after at the same time. */
const KEPT_PURGES = 1_000

/** An item that failed names no event; its uid may have been that of the purged one. */
const failedFor = (store: EventStore) => {
  const kept = new LRUCache<number, Map<string, boolean>>({ max: KEPT_PURGES })
  const owned = async (key: string, itemId: number): Promise<boolean> =>
    (await store.read(identityStream('event', key))).some(
      ({ type, data }) => claimCodec.decode(type, data).owner === itemId,
    )
  return async ({ source }: MetItems, { failed }: MetBatch, itemId: number): Promise<boolean> => {
    if (source === null || failed.size === 0) return false
    const answers = kept.get(itemId) ?? new Map<string, boolean>()
    kept.set(itemId, answers)
    for (const uid of failed) {
      const key = uidKey(source, uid, null)
      const answer = answers.get(key) ?? (await owned(key, itemId))
      // what claims a uid for it after its purge gave it nothing
      answers.set(key, answer)
      if (answer) return true
    }
    return false
  }
}

/** Purges held against a batch, which takes some milliseconds for so many: then everything else has its turn. */
const SLICE = 5_000

/** What was purged, and where that was recorded: what came later did not carry it. */
export type PurgedItem = { readonly id: number; readonly position: Position }

/**
 * Deletes the payloads that carried purged items, as far as their imports are over (spec 00 §8 history), and those
 * that never were of any use. Answers the numbers of the items for which others have to wait for the end of their
 * imports. The first look reads all stored payloads; later ones what is new.
 */
export const payloadForgetter = (store: EventStore) => {
  const stored = storedBatches(store)
  const metIn = metItems(store)
  const isFailedFor = failedFor(store)
  let compared = 0

  /** Those that what is stored there now carries: nobody can tell whose it is that nobody came to have accepted. */
  const carried = async (
    known: MetItems,
    { importId, digest }: { readonly importId: string; readonly digest: string },
    purges: readonly PurgedItem[],
  ): Promise<readonly PurgedItem[]> => {
    const batches = known.batches.filter(batch => batch.digest === digest)
    const found: PurgedItem[] = []
    for (const purged of purges) {
      if (++compared % SLICE === 0) await nextTurn()
      let isCarried = batches.length === 0
      for (const batch of batches)
        isCarried ||= batch.met.has(purged.id) || (await isFailedFor(known, batch, purged.id))
      if (isCarried) found.push(purged)
    }
    if (found.length === 0) return []
    const [first] = await store.read(importPayloadStream(importId, digest), { limit: 1 })
    if (first === undefined) stored.forget(importId, digest)
    if (first === undefined) return []
    return batches.length > 0 ? found : found.filter(({ position }) => first.position < position)
  }

  return async (purges: readonly PurgedItem[], signal: AbortSignal): Promise<ReadonlySet<number>> => {
    const waiting = new Set<number>()
    await stored.catchUp(signal)
    for (const [importId, digests] of [...stored.found]) {
      const known = await metIn(importId)
      for (const digest of [...digests]) {
        signal.throwIfAborted()
        const found = await carried(known, { importId, digest }, purges)
        if (found.length === 0) continue
        if (known.isSettled) {
          await store.deleteStream(importPayloadStream(importId, digest))
          stored.forget(importId, digest)
        } else for (const { id } of found) waiting.add(id)
      }
    }
    return waiting
  }
}
