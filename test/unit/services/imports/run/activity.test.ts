import { describe, expect, it } from 'vitest'
import { ActivityList, ActivityType, type ItemOutcome } from '../../../../../shared/facts/import.ts'
import { activityAfter, activityTexts } from '../../../../../services/imports/run/activity.ts'
import { decide } from '../../../../../services/imports/run/decide.ts'
import { digestOf } from '../../../../../services/imports/run/digest.ts'
import {
  registered,
  batch,
  outcome,
  outcomes,
  fold,
  given,
  running,
} from '../../../../support/run-commands.ts'

type Touched = ItemOutcome['touched'][number]

describe('05 §3 activity', () => {
  it('is what was known when the batch was answered', () => {
    const run = running(
      given(
        registered,
        batch(),
        outcomes(
          outcome(1),
          outcome(2, {
            touched: [
              ['cal_events', 'skipped', 41],
              ['cal_venue', 'created', 9],
            ],
          }),
        ),
      ).state,
    )
    expect(activityAfter(run, 0).cal_events).toEqual({ created: [], updated: [], skipped: [], scheduled: [] })
    expect(activityAfter(run, 1).cal_events.created).toEqual([41])
    expect(activityAfter(run, 1).cal_venue.created).toEqual([])
    expect(activityAfter(run, 2)).toMatchObject({
      cal_events: { created: [41], skipped: [41] },
      cal_venue: { created: [9] },
    })
    expect(Object.keys(activityAfter(run, 2))).toEqual([
      'cal_events',
      'cal_organizer',
      'cal_venue',
      'cal_events_cat',
      'post_tag',
      'attachment',
    ])
  })
  it('knows every type and list apart, of ids as large as there can be, too', () => {
    const ids = [41, 400_000_000_000_001, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER]
    const touched = ids.flatMap(id =>
      ActivityType.options.flatMap(type => ActivityList.options.map((list): Touched => [type, list, id])),
    )
    // each of them twice: the second one is known
    const run = running(
      given(registered, batch(), outcomes(outcome(1, { touched }), outcome(2, { touched }))).state,
    )
    for (const known of [1, 2])
      for (const lists of Object.values(activityAfter(run, known)))
        expect(lists).toEqual({ created: ids, updated: ids, skipped: ids, scheduled: ids })
    expect(activityTexts(run, 2).join('')).toBe(JSON.stringify(activityAfter(run, 2)))
  })
  it('its text, which grows with the import, says the same at every moment', () => {
    const steps = [
      batch({ count: 4 }),
      outcomes(outcome(1), outcome(2, { touched: [['cal_venue', 'created', 9]] })),
      outcomes(outcome(3, { touched: [] }), outcome(4, { touched: [['cal_events', 'created', 41]] })),
    ]
    for (let many = 0; many <= steps.length; many++) {
      const run = running(given(registered, ...steps.slice(0, many)).state)
      for (let known = 0; known <= run.recorded; known++)
        expect(activityTexts(run, known).join('')).toBe(JSON.stringify(activityAfter(run, known)))
    }
  })
  it('an older state is not changed by going on twice from it', () => {
    const before = given(registered, batch()).state
    const one = decide(outcomes(outcome(1)), before)
    const other = decide(outcomes(outcome(1, { touched: [['cal_events', 'updated', 7]] })), before)
    if (!one.ok || !other.ok) throw new Error('refused')
    const [left, right] = [running(fold(one.facts, before)), running(fold(other.facts, before))]
    expect(activityAfter(left, 1).cal_events).toMatchObject({ created: [41], updated: [] })
    expect(activityAfter(right, 1).cal_events).toMatchObject({ created: [], updated: [7] })
    for (const one of [left, right])
      expect(activityTexts(one, 1).join('')).toBe(JSON.stringify(activityAfter(one, 1)))
  })
})

describe('05 §2 digest', () => {
  it('does not depend on member order, but on list order and values', () => {
    expect(digestOf({ a: 1, b: [{ c: 'x', d: null }] })).toBe(digestOf({ b: [{ d: null, c: 'x' }], a: 1 }))
    expect(digestOf({ a: [1, 2] })).not.toBe(digestOf({ a: [2, 1] }))
    expect(digestOf({ a: 1 })).not.toBe(digestOf({ a: '1' }))
    expect(digestOf({ a: 1 })).toMatch(/^[0-9a-f]{64}$/)
  })
})
