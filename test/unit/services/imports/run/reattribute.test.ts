import {
  userId,
  streamName,
  streamRevision,
  logPosition,
  epochMs,
  isoTime,
} from '../../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { importRun } from '../../../../../services/imports/run/run.ts'
import { initial, type RunState } from '../../../../../services/imports/run/state.ts'
import { decide, type ScheduleCommand } from '../../../../../services/imports/feed/schedule/decide.ts'
import * as schedule from '../../../../../services/imports/feed/schedule/state.ts'
import type { ImportFact } from '../../../../../shared/facts/import.ts'
import type { ScheduleFact } from '../../../../../shared/facts/schedule.ts'
import { fetchingOfFeeds } from '../../../../../workers/reactions/feeds.ts'
import { personAt } from '../../../../support/calendar.ts'
import { runSettings } from '../../../../support/run-settings.ts'

const settings = runSettings()
const importId = 'abc'
const reattribute = (from: number, to: number) =>
  ({ type: 'Reattribute', importId, scheduleId: 'feed', from: userId(from), to: userId(to) }) as const

describe('an import or a schedule of a user who is erased', () => {
  const told = (...facts: readonly ImportFact[]): RunState => facts.reduce(importRun.evolve, initial)
  const registered: ImportFact = { type: 'ImportRegistered', importId, ...settings, hash: null }
  const closed: ImportFact = {
    type: 'ImportClosed',
    importId,
    status: 'failed',
    reason: 'stalled',
    message: '',
  }

  it('an import that is open is another user’s; asked again, nothing happens', () => {
    const fact: ImportFact = {
      type: 'ImportReattributed',
      importId,
      changes: { author: [userId(2), userId(1)] },
    }
    const run = told(registered)
    expect(importRun.decide(reattribute(2, 1), run)).toEqual({ ok: true, facts: [fact] })
    const after = importRun.evolve(run, fact)
    expect(after).toMatchObject({ author: 1, status: 'pending', source: 's' })
    expect(importRun.decide(reattribute(2, 1), after)).toEqual({ ok: true, facts: [] })
  })

  it('an import of somebody else, or one that is over, stays as it is; an unknown one is refused', () => {
    expect(importRun.decide(reattribute(3, 1), told(registered))).toEqual({ ok: true, facts: [] })
    expect(importRun.decide(reattribute(2, 1), told(registered, closed))).toEqual({ ok: true, facts: [] })
    expect(importRun.decide(reattribute(2, 1), initial)).toMatchObject({ ok: false })
  })

  it('a schedule keeps its time and what it knows of the feed', () => {
    const dueAt = isoTime('2027-05-01T20:00:00.000Z')
    const feed = { scheduleId: 'feed', url: 'https://feed.example', everyMinutes: 60, dueAt } as const
    const run = schedule.evolve(schedule.initial, { type: 'ScheduleSet', ...feed, ...settings })
    const command: ScheduleCommand = reattribute(2, 1)
    const fact: ScheduleFact = {
      type: 'ScheduleReattributed',
      scheduleId: 'feed',
      changes: { author: [userId(2), userId(1)] },
    }
    expect(decide(command, run)).toEqual({ ok: true, facts: [fact] })
    expect(decide(reattribute(5, 1), run)).toEqual({ ok: true, facts: [] })
    const after = schedule.evolve(run, fact)
    expect(after).toEqual({ ...run, settings: { ...settings, author: 1 } })
    expect(decide(command, after)).toEqual({ ok: true, facts: [] })
    expect(decide(command, { status: 'removed' })).toEqual({ ok: true, facts: [] })
  })

  it('the next fetch of its feed is waited for as before', () => {
    const open = { get: () => ({ scheduleId: 'feed', dueMs: epochMs(9) }), keys: () => ['schedule-feed'] }
    const record = {
      id: '1',
      type: 'ScheduleReattributed',
      data: { scheduleId: 'feed' },
      meta: personAt(),
      stream: streamName('schedule-feed'),
      revision: streamRevision(3),
      position: logPosition(7),
    }
    expect(fetchingOfFeeds.reaction.evolve(open, record)).toEqual({})
  })
})
