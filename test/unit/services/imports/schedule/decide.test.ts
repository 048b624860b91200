import { userId, isoTime, type IsoTime, termId } from '../../../../../shared/kernel/brands.ts'
import { describe, it } from 'vitest'
import type { ScheduleFact } from '../../../../../shared/facts/schedule.ts'
import { decide } from '../../../../../services/imports/feed/schedule/decide.ts'
import { evolve, initial } from '../../../../../services/imports/feed/schedule/state.ts'
import { specify } from '../../../../support/given.ts'
import { runSettings } from '../../../../support/run-settings.ts'

const { given } = specify({ initial, evolve, decide })

const s1 = { scheduleId: 's1' } as const
const settings = runSettings({
  ...{ origin: 'url', source: 'the feed', postStatus: 'publish', author: userId(2), category: null },
  updateAuthority: 'overwrite',
})
const URL_A = 'https://a.example/school.ics'
const URL_B = 'https://b.example/school.ics'
const day = (n: number, time = '06:00') => isoTime(`2027-05-0${n}T${time}:00.000Z`)

/** Set on the first of May at six, every day. */
const set: ScheduleFact = {
  ...{ type: 'ScheduleSet', ...s1, url: URL_A, everyMinutes: 1_440, ...settings, dueAt: day(1) },
}
const unchanged = (dueAt: IsoTime): ScheduleFact => ({ type: 'FeedUnchanged', ...s1, dueAt })
/** Looked at on the first, and due on the second. */
const looked = unchanged(day(2))
const paused: ScheduleFact = { type: 'SchedulePaused', ...s1 }
const removed: ScheduleFact = { type: 'ScheduleRemoved', ...s1 }
const change = { type: 'Change', ...s1, at: day(1, '12:00') } as const

describe('05 §14 changed', () => {
  it('another address is fetched at once, and what was known of the one before is forgotten', () => {
    given(set, looked)
      .when({ ...change, url: URL_B })
      .thenOnce('schedule_unchanged', {
        ...{ type: 'FeedAddressChanged', ...s1, changes: { url: [URL_A, URL_B] } },
        dueAt: day(1, '12:00'),
      })
  })

  it('another interval counts from when it was due the last time, and is at once when that has passed', () => {
    const retimed = (minutes: number, dueAt: IsoTime): ScheduleFact => ({
      ...{ type: 'ScheduleRetimed', ...s1, changes: { everyMinutes: [1_440, minutes] }, dueAt },
    })
    given(set, looked)
      .when({ ...change, everyMinutes: 480 })
      .thenOnce('schedule_unchanged', retimed(480, day(1, '14:00')))
    given(set, looked)
      .when({ ...change, everyMinutes: 60 })
      .thenOnce('schedule_unchanged', retimed(60, day(1, '12:00')))
    given(set, looked)
      .when({ ...change, everyMinutes: 2_880 })
      .thenOnce('schedule_unchanged', retimed(2_880, day(3)))
    // never looked at: as soon as it can be
    given(set)
      .when({ ...change, everyMinutes: 2_880 })
      .thenOnce('schedule_unchanged', retimed(2_880, day(1)))
  })

  it('several things at once are as many facts, and only what differs is one', () => {
    given(set, looked)
      .when({
        ...{ ...change, url: URL_B, everyMinutes: 60 },
        settings: {
          author: userId(3),
          postStatus: 'publish',
          category: termId(12),
          updateAuthority: 'retain',
        },
      })
      .thenOnce(
        'schedule_unchanged',
        {
          ...{ type: 'FeedAddressChanged', ...s1, changes: { url: [URL_A, URL_B] } },
          dueAt: day(1, '12:00'),
        },
        {
          ...{ type: 'ScheduleRetimed', ...s1, changes: { everyMinutes: [1_440, 60] } },
          dueAt: day(1, '12:00'),
        },
        { type: 'ScheduleReattributed', ...s1, changes: { author: [userId(2), userId(3)] } },
        {
          ...{ type: 'ScheduleOptionsChanged', ...s1 },
          changes: { category: [null, termId(12)], updateAuthority: ['overwrite', 'retain'] },
        },
      )
  })

  it('a category is taken away', () => {
    const other: ScheduleFact = {
      type: 'ScheduleOptionsChanged',
      ...s1,
      changes: { category: [null, termId(12)] },
    }
    given(set, other)
      .when({ ...change, settings: { category: null } })
      .thenOnce('schedule_unchanged', {
        ...{ type: 'ScheduleOptionsChanged', ...s1, changes: { category: [termId(12), null] } },
      })
  })

  it('refused: what is so already, and what is unknown or removed', () => {
    given(set).when(change).refuses('schedule_unchanged')
    given(set)
      .when({ ...change, url: URL_A, everyMinutes: 1_440, settings: { author: userId(2), category: null } })
      .refuses('schedule_unchanged')
    given()
      .when({ ...change, url: URL_B })
      .refuses('schedule_unknown')
    given(set, removed)
      .when({ ...change, url: URL_B })
      .refuses('schedule_unknown')
  })
})

