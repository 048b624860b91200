import type { EventStore, Position } from '../../shared/event-store/port.ts'
import { claimCodec, identityStream } from '../../shared/facts/claim.ts'
import {
  importCodec,
  importPayloadStream,
  importStream,
  PAYLOAD,
  type ActivityType,
  type ItemOutcome,
} from '../../shared/facts/import.ts'
import { uidKey } from './identity.ts'
import { evolve, initial, isSettled, type RunState } from './run/state.ts'

/** Types whose ids are of the one sequence of events, venues, organizers and images (spec 00 §8 ids). */
const ITEMS: readonly ActivityType[] = ['cal_events', 'cal_venue', 'cal_organizer']

/** Digests of the stored batches of each import, and where the first record of each is. */
type Stored = Map<string, Map<string, Position>>

const storedBatches = async (store: EventStore, signal: AbortSignal): Promise<Stored> => {
  const found: Stored = new Map()
  for await (const { records, live } of store.follow(null, [PAYLOAD], signal)) {
    for (const { stream, position } of records) {
      const [importId = '', digest = ''] = stream.slice(PAYLOAD.length).split('/')
      const batches = found.get(importId) ?? new Map<string, Position>()
      found.set(importId, batches)
      if (!batches.has(digest)) batches.set(digest, position)
    }
    if (live) break
  }
  return found
}

const met = ({ id, touched }: ItemOutcome, itemId: number): boolean =>
  id === itemId || touched.some(([type, , one]) => one === itemId && ITEMS.includes(type))

/** An item that failed names no event; its uid may have been that of the purged one. */
const failedFor = async (
  store: EventStore,
  { outcome, id, uid }: ItemOutcome,
  source: string,
  itemId: number,
): Promise<boolean> => {
  if (outcome !== 'failed' || id !== null || uid === null) return false
  const claims = await store.read(identityStream('event', uidKey(source, uid, null)))
  return claims.some(({ type, data }) => claimCodec.decode(type, data).owner === itemId)
}

/** What an import has to do with an item. */
type Looked = {
  readonly run: RunState
  /** Digests of its batches that carried the item. */
  readonly carried: ReadonlySet<string>
  /** Digests of all batches that it accepted. */
  readonly accepted: ReadonlySet<string>
}

const lookAt = async (store: EventStore, importId: string, itemId: number): Promise<Looked> => {
  const accepted: string[] = []
  const carried = new Set<string>()
  let run = initial
  for (const { type, data } of await store.read(importStream(importId))) {
    const fact = importCodec.decode(type, data)
    run = evolve(run, fact)
    if (fact.type === 'ImportBatchReceived') accepted.push(fact.digest)
    if (fact.type !== 'ImportOutcomesRecorded' || run.status === 'unknown') continue
    const digest = accepted[fact.batch]
    if (digest === undefined || carried.has(digest)) continue
    for (const outcome of fact.outcomes)
      if (met(outcome, itemId) || (await failedFor(store, outcome, run.source, itemId))) carried.add(digest)
  }
  return { run, carried, accepted: new Set(accepted) }
}

/**
 * Deletes the payloads that carried a purged item, as far as their imports are over (spec 00 §8 history), and those
 * that never were of any use. Answers whether others have to wait for the end of their imports. `purgedAt`: what came
 * later did not carry it.
 */
export const forgetItem = async (
  store: EventStore,
  itemId: number,
  purgedAt: Position,
  signal: AbortSignal,
): Promise<'done' | 'waits'> => {
  let waits = false
  for (const [importId, batches] of await storedBatches(store, signal)) {
    if (signal.aborted) return 'waits'
    const { run, carried, accepted } = await lookAt(store, importId, itemId)
    for (const [digest, position] of batches) {
      // stored by somebody who then did not come to having it accepted: of whom it was, nobody can tell
      const orphan = !accepted.has(digest) && position < purgedAt
      if (!carried.has(digest) && !orphan) continue
      if (isSettled(run)) await store.deleteStream(importPayloadStream(importId, digest))
      else waits = true
    }
  }
  return waits ? 'waits' : 'done'
}
