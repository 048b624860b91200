import { eventId, venueId } from '../../../../../shared/kernel/brands.ts'
import { expect, it } from 'vitest'
import { putBackOf } from '../../../../../services/api/pages/manage/several/put-back.ts'
import type { StoredRecord } from '../../../../../shared/event-store/port.ts'
import type { EventFact } from '../../../../../shared/facts/event.ts'
import { eventValues, recorder } from '../../../../support/recorded.ts'

const who = { eventId: eventId(41), by: 'person' } as const
const created: EventFact = { type: 'EventCreated', ...who, values: eventValues({ venues: [1] }) }
const moved = (from: number, to: number): EventFact => ({
  ...{ type: 'EventRelocated', ...who },
  changes: { venues: [[venueId(from)], [venueId(to)]] },
})
const status = (from: 'publish' | 'draft', to: 'publish' | 'draft'): EventFact => ({
  ...{ type: 'EventStatusChanged', ...who },
  changes: { status: [from, to] },
})
const trashed: EventFact = {
  ...{ type: 'EventTrashed', ...who, reason: 'deleted' },
  changes: { status: ['publish', 'trash'] },
}

/** Each fact with the correlation of what recorded it; those of `b` are of the desk. */
const told = (...facts: readonly (readonly [EventFact, string])[]): readonly StoredRecord[] => {
  const record = recorder()
  return facts.map(([fact, correlation]) => {
    const made = record(fact)
    const source = correlation === 'b' ? 'desk' : 'cal'
    return { ...made, meta: { ...made.meta, correlation, source } }
  })
}

it.each([
  ['a move', [[moved(1, 2), 'b']], { status: null, patch: { venues: [1] }, kept: [] }],
  [
    'a move that somebody went on from',
    [
      [moved(1, 2), 'b'],
      [moved(2, 3), 'x'],
    ],
    { status: null, patch: {}, kept: ['venues'] },
  ],
  [
    'a move that somebody took back by hand',
    [
      [moved(1, 2), 'b'],
      [moved(2, 1), 'x'],
    ],
    null,
  ],
  ['a status', [[status('publish', 'draft'), 'b']], { status: 'publish', patch: {}, kept: [] }],
  [
    'a status that somebody changed since',
    [
      [status('publish', 'draft'), 'b'],
      [status('draft', 'publish'), 'x'],
      [status('publish', 'draft'), 'x'],
    ],
    { status: 'publish', patch: {}, kept: [] },
  ],
  ['the trash', [[trashed, 'b']], { status: 'publish', patch: {}, kept: [] }],
  ['what another one did', [[moved(1, 2), 'x']], null],
  ['nothing', [], null],
] as readonly [string, readonly (readonly [EventFact, string])[], unknown][])(
  '07 §4 %s is taken back as far as it may',
  (_, facts, plan) => {
    expect(putBackOf('event', told([created, 'a'], ...facts), 'b')).toEqual(plan)
  },
)

it('07 §4 what the desk did not do is not taken back by it', () => {
  expect(putBackOf('event', told([created, 'a'], [moved(1, 2), 'x']), 'x')).toBeNull()
})
