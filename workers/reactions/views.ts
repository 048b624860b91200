import { PURGED } from '../../shared/facts/purge.ts'
import { renderStale } from '../views.ts'
import { working } from './worker.ts'

/** Changes come in numbers: what comes within this time is rendered together. */
const TOGETHER_MS = 300

/**
 * Copies of views are rendered anew after facts that may change them. A queue that loses it does no harm: a copy that
 * is not fresh is rendered by whoever wants it.
 */
export const renderingOfViews = working<Record<string, never>>(
  {
    name: 'views',
    // what stands in views, or decides what does
    prefixes: ['event-', 'venue-', 'organizer-', 'term-', 'image-', 'site-', PURGED],
    evolve: () => ({ once: [{}] }),
    togetherMs: TOGETHER_MS,
    enqueue: async (queue, works) => {
      if (works.length > 0) await queue.enqueue('views.render', {})
    },
  },
  ({ views }) => ({ 'views.render': renderStale(views) }),
)
