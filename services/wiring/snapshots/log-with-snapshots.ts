import type { EventStore } from '../../../shared/event-store/port.ts'
import type { Snapshots } from './snapshots.ts'

/** The log; before anything is deleted from it, no snapshot is left that could hold it. */
export const logWithSnapshots = (
  store: EventStore,
  snapshots: Pick<Snapshots, 'discard'> | null,
): EventStore =>
  snapshots === null
    ? store
    : {
        ...store,
        deleteStream: async stream => {
          await snapshots.discard()
          await store.deleteStream(stream)
        },
        truncate: async (stream, before) => {
          await snapshots.discard()
          await store.truncate(stream, before)
        },
      }