describe('05 §14 paused, resumed', () => {
  const resume = (at: IsoTime) => ({ type: 'Resume', ...s1, at }) as const
  const resumed = (dueAt: IsoTime): ScheduleFact => ({ type: 'ScheduleResumed', ...s1, dueAt })

  it('paused once, resumed once', () => {
    given(set)
      .when({ type: 'Pause', ...s1 })
      .thenOnce('schedule_paused', paused)
    given(set, looked, paused)
      .when(resume(day(1, '12:00')))
      .thenOnce('schedule_not_paused', resumed(day(2)))
  })

  it('resumed at the next of its times, at once when it was never fetched from where it is', () => {
    given(set, looked, paused)
      .when(resume(day(4, '05:59')))
      .thenOnce('schedule_not_paused', resumed(day(4)))
    given(set, looked, paused)
      .when(resume(day(4, '06:01')))
      .thenOnce('schedule_not_paused', resumed(day(5)))
    given(set, paused)
      .when(resume(day(4, '06:01')))
      .thenOnce('schedule_not_paused', resumed(day(4, '06:01')))
    const moved: ScheduleFact = {
      ...{ type: 'FeedAddressChanged', ...s1, changes: { url: [URL_A, URL_B] }, dueAt: day(2) },
    }
    given(set, looked, paused, moved)
      .when(resume(day(4, '06:01')))
      .thenOnce('schedule_not_paused', resumed(day(4, '06:01')))
  })

  it('refused: what is unknown or removed', () => {
    for (const past of [[], [set, removed]]) {
      given(...past)
        .when({ type: 'Pause', ...s1 })
        .refuses('schedule_unknown')
      given(...past)
        .when(resume(day(2)))
        .refuses('schedule_unknown')
      given(...past)
        .when({ type: 'Remove', ...s1 })
        .refuses('schedule_unknown')
    }
    given(set, paused)
      .when({ type: 'Remove', ...s1 })
      .thenOnce('schedule_unknown', removed)
  })
})

describe('05 §14 what comes of a fetch', () => {
  const check = { type: 'RecordCheck', ...s1, check: 0, url: URL_A, at: day(1, '06:05') } as const
  const known = { etag: null, lastModified: null, digest: 'd' }

  it('is told with the next time, also when it was paused meanwhile', () => {
    for (const past of [[set], [set, paused]])
      given(...past)
        .when({ ...check, found: { kind: 'unchanged' } })
        .then(looked)
    given(set)
      .when({
        ...check,
        found: { kind: 'failed', trouble: { reason: 'bad_status', importId: 's1_1' }, found: '404' },
      })
      .then({
        type: 'FeedFailed',
        ...s1,
        reason: 'bad_status',
        found: '404',
        importId: 's1_1',
        dueAt: day(2),
      })
  })

  it('counts from the interval that there is by then', () => {
    const retimed: ScheduleFact = {
      ...{ type: 'ScheduleRetimed', ...s1, changes: { everyMinutes: [1_440, 60] }, dueAt: day(1) },
    }
    given(set, retimed)
      .when({ ...check, found: { kind: 'unchanged' } })
      .then(unchanged(day(1, '07:00')))
  })

  it('is nothing when it came from another address, was told by somebody else, or nobody wants it any more', () => {
    const moved: ScheduleFact = {
      ...{ type: 'FeedAddressChanged', ...s1, changes: { url: [URL_A, URL_B] }, dueAt: day(1) },
    }
    for (const past of [[set, moved], [set, looked], [set, removed], []])
      given(...past)
        .when({ ...check, found: { kind: 'unchanged' } })
        .then()
  })

  it('is looked at again at once when what was imported is older than what there is', () => {
    const imported = { kind: 'imported', importId: 's1_1', known, isOld: true } as const
    given(set)
      .when({ ...check, found: imported })
      .then({ type: 'FeedImported', ...s1, importId: 's1_1', ...known, dueAt: day(1, '06:05') })
  })
})
