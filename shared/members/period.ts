import { eventMembers } from './event.ts'

/** Members of an event that say when it takes place, on which clock: none of them changes for itself. */
export const PERIOD: readonly string[] = Object.entries(eventMembers).flatMap(([name, row]) =>
  'fact' in row && row.fact === 'Rescheduled' ? [name] : [],
)
