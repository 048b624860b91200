import { StoreUnavailable, type Fingerprinted } from '../../../shared/event-store/port.ts'
import { headerIn } from './contents.ts'
import { readFirstFrame } from './frames.ts'

/**
 * A snapshot that knows records behind the end of the log tells that the log lost them (spec 00 §6.1): nothing may be
 * recorded in their places. Throws StoreUnavailable then. Whatever else is doubtful about a snapshot says nothing of the log.
 */
export const checkEnd = async (
  snapshot: string,
  log: string,
  furthest: Fingerprinted['furthest'],
): Promise<void> => {
  // one that cannot be read is told by whoever wants to take it in
  const first = await readFirstFrame(snapshot).catch(() => null)
  const header = first === null ? null : headerIn([first])
  if (header === null) return
  const end = await furthest()
  if (end !== null && end >= header.log.position) return
  const ends = end === null ? 'it is empty' : `it ends at ${end}`
  throw new StoreUnavailable(
    `the log ${log} lost records: the snapshot of read models beside it knew it up to position ${header.log.position}, now ` +
      `${ends}. Nothing was recorded. Put a backup back (restore, into an empty folder; compare it by verify --against), ` +
      `or, to go on without what was lost, remove ${snapshot}`,
  )
}
