import type { EpochMs } from '../../../shared/kernel/brands.ts'
import type { Context } from '../../handle.ts'
import { isoOfMs } from '../../../shared/kernel/time/calculate.ts'

/** Metadata of everything an import causes: no actor, the import as correlation (spec 00 §8 history). */
export const importContext = (importId: string, nowMs: EpochMs, route: string | null = null): Context => ({
  actor: null,
  at: isoOfMs(nowMs),
  source: 'import',
  route,
  correlation: importId,
  causation: null,
})
