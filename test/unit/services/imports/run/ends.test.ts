import { describe, expect, it } from 'vitest'
import type { RunCommand } from '../../../../../services/imports/run/commands.ts'
import { decide } from '../../../../../services/imports/run/decide.ts'
import { initial, nextBatch } from '../../../../../services/imports/run/state.ts'
import {
  importId,
  H2,
  H3,
  registered,
  batch,
  state,
  outcome,
  outcomes,
  given,
  running,
} from '../../../../support/run-commands.ts'

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
