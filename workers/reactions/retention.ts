import { SITE_STREAM, siteCodec } from '../../shared/facts/site.ts'
import { isLimited, keptAfter, type Kept } from '../../services/retention/kept.ts'
import { lateHandler, working } from './worker.ts'

/** A start has other things to do first. One job waits for the whole of it, however often it is asked for. */
const LOOK_MS = 3_600_000

/**
 * As long as something is kept for a time, it is looked again and again whether any of it is due (spec 00 §6.9). Where
 * everything is kept as long as it is by itself, no job is asked for.
 */
export const forgettingOfDue = working<Kept>(
  {
    name: 'retention',
    prefixes: [SITE_STREAM],
    evolve: (open, { type, data }) => {
      const kept = keptAfter(open.get('kept'), siteCodec.decode(type, data))
      return isLimited(kept) ? { changes: { kept }, calls: ['kept'] } : { changes: { kept: null } }
    },
    enqueue: async (queue, works) => {
      if (works.length > 0) await queue.enqueue('log.forget', {}, { delayMs: LOOK_MS })
    },
  },
  context => ({
    'log.forget': lateHandler(async () => (await import('../schedule/forget-due.ts')).forgettingDue(context)),
  }),
)
