import type { EventDetail } from '../../../../projections/event-listing/queries.ts'
import { refused } from '../../platform/answers/errors.ts'
import type { EventReads } from '../../items/event-deps.ts'
import { readAnswer, type Reading } from '../item-read.ts'
import type { Unlock } from '../../items/unlock.ts'

/** A protected event that was not opened is not shown at all (spec 02 §4); `edit` is refused as such (01 §4). */
export const eventReading = (reads: EventReads, unlock: Unlock): Reading<EventDetail> => ({
  ...{ noun: 'event', unlock },
  answer: async (event, { caller, context }, open) => {
    if (open) return readAnswer(await reads.calEvent(event, caller, { open, jsonLd: true }), event)
    const code = context === 'edit' ? 'rest_forbidden_context' : 'event-password-protected'
    return refused(code, {}, { caller })
  },
})
