import type { Context } from '../../handle.ts'

/** Metadata of everything an import causes: no actor, the import as correlation (spec 00 §8 history). */
export const importContext = (importId: string, nowMs: number, route: string | null = null): Context => ({
  actor: null,
  at: new Date(nowMs).toISOString(),
  source: 'import',
  route,
  correlation: importId,
  causation: null,
})
