import { describe, expect, it } from 'vitest'
import { activityAfter, activityTexts } from '../../../../../services/imports/run/activity.ts'
import type { RunCommand } from '../../../../../services/imports/run/commands.ts'
import { decide } from '../../../../../services/imports/run/decide.ts'
import { digestOf } from '../../../../../services/imports/run/digest.ts'
import {
  evolve,
  initial,
  nextBatch,
  type Run,
  type RunState,
} from '../../../../../services/imports/run/state.ts'
import type { ImportFact, ItemOutcome } from '../../../../../shared/facts/import.ts'
import { runSettings } from '../../../../support/run-settings.ts'

const importId = 'abc123'
const [H1, H2, H3] = ['1'.repeat(32), '2'.repeat(32), '3'.repeat(32)]

const registered: ImportFact = {
  type: 'ImportRegistered',
  importId,
  ...runSettings({ source: 'https://feed.example/a.ics' }),
  hash: H1,
}

const batch = (over: Partial<Extract<RunCommand, { type: 'ReceiveBatch' }>> = {}): RunCommand => ({
  type: 'ReceiveBatch',
  importId,
  hash: H1,
  digest: 'd1',
  count: 2,
  percentage: 50,
  total: 4,
  carriedEvents: true,
  last: false,
  nextHash: H2,
  ...over,
})

const state = (over: Partial<Extract<RunCommand, { type: 'ReportState' }>> = {}): RunCommand => ({
  type: 'ReportState',
  importId,
  hash: H1,
  digest: 's1',
  status: 'success',
  percentage: 100,
  message: '',
  messageSlug: '',
  ...over,
})

const outcome = (position: number, over: Partial<ItemOutcome> = {}): ItemOutcome => ({
  position,
  outcome: 'created',
  reason: null,
  warnings: [],
  id: 40 + position,
  uid: null,
  touched: [['cal_events', 'created', 40 + position]],
  ...over,
})

const outcomes = (...list: ItemOutcome[]): RunCommand => ({
  type: 'RecordOutcomes',
  importId,
  batch: 0,
  outcomes: list,
})

const fold = (facts: readonly ImportFact[], from: RunState = initial) => facts.reduce(evolve, from)

const given = (...past: (ImportFact | RunCommand)[]) => {
  let before: RunState = initial
  for (const step of past) {
    if (!('importId' in step)) throw new Error('not a step')
    const isFact = ['ImportRegistered'].includes(step.type)
    const decision = isFact
      ? { ok: true as const, facts: [step as ImportFact] }
      : decide(step as RunCommand, before)
    if (!decision.ok) throw new Error(`${step.type} was refused: ${decision.refusal.code}`)
    before = fold(decision.facts, before)
  }
  return {
    state: before,
    when: (command: RunCommand) => {
      const decision = decide(command, before)
      const facts = decision.ok ? decision.facts : []
      const after = fold(facts, before)
      return {
        after,
        facts: (...types: string[]) => {
          expect(decision).toMatchObject({ ok: true })
          expect(facts.map(({ type }) => type)).toEqual(types)
          // asked again, an accepted command records nothing
          if (command.type !== 'Register') expect(decide(command, after)).toEqual({ ok: true, facts: [] })
          return facts
        },
        refuses: (code: string) => expect(decision).toEqual({ ok: false, refusal: { code } }),
      }
    },
  }
}

const running = (run: RunState): Run => {
  if (run.status === 'unknown') throw new Error('no such import')
  return run
}

describe('05 §1 registration', () => {
  it('registers once', () => {
    const { type, importId: id, hash, ...settings } = registered
    const command = { type: 'Register', importId: id, hash, settings } as const
    expect(type).toBe('ImportRegistered')
    given().when(command).facts('ImportRegistered')
    given(registered).when(command).refuses('import_exists')
  })
})

