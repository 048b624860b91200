import { describe, expect, it } from 'vitest'
import { userId } from '../../../../../shared/kernel/brands.ts'
import type { UndoCommand } from '../../../../../services/imports/undo/commands.ts'
import { undoing } from '../../../../../services/imports/undo/undo.ts'
import { noCounts } from '../../../../../services/imports/undo/state.ts'
import type { UndoFact } from '../../../../../shared/facts/undo.ts'
import { specify } from '../../../../support/given.ts'

const { given } = specify(undoing)
const importId = 'imp'
const begin = (over: object = {}): UndoCommand => ({
  ...({ type: 'Begin', importId, of: 'imp', edited: false, askedBy: userId(2), total: 3 } as const),
  ...over,
})
const begun = (undoId: string, of = 'imp'): UndoFact => ({
  ...({ type: 'UndoBegun', importId, undoId, of, edited: false, askedBy: userId(2), total: 3 } as const),
})
const ended = (undoId: string): UndoFact => ({ type: 'UndoEnded', importId, undoId })
const items = (undoId: string, from: number, trashed: number): UndoCommand => ({
  ...({ type: 'RecordItems', importId, undoId, from, kept: [] } as const),
  counts: { ...noCounts, trashed },
})
const done = (undoId: string, all: number): UndoFact => ({
  ...({ type: 'UndoItemsDone', importId, undoId, done: all, kept: [] } as const),
  counts: { ...noCounts, trashed: all },
})

describe('05 §12 when, again', () => {
  it('an undo has an id behind that of what it undoes', () => {
    given().when(begin()).then(begun('imp.1'))
    given(begun('imp.1'), ended('imp.1')).when(begin()).then(begun('imp.2'))
    given(begun('imp.1'), ended('imp.1'))
      .when(begin({ of: 'imp.1' }))
      .then(begun('imp.1.1', 'imp.1'))
  })
  it('one at a time', () => {
    given(begun('imp.1'))
      .when(begin({ edited: true }))
      .refuses('undo_running')
    given(begun('imp.1'))
      .when(begin({ of: 'imp.1' }))
      .refuses('undo_running')
    given(begun('imp.1')).when(begin()).then()
  })
  it('of what nobody undid, there is nothing to undo', () => {
    given()
      .when(begin({ of: 'imp.1' }))
      .refuses('undo_unknown')
    given()
      .when(items('imp.1', 0, 1))
      .refuses('undo_unknown')
  })
  it('not deeper than eight', () => {
    const chain = Array.from({ length: 8 }, (_, n) => `imp${'.1'.repeat(n + 1)}`)
    const past = chain.flatMap(id => [begun(id, id.slice(0, -2)), ended(id)])
    given(...past)
      .when(begin({ of: chain.at(-1) }))
      .refuses('undo_too_deep')
  })
  it('without an item it is over at once', () => {
    expect(undoing.decide(begin({ total: 0 }), undoing.initial)).toMatchObject({
      facts: [{ type: 'UndoBegun' }, { type: 'UndoEnded' }],
    })
  })
})

describe('05 §12 stopped, killed', () => {
  it('items are recorded once, in order, and with the last of them it is over', () => {
    given(begun('imp.1'))
      .when(items('imp.1', 0, 2))
      .then(done('imp.1', 2))
    given(begun('imp.1'), done('imp.1', 2))
      .when(items('imp.1', 0, 2))
      .then()
    given(begun('imp.1'), done('imp.1', 2))
      .when(items('imp.1', 2, 1))
      .then(done('imp.1', 3), ended('imp.1'))
    given(begun('imp.1'), done('imp.1', 2))
      .when(items('imp.1', 2, 2))
      .then()
    given(begun('imp.1'), done('imp.1', 3), ended('imp.1'))
      .when(items('imp.1', 3, 0))
      .then()
  })
})
