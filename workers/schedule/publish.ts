import { publishDueEvent } from '../../services/calendar/event/write.ts'
import type { Writing } from '../../services/calendar/writing.ts'
import type { JobHandler, JobQueue } from '../../shared/jobs/port.ts'
import { dueMs, untilMs } from '../due.ts'

export type PublishDeps = {
  readonly writing: Writing
  readonly queue: Pick<JobQueue, 'enqueue'>
  readonly nowMs: () => number
}

/** Job `event.publish`: publishes a future event whose date has come; one that comes early asks again. */
export const publishEvent =
  ({ writing, queue, nowMs }: PublishDeps): JobHandler<'event.publish'> =>
  async ({ eventId }) => {
    const ms = nowMs()
    const result = await publishDueEvent(writing, eventId, {
      actor: null,
      at: new Date(ms).toISOString(),
      source: 'worker',
      route: null,
      correlation: `event.publish-${eventId}`,
      causation: null,
    })
    if (!result.ok) return
    const { status, publishedAt } = result.values
    if (status !== 'future' || publishedAt === null) return
    await queue.enqueue('event.publish', { eventId }, { delayMs: untilMs(dueMs(publishedAt), ms) })
  }
