import type { Revision, EpochMs } from '../../shared/kernel/brands.ts'
import type { EventStore, Position, StoredRecord } from '../../shared/event-store/port.ts'
import { untilLive } from '../../shared/event-store/until-live.ts'
import {
  PURGED,
  PURGES,
  purgeCodec,
  purgesCodec,
  purgeStream,
  type PurgeFact,
} from '../../shared/facts/purge.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

/** A purge that is not over. */
export type OpenPurge = {
  readonly noun: PurgeFact['kind']
  readonly id: number
  /** Where it was recorded, when (epoch milliseconds), and the id of that record. */
  readonly position: Position
  /** Of the last record of its stream. */
  revision: Revision
  readonly atMs: EpochMs
  readonly cause: string
  /** Its streams were deleted; otherwise whoever was asked for it may have died on the way. */
  removed: boolean
  /** Age at which late writes were looked for last; 0: never. */
  lookedMs: number
}

/** The purges that are not over, as the log tells; asked again, it reads what is new. */
export const openPurges = (store: EventStore) => {
  const open = new Map<string, OpenPurge>()
  let reached: Position | null = null
  const learn = ({ type, data, stream, position, revision, id: cause, meta }: StoredRecord): void => {
    if (stream === PURGES) {
      for (const { kind, itemId } of purgesCodec.decode(type, data).items)
        open.delete(purgeStream(kind, itemId))
      return
    }
    const fact = purgeCodec.decode(type, data)
    const known = open.get(stream)
    if (fact.type === 'ItemTracesRemoved') open.delete(stream)
    else if (fact.type !== 'ItemPurged') {
      if (known === undefined) return
      known.revision = revision
      known.removed ||= fact.type === 'ItemRemoved'
    } else
      open.set(stream, {
        ...{ noun: fact.kind, id: fact.itemId, position, revision, cause },
        ...{ atMs: msOfIso(meta.at), removed: false, lookedMs: 0 },
      })
  }
  return {
    /** In the order in which they were recorded. */
    catchUp: async (signal: AbortSignal): Promise<readonly OpenPurge[]> => {
      for await (const step of untilLive(store, [PURGED, PURGES], signal, reached)) {
        step.records.forEach(learn)
        reached = step.reached ?? reached
      }
      return [...open.values()]
    },
  }
}
