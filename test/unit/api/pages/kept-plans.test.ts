import { describe, expect, it } from 'vitest'
import { keptPlans } from '../../../../services/api/pages/imports/kept-plans.ts'
import type { DryRun } from '../../../../services/imports/dry-run/dry-runs.ts'
import { KEPT_FILES_MS, KEPT_PLANS_LENGTH } from '../../../../shared/limits/imports.ts'

const plan = (mark: string, length = 10) =>
  ({ ok: true, mark, items: ['x'.repeat(length)] }) as unknown as DryRun
const of = { session: 's', digest: 'd', typed: { source: 'Clubs', url: '' } }

const world = () => {
  const clock = { ms: 1_000 }
  return { clock, plans: keptPlans(() => clock.ms) }
}

describe('05 §13 a plan that was shown stays for a while', () => {
  it('is found by who saw it, of the same body and options, while nothing was recorded since', () => {
    const { plans } = world()
    plans.keep(of, 41, plan('a'))
    expect(plans.find(of, 41)?.mark).toBe('a')
    expect(plans.find({ ...of, typed: { source: 'Clubs', category: '' } }, 41)?.mark).toBe('a')
    for (const other of [
      { ...of, session: 't' },
      { ...of, digest: 'e' },
      { ...of, typed: { source: 'Clubs', category: 'Fairs' } },
      { ...of, typed: { source: 'Teams' } },
    ])
      expect(plans.find(other, 41)).toBeNull()
    expect(plans.find(of, 42)).toBeNull()
    plans.keep(of, 42, plan('b'))
    expect([plans.find(of, 42)?.mark, plans.find(of, 41)]).toEqual(['b', null])
    plans.forget(of)
    expect(plans.find(of, 42)).toBeNull()
  })

  it('is gone after a quarter of an hour', () => {
    const { clock, plans } = world()
    plans.keep(of, null, plan('a'))
    clock.ms += KEPT_FILES_MS
    expect(plans.find(of, null)?.mark).toBe('a')
    clock.ms += 1
    expect(plans.find(of, null)).toBeNull()
  })

  it('all of them have so many characters; one that has more by itself is not kept', () => {
    const { plans } = world()
    const half = KEPT_PLANS_LENGTH / 2
    const other = { ...of, digest: 'e' }
    plans.keep(of, 1, plan('a', half))
    plans.keep(other, 1, plan('b', half))
    expect([plans.find(of, 1), plans.find(other, 1)?.mark]).toEqual([null, 'b'])
    plans.keep(of, 1, plan('c', KEPT_PLANS_LENGTH))
    expect([plans.find(of, 1), plans.find(other, 1)?.mark]).toEqual([null, 'b'])
  })
})
