import { z } from 'zod'
import { EventId, LocalTime, UtcTime, streamName } from '../kernel/brands.ts'
import { changesOf, storedOf } from '../members/derive.ts'
import { eventMembers } from '../members/event.ts'
import { codecOf } from './codec.ts'
import { By, CarriedItem, lifeChanges, TrashReason } from './common.ts'

/** When an event takes place. Local texts are wall clock in `timezone`; UTC is computed from them (spec 04). */
export const Period = z.object({
  allDay: z.boolean(),
  start: LocalTime,
  end: LocalTime,
  timezone: z.string(),
  startUtc: UtcTime,
  endUtc: UtcTime,
})
export type Period = z.infer<typeof Period>

export const EventValues = z.object(storedOf(eventMembers))
export type EventValues = z.infer<typeof EventValues>

const who = { eventId: EventId, by: By } as const

/**
 * One fact per thing that happened; every fact but the first carries `changes`: member → [before, after].
 * Folding is therefore the same for all of them, and the history needs no comparing.
 */
export const EventFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('EventCreated'),
    ...who,
    values: EventValues,
    carried: CarriedItem.optional(),
  }),
  z.object({ type: z.literal('EventRetitled'), ...who, changes: changesOf(eventMembers, 'Retitled') }),
  z.object({ type: z.literal('EventDescribed'), ...who, changes: changesOf(eventMembers, 'Described') }),
  z.object({ type: z.literal('EventRescheduled'), ...who, changes: changesOf(eventMembers, 'Rescheduled') }),
  z.object({ type: z.literal('EventRelocated'), ...who, changes: changesOf(eventMembers, 'Relocated') }),
  z.object({
    type: z.literal('EventOrganizersChanged'),
    ...who,
    changes: changesOf(eventMembers, 'OrganizersChanged'),
  }),
  z.object({
    type: z.literal('EventTermsAssigned'),
    ...who,
    changes: changesOf(eventMembers, 'TermsAssigned'),
  }),
  z.object({ type: z.literal('EventPriced'), ...who, changes: changesOf(eventMembers, 'Priced') }),
  z.object({ type: z.literal('EventIllustrated'), ...who, changes: changesOf(eventMembers, 'Illustrated') }),
  z.object({ type: z.literal('EventLinked'), ...who, changes: changesOf(eventMembers, 'Linked') }),
  z.object({ type: z.literal('EventPresented'), ...who, changes: changesOf(eventMembers, 'Presented') }),
  z.object({ type: z.literal('EventStatusChanged'), ...who, changes: lifeChanges }),
  z.object({ type: z.literal('EventSlugChanged'), ...who, changes: changesOf(eventMembers, 'SlugChanged') }),
  z.object({
    type: z.literal('EventReattributed'),
    ...who,
    changes: changesOf(eventMembers, 'Reattributed'),
  }),
  z.object({ type: z.literal('EventProtected'), ...who, changes: changesOf(eventMembers, 'Protected') }),
  z.object({
    type: z.literal('EventPostOptionsChanged'),
    ...who,
    changes: changesOf(eventMembers, 'PostOptionsChanged'),
  }),
  z.object({ type: z.literal('EventOriginNoted'), ...who, changes: changesOf(eventMembers, 'OriginNoted') }),
  z.object({ type: z.literal('EventTrashed'), ...who, reason: TrashReason, changes: lifeChanges }),
  z.object({ type: z.literal('EventRestored'), ...who, changes: lifeChanges }),
])
export type EventFact = z.infer<typeof EventFact>

export const eventCodec = codecOf(EventFact)
export const eventStream = (id: EventId) => streamName(`event-${id}`)
