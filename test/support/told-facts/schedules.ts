import { userId, isoTime, termId } from '../../../shared/kernel/brands.ts'
import { toldSettings, type Table } from './common.ts'

/** Facts of feeds that are fetched again and again. */
export const scheduleRows = {
  ScheduleSet: [
    {
      ...{ type: 'ScheduleSet', scheduleId: 's1', url: 'https://feed.example/a.ics', everyMinutes: 360 },
      ...{ origin: 'url', source: 'School', postStatus: 'publish', author: userId(2), category: null },
      ...{
        updateAuthority: 'overwrite',
        interval: 10,
        stallMinutes: 60,
        dueAt: isoTime('2027-05-01T20:00:00.000Z'),
      },
    },
    {
      url: [null, 'https://feed.example/a.ics'],
      everyMinutes: [null, 360],
      origin: [null, 'url'],
      ...toldSettings,
      dueAt: [null, isoTime('2027-05-01T20:00:00.000Z')],
    },
  ],
  FeedImported: [
    {
      ...{ type: 'FeedImported', scheduleId: 's1', importId: 's1_1', etag: '"v1"', lastModified: null },
      ...{ digest: 'd', dueAt: isoTime('2027-05-02T02:00:00.000Z') },
    },
    { import: [null, 's1_1'], dueAt: [null, '2027-05-02T02:00:00.000Z'] },
  ],
  FeedUnchanged: [
    { type: 'FeedUnchanged', scheduleId: 's1', dueAt: isoTime('2027-05-02T08:00:00.000Z') },
    { dueAt: [null, '2027-05-02T08:00:00.000Z'] },
  ],
  FeedFailed: [
    {
      ...{ type: 'FeedFailed', scheduleId: 's1', importId: 's1_3', reason: 'bad_status', found: '404' },
      dueAt: isoTime('2027-05-02T14:00:00.000Z'),
    },
    {
      ...{ reason: [null, 'bad_status'], found: [null, '404'], import: [null, 's1_3'] },
      dueAt: [null, '2027-05-02T14:00:00.000Z'],
    },
  ],
  FeedAddressChanged: [
    {
      ...{ type: 'FeedAddressChanged', scheduleId: 's1', dueAt: isoTime('2027-05-02T15:00:00.000Z') },
      changes: { url: ['https://feed.example/a.ics', 'https://feed.example/b.ics'] },
    },
    {
      dueAt: [null, '2027-05-02T15:00:00.000Z'],
      url: ['https://feed.example/a.ics', 'https://feed.example/b.ics'],
    },
  ],
  ScheduleRetimed: [
    {
      ...{ type: 'ScheduleRetimed', scheduleId: 's1', changes: { everyMinutes: [360, 1440] } },
      dueAt: isoTime('2027-05-03T08:00:00.000Z'),
    },
    { dueAt: [null, '2027-05-03T08:00:00.000Z'], everyMinutes: [360, 1440] },
  ],
  ScheduleOptionsChanged: [
    { type: 'ScheduleOptionsChanged', scheduleId: 's1', changes: { category: [null, termId(9)] } },
    { category: [null, 9] },
  ],
  SchedulePaused: [{ type: 'SchedulePaused', scheduleId: 's1' }, {}],
  ScheduleResumed: [
    { type: 'ScheduleResumed', scheduleId: 's1', dueAt: isoTime('2027-05-04T08:00:00.000Z') },
    { dueAt: [null, '2027-05-04T08:00:00.000Z'] },
  ],
  ScheduleReattributed: [
    { type: 'ScheduleReattributed', scheduleId: 's1', changes: { author: [userId(2), userId(1)] } },
    { author: [2, 1] },
  ],
  ScheduleRemoved: [{ type: 'ScheduleRemoved', scheduleId: 's1' }, {}],
} satisfies Partial<Table>
