import { describe, expect, it } from 'vitest'
import { decide } from '../../../../../services/imports/run/decide.ts'
import {
  importId,
  H1,
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
