import { LRUCache } from 'lru-cache'
import type { EpochMs } from '../../../../shared/kernel/brands.ts'
import type { Position } from '../../../../shared/event-store/port.ts'
import { KEPT_FILES, KEPT_FILES_MS, KEPT_PLANS_LENGTH } from '../../../../shared/limits/imports.ts'
import type { DryRun } from '../../../imports/dry-run/dry-runs.ts'

/** Whose plan it is, of what, and how that is to be imported. */
type PlanOf = {
  readonly session: string
  readonly digest: string
  readonly typed: Readonly<Record<string, string>>
}

/**
 * Plans that were shown, so that other items of one are shown without trying everything again (spec 05 §13). `head`: the
 * end of the log when it was tried; once something was recorded behind it, the plan may be another one.
 */
export type KeptPlans = {
  readonly keep: (of: PlanOf, head: Position | null, plan: DryRun) => void
  readonly find: (of: PlanOf, head: Position | null) => DryRun | null
  readonly forget: (of: Omit<PlanOf, 'typed'>) => void
}

type Kept = { readonly of: PlanOf; readonly head: Position | null; readonly plan: DryRun }

const keyOf = ({ session, digest }: Omit<PlanOf, 'typed'>): string => `${session} ${digest}`

const isOf = (kept: PlanOf, typed: PlanOf['typed']): boolean => {
  const names = new Set([...Object.keys(kept.typed), ...Object.keys(typed)])
  // nothing typed and no field at all are the same
  return [...names].every(name => (kept.typed[name] ?? '') === (typed[name] ?? ''))
}

/** In memory and nowhere else, the newest of each body: what is not there is tried again. */
export const keptPlans = (nowMs: () => EpochMs): KeptPlans => {
  const kept = new LRUCache<string, Kept>({
    ...{ max: KEPT_FILES, maxSize: KEPT_PLANS_LENGTH },
    ...{ ttl: KEPT_FILES_MS, ttlResolution: 0, ttlAutopurge: true },
    sizeCalculation: ({ plan }) => plan.items.reduce((sum, { length }) => sum + length, 1),
    perf: { now: nowMs },
  })
  return {
    keep: (of, head, plan) => {
      kept.set(keyOf(of), { of, head, plan })
    },
    find: (of, head) => {
      const known = kept.get(keyOf(of))
      return known?.head === head && isOf(known.of, of.typed) ? known.plan : null
    },
    forget: of => {
      kept.delete(keyOf(of))
    },
  }
}
