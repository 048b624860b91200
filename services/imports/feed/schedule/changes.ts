import type { IsoTime } from '../../../../shared/kernel/brands.ts'
import type { ScheduleFact } from '../../../../shared/facts/schedule.ts'
import type { RunSettings } from '../../run/state.ts'
import { dueWithInterval } from './due-rules.ts'
import type { Schedule } from './state.ts'

/** How a feed is to be fetched from now on; what is absent stays. The source stays: events are known by it. */
export type ScheduleChange = {
  readonly url?: string | undefined
  readonly everyMinutes?: number | undefined
  readonly settings?: Partial<Pick<RunSettings, 'postStatus' | 'author' | 'category' | 'updateAuthority'>>
}

/** [before, after]; null: it was not asked for, or is so already. */
const differing = <Value>(before: Value, after: Value | undefined): [Value, Value] | null =>
  after === undefined || after === before ? null : [before, after]

const optionsChanged = (
  scheduleId: string,
  { settings: now }: Schedule,
  wanted: NonNullable<ScheduleChange['settings']>,
): readonly ScheduleFact[] => {
  const postStatus = differing(now.postStatus, wanted.postStatus)
  const category = differing(now.category, wanted.category)
  const updateAuthority = differing(now.updateAuthority, wanted.updateAuthority)
  if (postStatus === null && category === null && updateAuthority === null) return []
  const changes = {
    ...(postStatus && { postStatus }),
    ...(category && { category }),
    ...(updateAuthority && { updateAuthority }),
  }
  return [{ type: 'ScheduleOptionsChanged', scheduleId, changes }]
}

/** What really changes, as facts; none: everything is so already. `at`: ISO instant. */
export const changesOf = (
  scheduleId: string,
  schedule: Schedule,
  { url: wantedUrl, everyMinutes: wantedMinutes, settings = {} }: ScheduleChange,
  at: IsoTime,
): readonly ScheduleFact[] => {
  const url = differing(schedule.url, wantedUrl)
  const moved = url === null ? schedule : { ...schedule, dueAt: at, isLookedAt: false }
  const everyMinutes = differing(schedule.everyMinutes, wantedMinutes)
  const author = differing(schedule.settings.author, settings.author)
  const facts: (ScheduleFact | null)[] = [
    url && { type: 'FeedAddressChanged', scheduleId, changes: { url }, dueAt: moved.dueAt },
    everyMinutes && {
      ...{ type: 'ScheduleRetimed', scheduleId, changes: { everyMinutes } },
      dueAt: dueWithInterval(moved, everyMinutes[1], at),
    },
    author && { type: 'ScheduleReattributed', scheduleId, changes: { author } },
    ...optionsChanged(scheduleId, schedule, settings),
  ]
  return facts.filter(fact => fact !== null)
}