describe('05 §2 hashes', () => {
  it('05-7 a wrong hash is refused while the import is pending', () => {
    given(registered)
      .when(batch({ hash: H3 }))
      .refuses('hash_refused')
    given(registered)
      .when(state({ hash: '' }))
      .refuses('hash_refused')
  })
  it('refuses every hash for an import without one', () => {
    given({ ...registered, hash: null })
      .when(batch({ hash: '' }))
      .refuses('hash_refused')
    given({ ...registered, hash: null })
      .when(batch({ hash: H1 }))
      .refuses('hash_refused')
  })
  it('refuses an unknown import on both', () => {
    given().when(batch()).refuses('import_not_pending')
    given().when(state()).refuses('import_not_pending')
  })
  it('an accepted batch replaces the hash', () => {
    const { after } = given(registered).when(batch())
    expect(running(after).hash).toBe(H2)
    given(registered, batch())
      .when(batch({ hash: H2, digest: 'd2', nextHash: H3 }))
      .facts('ImportBatchReceived')
  })
  it('the last batch removes it', () => {
    const done = given(registered, batch({ last: true }))
    expect(running(done.state).hash).toBeNull()
    done.when(state({ hash: H2 })).refuses('hash_refused')
  })
  it('05-10 state pending leaves it in force', () => {
    given(registered, state({ status: 'pending' }))
      .when(batch())
      .facts('ImportBatchReceived')
  })
})

describe('05 §2 replay', () => {
  it('05-1 the same batch twice records once', () => {
    given(registered, batch()).when(batch()).facts()
  })
  it('05-1 a consumed hash with another body is refused', () => {
    given(registered, batch())
      .when(batch({ digest: 'other' }))
      .refuses('hash_refused')
  })
  it('a closed import still replays, and refuses everything else on both', () => {
    const closed = given(registered, batch(), state({ hash: H2 }))
    closed.when(batch()).facts()
    closed.when(state({ hash: H2 })).facts()
    closed.when(batch({ digest: 'other' })).refuses('import_not_pending')
    closed.when(batch({ hash: H2 })).refuses('import_not_pending')
  })
})

describe('05 §2 order', () => {
  it('05-2 a closed import stays closed at its percentage', () => {
    const closed = given(registered, state({ percentage: 100 }))
    closed.when(batch({ percentage: 60 })).refuses('import_not_pending')
    closed.when(state({ status: 'pending', digest: 's2' })).refuses('import_not_pending')
    expect(running(closed.state)).toMatchObject({ status: 'success', percentage: 100 })
  })
  it('05-2 while pending a smaller percentage is accepted and does not lower it', () => {
    const pending = given(
      registered,
      batch({ percentage: 80 }),
      batch({ hash: H2, digest: 'd2', percentage: 60, nextHash: H3 }),
    )
    expect(running(pending.state).percentage).toBe(80)
  })
})

describe('05 §4 state', () => {
  it('05-11 failed closes with its message, and a later success is refused', () => {
    const failed = given(registered).when(
      state({ status: 'failed', message: 'Feed not reachable', messageSlug: 'error:fetch', percentage: 50 }),
    )
    const facts = failed.facts('ImportStateReported', 'ImportClosed')
    expect(facts[0]).toMatchObject({ message: 'Feed not reachable', messageSlug: 'error:fetch' })
    expect(facts[1]).toMatchObject({ status: 'failed', reason: 'reported' })
    expect(decide(state({ digest: 's2' }), failed.after)).toEqual({
      ok: false,
      refusal: { code: 'import_not_pending' },
    })
  })
  it('messages of other states are ignored', () => {
    const facts = given(registered)
      .when(state({ message: 'x', messageSlug: 'y' }))
      .facts('ImportStateReported', 'ImportClosed')
    expect(facts[0]).toMatchObject({ message: '', messageSlug: '' })
  })
})

