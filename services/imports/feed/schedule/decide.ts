import type { IsoTime } from '../../../../shared/kernel/brands.ts'
import type { CarriedSchedule, ScheduleFact } from '../../../../shared/facts/schedule.ts'
import { nothing, record, refuse, type Decision } from '../../../../shared/kernel/decision.ts'
import type { Reattribution } from '../../run/commands.ts'
import type { RunSettings } from '../../run/state.ts'
import { changesOf, type ScheduleChange } from './changes.ts'
import { dueAfterLook, dueAfterPause } from './due-rules.ts'
import type { KnownFeed, Schedule, ScheduleState, Trouble } from './state.ts'

/** What came of looking at a feed. */
export type FetchFound =
  | {
      readonly kind: 'imported'
      readonly importId: string
      readonly known: KnownFeed
      /** Whether what was imported is older than what there is: it is looked at again at once. */
      readonly isOld: boolean
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly trouble: Trouble; readonly found?: string | undefined }

export type ScheduleCommand =
  | {
      readonly type: 'Set'
      readonly scheduleId: string
      readonly url: string
      readonly everyMinutes: number
      readonly settings: RunSettings
      /** ISO instant of the first look. */
      readonly dueAt: IsoTime
      /** It comes from another service. */
      readonly carried?: CarriedSchedule
    }
  /** `at`: ISO instant. */
  | ({ readonly type: 'Change'; readonly scheduleId: string; readonly at: IsoTime } & ScheduleChange)
  | { readonly type: 'Pause'; readonly scheduleId: string }
  | { readonly type: 'Resume'; readonly scheduleId: string; readonly at: IsoTime }
  | { readonly type: 'Remove'; readonly scheduleId: string }
  | ({ readonly type: 'Reattribute'; readonly scheduleId: string } & Reattribution)
  | {
      readonly type: 'RecordCheck'
      readonly scheduleId: string
      /** How many checks were recorded when this one began: one more, and somebody else did it. */
      readonly check: number
      /** Where it was looked at. */
      readonly url: string
      readonly found: FetchFound
      /** ISO instant. */
      readonly at: IsoTime
    }

export type ScheduleRefusal = {
  readonly code:
    'schedule_exists' | 'schedule_unknown' | 'schedule_unchanged' | 'schedule_paused' | 'schedule_not_paused'
}

type Of<Type extends ScheduleCommand['type']> = Extract<ScheduleCommand, { type: Type }>

const checked = ({ scheduleId, found, at }: Of<'RecordCheck'>, schedule: Schedule): ScheduleFact => {
  const dueAt = dueAfterLook(schedule, at)
  switch (found.kind) {
    case 'imported': {
      const { importId, known, isOld } = found
      return { type: 'FeedImported', scheduleId, importId, ...known, dueAt: isOld ? at : dueAt }
    }
    case 'unchanged':
      return { type: 'FeedUnchanged', scheduleId, dueAt }
    case 'failed': {
      const told = found.found === undefined ? {} : { found: found.found }
      return { type: 'FeedFailed', scheduleId, ...found.trouble, ...told, dueAt }
    }
  }
}

type Decided = Decision<ScheduleFact, ScheduleRefusal>

const set = ({ settings, ...asked }: Of<'Set'>): ScheduleFact => ({
  ...asked,
  ...settings,
  type: 'ScheduleSet',
})

/** What is asked of a schedule that there is. */
const decideSet = (command: Exclude<ScheduleCommand, { type: 'Set' }>, state: Schedule): Decided => {
  const { scheduleId } = command
  switch (command.type) {
    case 'Change': {
      const facts = changesOf(scheduleId, state, command, command.at)
      return facts.length === 0 ? refuse({ code: 'schedule_unchanged' }) : record(...facts)
    }
    case 'Pause':
      return state.isPaused
        ? refuse({ code: 'schedule_paused' })
        : record<ScheduleFact>({ type: 'SchedulePaused', scheduleId })
    case 'Resume': {
      const dueAt = dueAfterPause(state, command.at)
      return state.isPaused
        ? record<ScheduleFact>({ type: 'ScheduleResumed', scheduleId, dueAt })
        : refuse({ code: 'schedule_not_paused' })
    }
    case 'Remove':
      return record<ScheduleFact>({ type: 'ScheduleRemoved', scheduleId })
    case 'Reattribute': {
      const { from, to } = command
      return state.settings.author === from && from !== to
        ? record<ScheduleFact>({ type: 'ScheduleReattributed', scheduleId, changes: { author: [from, to] } })
        : nothing
    }
    case 'RecordCheck':
      // looked at by somebody else meanwhile, or elsewhere by now
      return state.checks === command.check && state.url === command.url
        ? record<ScheduleFact>(checked(command, state))
        : nothing
  }
}

/** By whom nothing is wanted that is over already: they only tell what they found. */
const isQuiet = ({ type }: ScheduleCommand): boolean => type === 'Reattribute' || type === 'RecordCheck'

export const decide = (command: ScheduleCommand, state: ScheduleState): Decided => {
  if (command.type === 'Set')
    return state.status === 'unknown' ? record(set(command)) : refuse({ code: 'schedule_exists' })
  if (state.status === 'set') return decideSet(command, state)
  return isQuiet(command) ? nothing : refuse({ code: 'schedule_unknown' })
}
