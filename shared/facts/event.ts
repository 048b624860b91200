import { z } from 'zod'
import { codecOf } from './codec.ts'
import { By, DateTime, flag, Id, ids, itemChanges, itemValues, pair, text, TrashReason } from './common.ts'

/** When an event takes place. Local texts are wall clock in `timezone`; UTC is computed from them (spec 04). */
export const Period = z.object({
  allDay: z.boolean(),
  start: DateTime,
  end: DateTime,
  timezone: z.string(),
  startUtc: DateTime,
  endUtc: DateTime,
})
export type Period = z.infer<typeof Period>

/** Currency of a cost when the source names one; null: the site's. */
const Currency = z.object({ symbol: z.string(), position: z.string(), code: z.string() })

export const EventValues = z.object({
  ...itemValues,
  ...Period.shape,
  title: z.string(),
  /** In sent order. */
  venues: z.array(Id),
  organizers: z.array(Id),
  categories: z.array(Id),
  tags: z.array(Id),
  /** Text as accepted; parsed for display (spec 02 §5). */
  cost: z.string(),
  currency: Currency.nullable(),
  /** null: never set, the event's own address counts; "": set to nothing. */
  website: z.string().nullable(),
  showMap: z.boolean(),
  showMapLink: z.boolean(),
  hidden: z.boolean(),
  sticky: z.boolean(),
  featured: z.boolean(),
  parent: Id.nullable(),
})
export type EventValues = z.infer<typeof EventValues>

const who = { eventId: Id, by: By } as const

/**
 * One fact per thing that happened; every fact but the first carries `changes`: member → [before, after].
 * Folding is therefore the same for all of them, and the history needs no comparing.
 */
export const EventFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('EventCreated'), ...who, values: EventValues }),
  z.object({ type: z.literal('EventRetitled'), ...who, changes: z.object({ title: text }).partial() }),
  z.object({ type: z.literal('EventDescribed'), ...who, changes: itemChanges.described }),
  z.object({
    type: z.literal('EventRescheduled'),
    ...who,
    changes: z
      .object({
        allDay: flag,
        start: pair(DateTime),
        end: pair(DateTime),
        timezone: text,
        startUtc: pair(DateTime),
        endUtc: pair(DateTime),
      })
      .partial(),
  }),
  z.object({ type: z.literal('EventRelocated'), ...who, changes: z.object({ venues: ids }).partial() }),
  z.object({
    type: z.literal('EventOrganizersChanged'),
    ...who,
    changes: z.object({ organizers: ids }).partial(),
  }),
  z.object({
    type: z.literal('EventTermsAssigned'),
    ...who,
    changes: z.object({ categories: ids, tags: ids }).partial(),
  }),
  z.object({
    type: z.literal('EventPriced'),
    ...who,
    changes: z.object({ cost: text, currency: pair(Currency.nullable()) }).partial(),
  }),
  z.object({ type: z.literal('EventIllustrated'), ...who, changes: itemChanges.image }),
  z.object({
    type: z.literal('EventLinked'),
    ...who,
    changes: z.object({ website: pair(z.string().nullable()) }).partial(),
  }),
  z.object({
    type: z.literal('EventPresented'),
    ...who,
    changes: z
      .object({ showMap: flag, showMapLink: flag, hidden: flag, sticky: flag, featured: flag })
      .partial(),
  }),
  z.object({ type: z.literal('EventStatusChanged'), ...who, changes: itemChanges.status }),
  z.object({ type: z.literal('EventSlugChanged'), ...who, changes: itemChanges.slug }),
  z.object({ type: z.literal('EventReattributed'), ...who, changes: itemChanges.author }),
  z.object({ type: z.literal('EventProtected'), ...who, changes: itemChanges.password }),
  z.object({
    type: z.literal('EventPostOptionsChanged'),
    ...who,
    changes: itemChanges.options.extend({ parent: pair(Id.nullable()).optional() }),
  }),
  z.object({ type: z.literal('EventOriginNoted'), ...who, changes: itemChanges.origin }),
  z.object({
    type: z.literal('EventTrashed'),
    ...who,
    reason: TrashReason,
    changes: itemChanges.status,
  }),
  z.object({ type: z.literal('EventRestored'), ...who, changes: itemChanges.status }),
])
export type EventFact = z.infer<typeof EventFact>

export const eventCodec = codecOf(EventFact)
export const eventStream = (id: number) => `event-${id}` as const
