import { LRUCache } from 'lru-cache'
import type { EpochMs } from '../../../shared/kernel/brands.ts'
import { underWay } from '../../../shared/under-way.ts'
import type { Foreign } from './foreign.ts'
import { plusMs } from '../../../shared/kernel/time/calculate.ts'

const DAY_MS = 86_400_000
const MOST = 1_000

/** Remembers what was found for a day; failures are asked anew, and one question under way serves all who ask it. */
export const answerKeep = (nowMs: () => EpochMs) => {
  const kept = new LRUCache<string, { readonly found: Foreign; readonly until: EpochMs }>({ max: MOST })
  const asking = underWay<Foreign | null>()
  return async (key: string, ask: () => Promise<Foreign | null>): Promise<Foreign | null> => {
    const known = kept.get(key)
    if (known !== undefined && known.until > nowMs()) return known.found
    const found = await asking(key, ask)
    if (found !== null) kept.set(key, { found, until: plusMs(nowMs(), DAY_MS) })
    return found
  }
}
