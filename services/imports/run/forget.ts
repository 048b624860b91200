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

/**
 * Deletes the payloads that carried a purged item, as far as their imports are over (spec 00 §8 history), and those
 * that never were of any use. Answers whether others have to wait for the end of their imports. `purgedAt`: what came
 * later did not carry it. The first look reads all stored payloads; later ones, of whatever purge, what is new.
 */
export const payloadForgetter = (store: EventStore) => {
  const stored = storedBatches(store)
  const metIn = metItems(store)
  const isFailedFor = failedFor(store)

  /** Whether what is stored there now carries the item: nobody can tell whose it is that nobody came to have accepted. */
  const carries = async (
    known: MetItems,
    { importId, digest }: { readonly importId: string; readonly digest: string },
    itemId: number,
    purgedAt: Position,
  ): Promise<boolean> => {
    const batches = known.batches.filter(batch => batch.digest === digest)
    let isCarried = batches.length === 0
    for (const batch of batches)
      isCarried ||= batch.met.has(itemId) || (await isFailedFor(known, batch, itemId))
    if (!isCarried) return false
    const [first] = await store.read(importPayloadStream(importId, digest), { limit: 1 })
    if (first === undefined) stored.forget(importId, digest)
    return first !== undefined && (batches.length > 0 || first.position < purgedAt)
  }

  return async (itemId: number, purgedAt: Position, signal: AbortSignal): Promise<'done' | 'waits'> => {
    await stored.catchUp(signal)
    let waits = false
    for (const [importId, digests] of [...stored.found]) {
      const known = await metIn(importId)
      for (const digest of [...digests]) {
        if (signal.aborted) return 'waits'
        if (!(await carries(known, { importId, digest }, itemId, purgedAt))) continue
        if (known.isSettled) {
          await store.deleteStream(importPayloadStream(importId, digest))
          stored.forget(importId, digest)
        } else waits = true
      }
    }
    return waits ? 'waits' : 'done'
  }
}