describe('05 §1 closing', () => {
  const last = batch({ last: true, total: 2 })
  it('05-8 closes with success when the last item has its outcome', () => {
    given(registered, last)
      .when(outcomes(outcome(1)))
      .facts('ImportOutcomesRecorded')
    const facts = given(registered, last)
      .when(outcomes(outcome(1), outcome(2)))
      .facts('ImportOutcomesRecorded', 'ImportClosed')
    expect(facts[1]).toMatchObject({ status: 'success', reason: null })
  })
  it('an empty last batch closes at once when nothing waits', () => {
    given(registered)
      .when(batch({ last: true, total: 0, count: 0 }))
      .facts('ImportBatchReceived', 'ImportClosed')
    given(registered, batch())
      .when(batch({ hash: H2, digest: 'd2', last: true, count: 0 }))
      .facts('ImportBatchReceived')
  })
  it('05-5 a lost batch shows as count_mismatch', () => {
    const facts = given(registered, batch({ last: true, total: 4 }))
      .when(outcomes(outcome(1), outcome(2)))
      .facts('ImportOutcomesRecorded', 'ImportClosed')
    expect(facts[1]).toMatchObject({ status: 'failed', reason: 'count_mismatch' })
  })
  it('counts are not compared when no batch carried events', () => {
    const facts = given(registered)
      .when(batch({ last: true, count: 0, total: 9, carriedEvents: false }))
      .facts('ImportBatchReceived', 'ImportClosed')
    expect(facts[1]).toMatchObject({ status: 'success' })
  })
  it('fails when every item failed', () => {
    const bad = (position: number) =>
      outcome(position, { outcome: 'failed', reason: 'missing_title', id: null, touched: [] })
    const facts = given(registered, last)
      .when(outcomes(bad(1), bad(2)))
      .facts('ImportOutcomesRecorded', 'ImportClosed')
    expect(facts[1]).toMatchObject({ status: 'failed', reason: 'all_failed' })
  })
  it('accepted items are still recorded after a state closed the import', () => {
    given(registered, batch(), state({ hash: H2 }))
      .when(outcomes(outcome(1), outcome(2)))
      .facts('ImportOutcomesRecorded')
  })
})

describe('05 §1 stall and deletion', () => {
  const stalled = (callbacks: number): RunCommand => ({ type: 'CloseStalled', importId, callbacks })
  const deletion: RunCommand = { type: 'Delete', importId }
  it('closes a silent import', () => {
    const facts = given(registered).when(stalled(0)).facts('ImportClosed')
    expect(facts[0]).toMatchObject({ status: 'failed', reason: 'stalled' })
  })
  it('does not when items wait or a callback came meanwhile', () => {
    given(registered, batch()).when(stalled(1)).refuses('not_stalled')
    given(registered, state({ status: 'pending' }))
      .when(stalled(0))
      .refuses('not_stalled')
  })
  it('05-3 deletion closes; what waits is gone', () => {
    const { after } = given(registered, batch()).when(deletion)
    expect(running(after)).toMatchObject({ status: 'failed', gone: true, hash: null })
    given(registered, batch()).when(deletion).facts('ImportClosed')
  })
  const cancellation: RunCommand = { type: 'Cancel', importId }
  it('a cancellation closes, says how far it came, and stops what waits', () => {
    const run = given(registered, batch(), outcomes(outcome(1))).when(cancellation)
    expect(run.facts('ImportClosed')[0]).toMatchObject({
      status: 'failed',
      reason: 'cancelled',
      message: 'cancelled when 1 of 2 items were recorded; what was changed stays',
    })
    expect(running(run.after)).toMatchObject({ gone: true, cancelled: true, hash: null, recorded: 1 })
  })
  it('a cancellation of a closed import keeps its status; a second one changes nothing', () => {
    const { after } = given(registered, batch(), state({ hash: H2 })).when(cancellation)
    expect(running(after)).toMatchObject({ status: 'success', cancelled: true })
    given(registered, batch(), cancellation).when(cancellation).facts()
    given(registered, state()).when(cancellation).refuses('import_over')
  })
  it('deletion of a closed import keeps its status and stops what waits', () => {
    const { after } = given(registered, batch(), state({ hash: H2 })).when(deletion)
    expect(running(after)).toMatchObject({ status: 'success', gone: true })
    given(registered, state()).when(deletion).facts()
  })
})

