import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventStore, StoredRecord } from '../../shared/event-store/port.ts'
import type { LogScan } from '../../shared/event-store/scan.ts'
import { untilLive } from '../../shared/event-store/until-live.ts'

/** The log as a report reads it: whole, in order, as often as it takes, beside whoever writes. */
export type ReadLog = {
  readonly read: EventStore['read']
  readonly all: (signal: AbortSignal) => AsyncIterable<readonly StoredRecord[]>
}

/** Of a service. */
export const logOf = (store: Pick<EventStore, 'read' | 'follow'>): ReadLog => ({
  read: (...asked) => store.read(...asked),
  all: async function* (signal) {
    for await (const { records } of untilLive(store, [], signal)) yield records
  },
})

/** From outside; what is damaged is left out, and `verify` tells of it. */
export const scannedLog = ({ read, everything }: LogScan): ReadLog => ({
  read,
  all: async function* (signal) {
    for await (const { records } of everything(signal)) yield records
  },
})

/** Records that are looked at before everything else has its turn. */
const AT_ONCE = 50

/** Gives every record to `note`, in the order of the log. */
export const lookThrough = async (
  { all }: Pick<ReadLog, 'all'>,
  note: (record: StoredRecord) => void,
  signal: AbortSignal,
): Promise<void> => {
  let looked = 0
  for await (const records of all(signal))
    for (const record of records) {
      note(record)
      if (++looked % AT_ONCE === 0) await nextTurn()
    }
}
