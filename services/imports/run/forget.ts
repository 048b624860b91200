import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Revision,
  noRevision,
  revisionAfter,
  noPosition,
  furthest,
} from '../../../shared/kernel/brands.ts'
import type { EventStore, Position } from '../../../shared/event-store/port.ts'
import { untilLive } from '../../../shared/event-store/until-live.ts'
import { claimCodec, identityStream } from '../../../shared/facts/claim.ts'
import { importPayloadStream, PAYLOAD } from '../../../shared/facts/import.ts'
import { lastUsed } from '../../../shared/remembered.ts'
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

/** Claims of uids whose readings are kept: those of some imports that failed wholly. */
const KEPT_KEYS = 50_000

const NOBODY: ReadonlySet<number> = new Set()

type Owners = {
  readonly ids: ReadonlySet<number>
  readonly revision: Revision
  /** What was recorded up to there is among them. */
  readonly asOf: Position
}

/** Events that a uid was ever claimed for; it is read again only for what was purged after the reading before. */
const ownersIn = (store: EventStore) => {
  const kept = lastUsed<string, Owners>(KEPT_KEYS)
  return async (key: string, asOf: Position): Promise<ReadonlySet<number>> => {
    const known = kept.get(key) ?? { ids: NOBODY, revision: noRevision, asOf: noPosition }
    if (known.asOf >= asOf) return known.ids
    const records = await store.read(identityStream('event', key), { from: revisionAfter(known.revision) })
    const owners = records.map(({ type, data }) => claimCodec.decode(type, data).owner)
    const ids = owners.length === 0 ? known.ids : new Set([...known.ids, ...owners])
    kept.set(key, { ids, revision: records.at(-1)?.revision ?? known.revision, asOf })
    return ids
  }
}

/** What was purged, and where that was recorded: what came later did not carry it. */
export type PurgedItem = { readonly id: number; readonly position: Position }

type Purges = {
  readonly byId: ReadonlyMap<number, PurgedItem>
  /** Position of the newest. */
  readonly newest: Position
}

const purgesOf = (items: readonly PurgedItem[]): Purges => ({
  byId: new Map(items.map(item => [item.id, item])),
  newest: items.reduce((newest, { position }) => furthest(newest, position), noPosition),
})

/** Ids held against each other, which takes some milliseconds for so many: then everything else has its turn. */
const SLICE = 1_000

/**
 * Those of the purged items that a batch made or met. An item that failed names no event; its uid may have been that
 * of a purged one.
 */
const carriedIn = (store: EventStore) => {
  const ownersOf = ownersIn(store)
  let compared = 0
  const countOne = async () => {
    if (++compared % SLICE === 0) await nextTurn()
  }
  return async (
    { source }: MetItems,
    { met, failed }: MetBatch,
    { byId, newest }: Purges,
  ): Promise<ReadonlySet<number>> => {
    const found = new Set<number>()
    const [fewer, more] = met.size < byId.size ? [met, byId] : [byId, met]
    for (const id of fewer.keys()) {
      await countOne()
      if (more.has(id)) found.add(id)
    }
    if (source === null || byId.size === 0) return found
    for (const uid of failed) {
      await countOne()
      for (const id of await ownersOf(uidKey(source, uid, null), newest)) if (byId.has(id)) found.add(id)
    }
    return found
  }
}

/**
 * Deletes the payloads that carried purged items, as far as their imports are over (spec 00 §8 history), and those
 * that never were of any use. Answers the numbers of the items for which others have to wait for the end of their
 * imports. The first look reads all stored payloads; later ones what is new.
 */
export const payloadForgetter = (store: EventStore) => {
  const stored = storedBatches(store)
  const met = metItems(store)
  const idsIn = carriedIn(store)

  /** Those that what is stored there now carries: nobody can tell whose it is that nobody came to have accepted. */
  const carried = async (
    known: MetItems,
    { importId, digest }: { readonly importId: string; readonly digest: string },
    purges: Purges,
  ): Promise<readonly PurgedItem[]> => {
    const batches = known.batches.filter(batch => batch.digest === digest)
    const ids = new Set(batches.length === 0 ? purges.byId.keys() : [])
    for (const batch of batches) for (const id of await idsIn(known, batch, purges)) ids.add(id)
    if (ids.size === 0) return []
    const found = [...purges.byId.values()].filter(({ id }) => ids.has(id))
    const [first] = await store.read(importPayloadStream(importId, digest), { limit: 1 })
    if (first === undefined) stored.forget(importId, digest)
    if (first === undefined) return []
    return batches.length > 0 ? found : found.filter(({ position }) => first.position < position)
  }

  return async (items: readonly PurgedItem[], signal: AbortSignal): Promise<ReadonlySet<number>> => {
    const waiting = new Set<number>()
    const purges = purgesOf(items)
    await stored.catchUp(signal)
    for (const [importId, digests] of [...stored.found]) {
      const known = await met.of(importId)
      for (const digest of [...digests]) {
        signal.throwIfAborted()
        const found = await carried(known, { importId, digest }, purges)
        if (found.length === 0) continue
        if (known.isSettled) {
          await store.deleteStream(importPayloadStream(importId, digest))
          stored.forget(importId, digest)
        } else for (const { id } of found) waiting.add(id)
      }
      if (!stored.found.has(importId)) met.forget(importId)
    }
    return waiting
  }
}
