import { beforeEach, describe, expect, it } from 'vitest'
import {
  userId,
  type StreamName,
  streamName,
  type Revision,
  logPosition,
  streamRevision,
  type IsoTime,
  isoTime,
} from '../../../shared/kernel/brands.ts'
import { keepsFailing, type ScheduleQueries } from '../../../projections/import-schedules/queries.ts'
import { importSchedules } from '../../../projections/import-schedules/store.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import type { JsonObject } from '../../../shared/kernel/json.ts'
import { runSettings } from '../../support/run-settings.ts'

const day = (n: number) => isoTime(`2027-05-0${n}T06:00:00.000Z`)
const dueAt = day(9)

describe('05 §14 keeps failing', () => {
  let queries: ScheduleQueries
  let apply: (records: readonly StoredRecord[]) => Promise<void>
  let position: Revision

  const recorded = (stream: StreamName, type: string, data: JsonObject, at: IsoTime): StoredRecord => ({
    ...{
      stream,
      type,
      data: { type, ...data },
      id: `r${position}`,
      revision: position,
      position: logPosition(position++),
    },
    meta: {
      ...{ actor: userId(2), at, source: 'operator', route: null, correlation: 'c', causation: null },
    },
  })
  const schedule = (type: string, data: JsonObject, at: IsoTime) =>
    recorded(streamName('schedule-s1'), type, { scheduleId: 's1', ...data }, at)
  const failed = (at: IsoTime, found?: string) =>
    schedule(
      'FeedFailed',
      { importId: 's1_2', reason: 'bad_status', ...(found === undefined ? {} : { found }), dueAt },
      at,
    )
  const unchanged = (at: IsoTime) => schedule('FeedUnchanged', { dueAt }, at)
  const imported = (importId: string, at: IsoTime) =>
    schedule('FeedImported', { importId, etag: null, lastModified: null, digest: 'd', dueAt }, at)
  const closed = (importId: string, status: string, reason: string | null, at: IsoTime) =>
    recorded(streamName(`import-${importId}`), 'ImportClosed', { importId, status, reason, message: '' }, at)
  const told = async (...records: readonly StoredRecord[]) => {
    await apply(records)
    // a step that comes again changes nothing
    await apply(records)
    const shown = await queries.showSchedule('s1')
    if (shown === null) throw new Error('there is no schedule')
    const { failures, failing, last_good_at: goodAt } = shown
    return { failures, since: failing?.since ?? null, why: failing?.reason ?? null, goodAt, shown }
  }

  beforeEach(async () => {
    position = streamRevision(1)
    const projection = await importSchedules(memoryDocuments())
    queries = projection.queries
    apply = projection.apply
    const set = { url: 'https://a.example/a.ics', everyMinutes: 60, ...runSettings(), dueAt }
    await apply([schedule('ScheduleSet', set, day(1))])
  })

  it('from the second failure on, until a good run', async () => {
    expect(await told(unchanged(day(1)))).toMatchObject({ failures: 0, since: null, goodAt: day(1) })
    const once = await told(failed(day(2), '404'))
    expect(once).toMatchObject({ failures: 1, since: day(2), why: 'bad_status', goodAt: day(1) })
    expect(keepsFailing(once.shown)).toBe(false)
    const twice = await told(failed(day(3), '410'))
    expect(twice).toMatchObject({ failures: 2, since: day(2), goodAt: day(1) })
    expect(twice.shown).toMatchObject({
      failing: { found: '410', import_id: 's1_2' },
      last: { at: day(3), outcome: 'failed', reason: 'bad_status', found: '410', import_id: 's1_2' },
    })
    expect(keepsFailing(twice.shown)).toBe(true)
    expect(await told(unchanged(day(4)))).toMatchObject({
      failures: 0,
      since: null,
      why: null,
      goodAt: day(4),
    })
  })

  it('what was imported is good once its import has ended so', async () => {
    await told(failed(day(2)), failed(day(3)))
    expect(await told(imported('s1_4', day(4)))).toMatchObject({ failures: 2, since: day(2), goodAt: null })
    expect(await told(closed('s1_4', 'success', null, day(5)))).toMatchObject({ failures: 0, goodAt: day(5) })
  })

  it('an import that ended as failed counts, and so does that the feed is as it was', async () => {
    await told(imported('s1_1', day(2)), closed('s1_1', 'failed', 'all_failed', day(3)))
    expect(await told()).toMatchObject({ failures: 1, since: day(3), why: 'all_failed' })
    // the server is out of order in between
    await told(failed(day(4)))
    expect(await told(unchanged(day(5)))).toMatchObject({ failures: 3, since: day(3), why: 'all_failed' })
    const { shown } = await told()
    expect(shown.failing).toMatchObject({ import_id: 's1_1', found: null })
  })

  it.each(['deleted', 'cancelled'])(
    'an import that people called off (%s) tells nothing of its feed',
    async reason => {
      await told(unchanged(day(1)), failed(day(2)), failed(day(3)))
      const off = [imported('s1_4', day(4)), closed('s1_4', 'failed', reason, day(5))]
      expect(await told(...off)).toMatchObject({ failures: 0, since: null, goodAt: day(1) })
      expect(await told(unchanged(day(6)))).toMatchObject({ failures: 0, goodAt: day(6) })
    },
  )

  it('an import may end before the schedule tells of it', async () => {
    const early = [closed('s1_1', 'failed', 'all_failed', day(2)), imported('s1_1', day(2))]
    expect(await told(...early)).toMatchObject({ failures: 1, since: day(2), why: 'all_failed' })
    // that of a failed fetch is closed before it, and counts once
    const late = [closed('s1_2', 'failed', 'bad_status', day(3)), failed(day(3))]
    expect(await told(...late)).toMatchObject({ failures: 2, since: day(2), why: 'bad_status' })
  })

  it('from another address nothing has failed so far', async () => {
    await told(unchanged(day(1)), failed(day(2)), failed(day(3)))
    const url = ['https://a.example/a.ics', 'https://b.example/a.ics']
    const moved = schedule('FeedAddressChanged', { changes: { url }, dueAt: day(4) }, day(4))
    expect(await told(moved)).toMatchObject({ failures: 0, since: null, goodAt: day(1) })
    expect((await told()).shown).toMatchObject({ url: 'https://b.example/a.ics', due_at: day(4) })
  })

  it('one that is paused is not told, and says since when and by whom', async () => {
    const { shown } = await told(failed(day(2)), failed(day(3)), schedule('SchedulePaused', {}, day(4)))
    expect(shown).toMatchObject({ failures: 2, paused: { at: day(4), by: 2 } })
    expect(keepsFailing(shown)).toBe(false)
    const resumed = await told(schedule('ScheduleResumed', { dueAt: day(6) }, day(5)))
    expect(resumed.shown).toMatchObject({ paused: null, due_at: day(6) })
    expect(keepsFailing(resumed.shown)).toBe(true)
  })

  it('changed it is shown as it is then', async () => {
    const { shown } = await told(
      schedule('ScheduleRetimed', { changes: { everyMinutes: [60, 1_440] }, dueAt: day(2) }, day(1)),
      schedule(
        'ScheduleOptionsChanged',
        {
          changes: { postStatus: ['publish', 'draft'], category: [null, 12] },
        },
        day(1),
      ),
      schedule('ScheduleReattributed', { changes: { author: [2, 3] } }, day(1)),
    )
    expect(shown).toMatchObject({
      ...{ every_minutes: 1_440, due_at: day(2), post_status: 'draft', category: 12, author: 3 },
      update_authority: 'overwrite',
    })
  })

  it('imports that are named otherwise, or like one of a schedule that there is not, change nothing', async () => {
    const others = ['abc', 's2_1', 's1_x'].map(id => closed(id, 'failed', 'all_failed', day(2)))
    expect(await told(...others)).toMatchObject({ failures: 0, since: null })
  })
})
