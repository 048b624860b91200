import type { ScheduleFact } from '../../../../shared/facts/schedule.ts'
import { nothing, record, refuse, type Decision } from '../../../../shared/kernel/decision.ts'
import type { Reattribution } from '../../run/commands.ts'
import type { RunSettings } from '../../run/state.ts'
import type { KnownFeed, ScheduleState, Trouble } from './state.ts'

/** What came of looking at a feed. */
export type FetchFound =
  | { readonly kind: 'imported'; readonly importId: string; readonly known: KnownFeed }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly trouble: Trouble }

export type ScheduleCommand =
  | {
      readonly type: 'Set'
      readonly scheduleId: string
      readonly url: string
      readonly everyMinutes: number
      readonly settings: RunSettings
      /** ISO instant of the first look. */
      readonly dueAt: string
    }
  | { readonly type: 'Remove'; readonly scheduleId: string }
  | ({ readonly type: 'Reattribute'; readonly scheduleId: string } & Reattribution)
  | {
      readonly type: 'RecordCheck'
      readonly scheduleId: string
      /** How many checks were recorded when this one began: one more, and somebody else did it. */
      readonly check: number
      readonly found: FetchFound
      readonly dueAt: string
    }

export type ScheduleRefusal = { readonly code: 'schedule_exists' | 'schedule_unknown' }

type Of<Type extends ScheduleCommand['type']> = Extract<ScheduleCommand, { type: Type }>

const checked = ({ scheduleId, found, dueAt }: Of<'RecordCheck'>): ScheduleFact => {
  switch (found.kind) {
    case 'imported':
      return { type: 'FeedImported', scheduleId, importId: found.importId, ...found.known, dueAt }
    case 'unchanged':
      return { type: 'FeedUnchanged', scheduleId, dueAt }
    case 'failed':
      return { type: 'FeedFailed', scheduleId, ...found.trouble, dueAt }
  }
}

export const decide = (
  command: ScheduleCommand,
  state: ScheduleState,
): Decision<ScheduleFact, ScheduleRefusal> => {
  switch (command.type) {
    case 'Set': {
      const { scheduleId, url, everyMinutes, settings, dueAt } = command
      return state.status === 'unknown'
        ? record<ScheduleFact>({ type: 'ScheduleSet', scheduleId, url, everyMinutes, ...settings, dueAt })
        : refuse({ code: 'schedule_exists' })
    }
    case 'Remove':
      if (state.status === 'unknown') return refuse({ code: 'schedule_unknown' })
      return state.status === 'removed'
        ? nothing
        : record<ScheduleFact>({ type: 'ScheduleRemoved', scheduleId: command.scheduleId })
    case 'Reattribute': {
      const { scheduleId, from, to } = command
      return state.status === 'set' && state.settings.author === from && from !== to
        ? record<ScheduleFact>({ type: 'ScheduleReattributed', scheduleId, changes: { author: [from, to] } })
        : nothing
    }
    case 'RecordCheck':
      // removed or looked at by somebody else meanwhile
      return state.status === 'set' && state.checks === command.check
        ? record<ScheduleFact>(checked(command))
        : nothing
  }
}
