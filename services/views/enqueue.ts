import type { StoredRecord } from '../../shared/event-store/port.ts'
import { PURGED } from '../../shared/facts/purge.ts'
import type { JobQueue } from '../../shared/jobs/port.ts'

/** What stands in views, or decides what does. */
const PREFIXES = ['event-', 'venue-', 'organizer-', 'term-', 'image-', 'site-', PURGED]
/** Changes come in numbers: what comes within this time is rendered together. */
const TOGETHER_MS = 300

/**
 * Asks for the views to be rendered after facts that may change them. A queue that is down loses nothing: a copy that
 * is not fresh is rendered by whoever wants it.
 */
export const enqueueViews =
  (queue: Pick<JobQueue, 'enqueue'>, warn: (message: string, error: unknown) => void) =>
  async (records: readonly Pick<StoredRecord, 'stream'>[]): Promise<void> => {
    if (!records.some(({ stream }) => PREFIXES.some(prefix => stream.startsWith(prefix)))) return
    try {
      await queue.enqueue('views.render', {}, { delayMs: TOGETHER_MS })
    } catch (error) {
      warn('the queue does not take the rendering of views', error)
    }
  }
