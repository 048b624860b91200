import { publishDueEvent } from '../../services/calendar/event/write.ts'
import { publishDueOrganizer } from '../../services/calendar/organizer/write.ts'
import { publishDueVenue } from '../../services/calendar/venue/write.ts'
import type { Writing } from '../../services/calendar/writing.ts'
import type { JobHandler, JobHandlers, JobQueue } from '../../shared/jobs/port.ts'
import { msOf } from '../../shared/kernel/time/calculate.ts'
import { untilMs } from '../due.ts'

export type PublishDeps = {
  readonly writing: Writing
  readonly queue: Pick<JobQueue, 'enqueue'>
  readonly nowMs: () => number
}

/** What waits for its publication date. */
export type Scheduled = {
  readonly kind: 'event' | 'venue' | 'organizer'
  readonly id: number
  /** UTC text; null: not known here, whoever publishes looks it up. */
  readonly publishedAt: string | null
}

/** Asks for the publication of an item at its date. */
export const enqueuePublication = (
  queue: Pick<JobQueue, 'enqueue'>,
  { kind, id, publishedAt }: Scheduled,
  nowMs: number,
): Promise<void> => {
  const options = { delayMs: untilMs(publishedAt === null ? nowMs : msOf(publishedAt), nowMs) }
  switch (kind) {
    case 'event':
      return queue.enqueue('event.publish', { eventId: id }, options)
    case 'venue':
      return queue.enqueue('venue.publish', { venueId: id }, options)
    case 'organizer':
      return queue.enqueue('organizer.publish', { organizerId: id }, options)
  }
}

const publishDue = { event: publishDueEvent, venue: publishDueVenue, organizer: publishDueOrganizer } as const

/** Publishes a future item whose date has come; one that comes early asks again. */
const publish = async ({ writing, queue, nowMs }: PublishDeps, kind: Scheduled['kind'], id: number) => {
  const ms = nowMs()
  const result = await publishDue[kind](writing, id, {
    actor: null,
    at: new Date(ms).toISOString(),
    source: 'worker',
    route: null,
    correlation: `${kind}.publish-${id}`,
    causation: null,
  })
  if (!result.ok) return
  const { status, publishedAt } = result.values
  if (status !== 'future' || publishedAt === null) return
  await enqueuePublication(queue, { kind, id, publishedAt }, ms)
}

type Publishing = {
  readonly [Name in 'event.publish' | 'venue.publish' | 'organizer.publish']: JobHandler<Name>
}

/** Handlers of the jobs that publish. */
export const publishers = (deps: PublishDeps): Publishing & JobHandlers => ({
  'event.publish': ({ eventId }) => publish(deps, 'event', eventId),
  'venue.publish': ({ venueId }) => publish(deps, 'venue', venueId),
  'organizer.publish': ({ organizerId }) => publish(deps, 'organizer', organizerId),
})
