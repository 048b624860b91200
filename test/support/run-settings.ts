import { userId } from '../../shared/kernel/brands.ts'
import type { RunSettings } from '../../services/imports/run/state.ts'

/** Settings of an import as user 2 registers it. */
export const runSettings = (given: Partial<RunSettings> = {}): RunSettings => ({
  origin: 'ics',
  source: 's',
  postStatus: 'publish',
  author: userId(2),
  category: null,
  updateAuthority: 'overwrite',
  interval: 10,
  stallMinutes: 60,
  ...given,
})
