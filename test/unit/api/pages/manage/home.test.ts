import {
  utcTime,
  type Position,
  streamRevision,
  logPosition,
  epochMs,
  isoTime,
} from '../../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import type { RecentEntry } from '../../../../../projections/history/queries.ts'
import { together } from '../../../../../services/api/pages/manage/home/lately.ts'
import { waitingFor } from '../../../../../services/api/pages/manage/home/waits.ts'
import { editor, readModels } from '../../../../support/read-models.ts'
import { eventValues, recorder } from '../../../../support/recorded.ts'

describe('07 §2 what needs a look', () => {
  it('events that should have been published ten minutes ago come first, those of later do not count', async () => {
    const models = await readModels()
    const record = recorder()
    const scheduled = (eventId: number, publishedAt: string) =>
      record({
        ...{ type: 'EventCreated', eventId, by: 'person' },
        values: eventValues({
          title: `At ${publishedAt}`,
          status: 'future',
          publishedAt: utcTime(publishedAt),
          venues: [1],
        }),
      })
    await models.apply([
      scheduled(1, '2027-01-10 17:00:00'),
      scheduled(2, '2027-01-10 16:49:59'),
      scheduled(3, '2027-01-10 16:50:00'),
      scheduled(4, '2026-12-31 08:00:00'),
    ])
    const found = await waitingFor(models, editor, '2027-01-10', { ms: epochMs(Date.UTC(2027, 0, 10, 17)) })
    expect(found.map(({ title, total, rows }) => [title, total, rows.map(row => row._id)])).toEqual([
      ['Should be published by now', 2, [4, 2]],
    ])
  })

  it('what one request or import did is told once, with what it did first and how many others', () => {
    const entry = (position: Position, id: string, correlation: string): RecentEntry => ({
      ...{
        kind: 'event',
        id,
        position,
        revision: streamRevision(0),
        correlation,
        fact: 'EventCreated',
        source: 'desk',
      },
      ...{ at: isoTime('2027-01-10T17:00:00.000Z'), actor: null },
    })
    const entries = [
      entry(logPosition(9), '4', 'b'),
      entry(logPosition(8), '3', 'a'),
      entry(logPosition(7), '2', 'a'),
      entry(logPosition(6), '2', 'a'),
    ]
    expect(together(entries).map(({ entry: { position }, others }) => [position, others])).toEqual([
      [9, 0],
      [6, 1],
    ])
  })
})
