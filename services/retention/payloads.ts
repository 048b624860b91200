import type { StreamName, EpochMs } from '../../shared/kernel/brands.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { untilLive } from '../../shared/event-store/until-live.ts'
import { importStream, PAYLOAD } from '../../shared/facts/import.ts'
import { askedOnce } from '../../shared/remembered.ts'
import { load } from '../handle.ts'
import { importRun } from '../imports/run/run.ts'
import { isSettled } from '../imports/run/state.ts'
import { together, type Limit, type Overdue } from './overdue.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

/** Streams, of which nothing is read, at a time. */
const DELETED_TOGETHER = 100

/** When the newest items of every stored batch came, epoch milliseconds. Reads all stored batches. */
const batches = async (
  store: Pick<EventStore, 'follow'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<StreamName, number>> => {
  const found = new Map<StreamName, number>()
  for await (const { records } of untilLive(store, [PAYLOAD], signal))
    for (const { stream, meta } of records)
      found.set(stream, Math.max(found.get(stream) ?? 0, msOfIso(meta.at)))
  return found
}

/** Streams of batches whose newest items came before an instant (epoch milliseconds), of imports that are over. */
const oldBatches = async (
  store: EventStore,
  beforeMs: EpochMs,
  signal: AbortSignal,
): Promise<readonly StreamName[]> => {
  const old: StreamName[] = []
  const over = askedOnce<boolean>()
  const isOver = async (importId: string) =>
    isSettled((await load(store, importRun, importStream(importId))).state)
  for (const [stream, atMs] of await batches(store, signal)) {
    if (atMs >= beforeMs) continue
    const [importId = ''] = stream.slice(PAYLOAD.length).split('/')
    if (await over.get(importId, () => isOver(importId))) old.push(stream)
  }
  return old
}

/** Items of imports as they came in: batches are counted. */
export const duePayloads = async (store: EventStore, limit: Limit, signal: AbortSignal): Promise<Overdue> => {
  const old = await oldBatches(store, limit.ms, signal)
  return {
    what: 'payloads',
    count: old.length,
    before: limit.iso,
    forget: (_, during) => together(old, DELETED_TOGETHER, during, stream => store.deleteStream(stream)),
  }
}
