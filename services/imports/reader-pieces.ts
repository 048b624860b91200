import type { Pieces } from '../../shared/late.ts'

/** Readers of tables and calendar files. */
export const READER_PIECES: Pieces = [
  () => import('./csv/parse.ts'),
  () => import('./ics/zones/zones.ts'),
  () => import('./ics/recurrence/series.ts'),
  () => import('./ics/parse.ts'),
]
