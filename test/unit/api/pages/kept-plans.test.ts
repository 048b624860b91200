import { describe, expect, it } from 'vitest'
import { logPosition, epochMs } from '../../../../shared/kernel/brands.ts'
import { keptPlans } from '../../../../services/api/pages/imports/kept-plans.ts'
import type { DryRun } from '../../../../services/imports/dry-run/dry-runs.ts'
import { KEPT_FILES_MS, KEPT_PLANS_LENGTH } from '../../../../shared/limits/imports.ts'
import { plusMs } from '../../../../shared/kernel/time/calculate.ts'

const plan = (mark: string, length = 10) =>
  ({ ok: true, mark, items: ['x'.repeat(length)] }) as unknown as DryRun
const of = { session: 's', digest: 'd', typed: { source: 'Clubs', url: '' } }

const world = () => {
  const clock = { ms: epochMs(1_000) }
  return { clock, plans: keptPlans(() => clock.ms) }
}

describe('05 §13 a plan that was shown stays for a while', () => {
  it('is found by who saw it, of the same body and options, while nothing was recorded since', () => {
    const { plans } = world()
    plans.keep(of, logPosition(41), plan('a'))
    expect(plans.find(of, logPosition(41))?.mark).toBe('a')
    expect(plans.find({ ...of, typed: { source: 'Clubs', category: '' } }, logPosition(41))?.mark).toBe('a')
    for (const other of [
      { ...of, session: 't' },
      { ...of, digest: 'e' },
      { ...of, typed: { source: 'Clubs', category: 'Fairs' } },
      { ...of, typed: { source: 'Teams' } },
    ])
      expect(plans.find(other, logPosition(41))).toBeNull()
    expect(plans.find(of, logPosition(42))).toBeNull()
    plans.keep(of, logPosition(42), plan('b'))
    expect([plans.find(of, logPosition(42))?.mark, plans.find(of, logPosition(41))]).toEqual(['b', null])
    plans.forget(of)
    expect(plans.find(of, logPosition(42))).toBeNull()
  })

  it('is gone after a quarter of an hour', () => {
    const { clock, plans } = world()
    plans.keep(of, null, plan('a'))
    clock.ms = plusMs(clock.ms, KEPT_FILES_MS)
    expect(plans.find(of, null)?.mark).toBe('a')
    clock.ms = plusMs(clock.ms, 1)
    expect(plans.find(of, null)).toBeNull()
  })

  it('all of them have so many characters; one that has more by itself is not kept', () => {
    const { plans } = world()
    const half = KEPT_PLANS_LENGTH / 2
    const other = { ...of, digest: 'e' }
    plans.keep(of, logPosition(1), plan('a', half))
    plans.keep(other, logPosition(1), plan('b', half))
    expect([plans.find(of, logPosition(1)), plans.find(other, logPosition(1))?.mark]).toEqual([null, 'b'])
    plans.keep(of, logPosition(1), plan('c', KEPT_PLANS_LENGTH))
    expect([plans.find(of, logPosition(1)), plans.find(other, logPosition(1))?.mark]).toEqual([null, 'b'])
  })
})
