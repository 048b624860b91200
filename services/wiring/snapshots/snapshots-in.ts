import type { Config } from '../../../shared/config.ts'
import type { Documents } from '../../../shared/documents/port.ts'
import type { EventStore, Fingerprinted } from '../../../shared/event-store/port.ts'
import { logFile, snapshotFile } from '../data-folder.ts'
import type { Surroundings } from '../surroundings.ts'
import { checkEnd } from './check-end.ts'
import { removeFrames } from './frames.ts'
import { PACE } from './keeping.ts'
import { snapshotsOf, type Snapshots } from './snapshots.ts'

/**
 * Snapshots beside the embedded log, of read models in memory. null: everything is folded at each start, and nothing of a
 * snapshot from before is left, which nobody would look after. Throws StoreUnavailable when the log lost records that one from
 * before knew; nothing is recorded or removed then.
 */
export const snapshotsIn = async (
  config: Pick<Config, 'DATA_DIR' | 'SNAPSHOTS' | 'SHUTDOWN_MS'>,
  { snapshotPace = PACE, monotonicMs = () => performance.now() }: Surroundings,
  log: EventStore & Partial<Fingerprinted>,
  documents: Documents,
  tell: (message: string, error?: unknown) => void,
): Promise<Snapshots | null> => {
  const file = snapshotFile(config.DATA_DIR)
  const { fingerprint, furthest } = log
  const { state } = documents
  if (furthest !== undefined) await checkEnd(file, logFile(config.DATA_DIR), furthest)
  if (config.SNAPSHOTS === 'off' || fingerprint === undefined || state === undefined) {
    await removeFrames(file)
    return null
  }
  return snapshotsOf({
    ...{ file, documents: { ...documents, state }, log: { fingerprint }, monotonicMs, tell },
    pace: snapshotPace,
    stopMs: config.SHUTDOWN_MS / 2,
  })
}