describe('pause', () => {
  const pause: RunCommand = { type: 'Pause', importId }
  const resume: RunCommand = { type: 'Resume', importId }
  it('stops what waits until it is resumed; asked again it changes nothing', () => {
    const paused = given(registered, batch()).when(pause)
    paused.facts('ImportPaused')
    expect(running(paused.after)).toMatchObject({ status: 'pending', paused: true, hash: H2 })
    const resumed = given(registered, batch(), pause).when(resume)
    resumed.facts('ImportResumed')
    expect(running(resumed.after).paused).toBe(false)
    given(registered, batch()).when(resume).facts()
  })
  it('callbacks are accepted meanwhile, and what was under way is recorded', () => {
    given(registered, pause).when(batch()).facts('ImportBatchReceived')
    given(registered, batch(), pause)
      .when(outcomes(outcome(1)))
      .facts('ImportOutcomesRecorded')
  })
  it('silence is no stall', () => {
    given(registered, pause).when({ type: 'CloseStalled', importId, callbacks: 0 }).refuses('not_stalled')
  })
  it('also what a closed import has accepted can be paused', () => {
    const { after } = given(registered, batch(), state({ hash: H2 })).when(pause)
    expect(running(after)).toMatchObject({ status: 'success', paused: true })
  })
  it('an import that is over is refused, a deleted or cancelled one is paused no more', () => {
    for (const command of [pause, resume]) {
      given(registered, state()).when(command).refuses('import_over')
      given(registered, batch(), { type: 'Cancel', importId }).when(command).refuses('import_over')
      expect(decide(command, initial)).toEqual({ ok: false, refusal: { code: 'import_unknown' } })
    }
    const { after } = given(registered, batch(), pause).when({ type: 'Delete', importId })
    expect(running(after)).toMatchObject({ gone: true, paused: false })
  })
})

describe('05 §10 outcomes once', () => {
  it('records only positions that have none', () => {
    const facts = given(registered, batch(), outcomes(outcome(1)))
      .when(outcomes(outcome(1), outcome(2)))
      .facts('ImportOutcomesRecorded')
    expect(facts[0]).toMatchObject({ outcomes: [{ position: 2 }] })
  })
  it('refuses gaps and positions that were never received', () => {
    given(registered, batch())
      .when(outcomes(outcome(2)))
      .refuses('outcomes_out_of_order')
    given(registered, batch())
      .when(outcomes(outcome(1), outcome(2), outcome(3)))
      .refuses('outcomes_out_of_order')
  })
  it('knows the batch of the next item', () => {
    expect(nextBatch(running(given(registered).state))).toBe(-1)
    const two = [registered, batch(), batch({ hash: H2, digest: 'd2', nextHash: H3 })]
    expect(nextBatch(running(given(...two).state))).toBe(0)
    expect(nextBatch(running(given(...two, outcomes(outcome(1), outcome(2))).state))).toBe(1)
  })
})

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

describe('05 §5 events that a source no longer has', () => {
  it('are recorded once, at positions behind all received items', () => {
    const past = [registered, batch({ total: 2, last: true }), outcomes(outcome(1))]
    const withdrawn = [7, 8].map(id => ({ id, uid: 'swim' }))
    const command = { type: 'RecordWithdrawn', importId, withdrawn } as const
    const { after, facts } = given(...past).when(command)
    expect(facts('ImportOccurrencesWithdrawn')).toMatchObject([
      {
        outcomes: [
          { position: 3, outcome: 'withdrawn', id: 7 },
          { position: 4, id: 8 },
        ],
      },
    ])
    expect(running(after)).toMatchObject({ recorded: 1, received: 2, failed: 0 })
    const more = { ...command, withdrawn: [...withdrawn, { id: 9, uid: 'swim' }] }
    expect(decide(more, after)).toMatchObject({ ok: true, facts: [{ outcomes: [{ position: 5, id: 9 }] }] })
  })
})
