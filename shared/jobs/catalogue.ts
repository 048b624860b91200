import { z } from 'zod'
import { ImportId } from '../facts/import.ts'
import { ScheduleId } from '../facts/schedule.ts'
import { SubscriptionId } from '../facts/subscription.ts'

/** Every job this system knows. Payloads point at data; they never carry it. No colon in ids. */
export const jobs = {
  /** Apply items of the import that have no outcome yet, in order, then ask whether it can close. */
  'import.work': {
    payload: z.object({ importId: ImportId, batch: z.int().nonnegative() }),
    id: (p: { importId: string; batch: number }) => `import.work-${p.importId}-${p.batch}`,
    group: (p: { importId: string; batch: number }) => `import-${p.importId}`,
    attempts: 8,
  },
  /** Close the import if nothing has come for its stall time. */
  'import.stall-check': {
    payload: z.object({ importId: ImportId }),
    id: (p: { importId: string }) => `import.stall-check-${p.importId}`,
    group: (p: { importId: string }) => `import-${p.importId}`,
    attempts: 8,
  },
  /** Take back what the import did, item by item, as far as an undo of it is under way. */
  'undo.work': {
    payload: z.object({ importId: ImportId }),
    id: (p: { importId: string }) => `undo.work-${p.importId}`,
    group: (p: { importId: string }) => `undo-${p.importId}`,
    attempts: 8,
  },
  /** Look at the feed of a schedule that is due. */
  'feed.fetch': {
    payload: z.object({ scheduleId: ScheduleId }),
    id: (p: { scheduleId: string }) => `feed.fetch-${p.scheduleId}`,
    group: (p: { scheduleId: string }) => `feed-${p.scheduleId}`,
    attempts: 8,
  },
  /** Tell a receiver what it has not been told so far. */
  'subscription.deliver': {
    payload: z.object({ subscriptionId: SubscriptionId }),
    id: (p: { subscriptionId: string }) => `subscription.deliver-${p.subscriptionId}`,
    group: (p: { subscriptionId: string }) => `subscription-${p.subscriptionId}`,
    attempts: 8,
  },
  /** Render the stored views that are wanted and no longer fresh. */
  'views.render': {
    payload: z.object({}),
    id: () => 'views.render',
    group: () => 'views',
    attempts: 3,
  },
  /** Publish an event, venue or organizer whose publication date has come. */
  'item.publish': {
    payload: z.object({ kind: z.enum(['event', 'venue', 'organizer']), id: z.int().positive() }),
    id: (p: { kind: string; id: number }) => `item.publish-${p.kind}-${p.id}`,
    group: (p: { kind: string; id: number }) => `${p.kind}-${p.id}`,
    attempts: 8,
  },
  // names that `item.publish` had: a queue may hold them at an upgrade, nobody asks for them any more
  'event.publish': {
    payload: z.object({ eventId: z.int().positive() }),
    id: (p: { eventId: number }) => `event.publish-${p.eventId}`,
    group: (p: { eventId: number }) => `event-${p.eventId}`,
    attempts: 8,
  },
  'venue.publish': {
    payload: z.object({ venueId: z.int().positive() }),
    id: (p: { venueId: number }) => `venue.publish-${p.venueId}`,
    group: (p: { venueId: number }) => `venue-${p.venueId}`,
    attempts: 8,
  },
  'organizer.publish': {
    payload: z.object({ organizerId: z.int().positive() }),
    id: (p: { organizerId: number }) => `organizer.publish-${p.organizerId}`,
    group: (p: { organizerId: number }) => `organizer-${p.organizerId}`,
    attempts: 8,
  },
  /** Free the slug of a venue, organizer or term that was made for an event which never came. */
  'prepared.settle': {
    payload: z.object({ noun: z.enum(['venue', 'organizer', 'term']), id: z.int().positive() }),
    id: (p: { noun: string; id: number }) => `prepared.settle-${p.noun}-${p.id}`,
    group: (p: { noun: string; id: number }) => `${p.noun}-${p.id}`,
    attempts: 8,
  },
  /** Move what names a venue, organizer or term that was merged, or is itself again. */
  'merge.settle': {
    payload: z.object({ noun: z.enum(['venue', 'organizer', 'term']), id: z.int().positive() }),
    id: (p: { noun: string; id: number }) => `merge.settle-${p.noun}-${p.id}`,
    group: () => 'merges',
    attempts: 8,
  },
  /** Seal what was recorded since the last seal, when that is due. */
  'log.seal': {
    payload: z.object({}),
    id: () => 'log.seal',
    group: () => 'seals',
    attempts: 3,
  },
  /** Remove what is left of all items that were purged, until nothing can be. */
  'purge.finish': {
    payload: z.object({}),
    id: () => 'purge.finish',
    group: () => 'purges',
    attempts: 8,
  },
  /** Forget what is kept longer than it is to be. */
  'log.forget': {
    payload: z.object({}),
    id: () => 'log.forget',
    group: () => 'retention',
    attempts: 3,
  },
  /** Do what is left of everything that is to be forgotten of organizers. */
  'contact.forget': {
    payload: z.object({}),
    id: () => 'contact.forget',
    group: () => 'forgettings',
    attempts: 8,
  },
} as const

export type JobName = keyof typeof jobs
/** What goes on the wire. */
export type JobPayload<Name extends JobName> = z.input<(typeof jobs)[Name]['payload']>
/** What a handler gets. */
export type JobInput<Name extends JobName> = z.output<(typeof jobs)[Name]['payload']>
