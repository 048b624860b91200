import { calendarOn } from '../../services/calendar/calendar.ts'
import { serviceContext } from '../../services/handle.ts'
import type { Writing } from '../../services/calendar/writing.ts'
import type { JobHandler, JobHandlers, JobQueue } from '../../shared/jobs/port.ts'
import { msOf } from '../../shared/kernel/time/calculate.ts'
import { untilMs } from '../due.ts'
import type { UtcTime, EpochMs } from '../../shared/kernel/brands.ts'

export type PublishDeps = {
  readonly writing: Writing
  readonly queue: Pick<JobQueue, 'enqueue'>
  readonly nowMs: () => EpochMs
}

/** What waits for its publication date. */
export type Scheduled = {
  readonly kind: 'event' | 'venue' | 'organizer'
  readonly id: number
  /** UTC text; null: not known here, whoever publishes looks it up. */
  readonly publishedAt: UtcTime | null
}

/** Asks for the publication of an item at its date. */
export const enqueuePublication = (
  queue: Pick<JobQueue, 'enqueue'>,
  { kind, id, publishedAt }: Scheduled,
  nowMs: EpochMs,
): Promise<void> =>
  queue.enqueue(
    'item.publish',
    { kind, id },
    { delayMs: untilMs(publishedAt === null ? nowMs : msOf(publishedAt), nowMs) },
  )

/** Job `item.publish`: publishes a future item whose date has come; one that comes early asks again. */
const publishItem =
  ({ writing, queue, nowMs }: PublishDeps): JobHandler<'item.publish'> =>
  async ({ kind, id }) => {
    const ms = nowMs()
    const result = await calendarOn(writing)[kind].publishDue(
      id,
      serviceContext(`item.publish-${kind}-${id}`, ms),
    )
    if (!result.ok) return
    const { status, publishedAt } = result.values
    if (status !== 'future' || publishedAt === null) return
    await enqueuePublication(queue, { kind, id, publishedAt }, ms)
  }

type Publishing = {
  readonly [Name in `${'item' | Scheduled['kind']}.publish`]: JobHandler<Name>
}

/** Handlers of the job that publishes, under its name and under those that it had. */
export const publishers = (deps: PublishDeps): Publishing & JobHandlers => {
  const publish = publishItem(deps)
  return {
    'item.publish': publish,
    'event.publish': ({ eventId }, context) => publish({ kind: 'event', id: eventId }, context),
    'venue.publish': ({ venueId }, context) => publish({ kind: 'venue', id: venueId }, context),
    'organizer.publish': ({ organizerId }, context) =>
      publish({ kind: 'organizer', id: organizerId }, context),
  }
}
