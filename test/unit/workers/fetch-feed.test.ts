import { describe, expect, it } from 'vitest'
import { importContext } from '../../../services/imports/apply/context.ts'
import { schedulesOn, type Schedules } from '../../../services/imports/feed/schedule/schedules.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { importStream } from '../../../shared/facts/import.ts'
import { FILE_ITEMS } from '../../../shared/limits/imports.ts'
import { scheduleStream } from '../../../shared/facts/schedule.ts'
import { fetchFeeds } from '../../../workers/schedule/fetch-feed.ts'
import { calendarOf, feedServer, localFetcher } from '../../support/feed-server.ts'
import { eventIds, importWorld, jobList, NOW, type Clock } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { runSettings } from '../../support/run-settings.ts'
import { plusMs, isoOfMs } from '../../../shared/kernel/time/calculate.ts'

const HOUR = 3_600_000
const turn = () => ({ attempt: 1, signal: new AbortController().signal })

const settings = runSettings({ origin: 'url', source: 'the feed' })

/** A process that looks at feeds; another one over the same log is another process. */
const process = (store: EventStore, clock: Clock, mostFileItems = FILE_ITEMS) => {
  const world = importWorld(store, clock)
  const { jobs, queue } = jobList()
  const schedules = schedulesOn(store)
  const fetching = (known: Schedules) =>
    fetchFeeds({
      ...{ store, queue, runs: world.runs, fetcher: localFetcher(), nowMs: () => clock.ms },
      mostFileItems,
      site: () => ({ zone: 'America/New_York', dateOrder: 'MDY' }),
      schedules: known,
    })
  return {
    ...world,
    jobs,
    schedules,
    look: (known = schedules) => fetching(known)({ scheduleId: 's1' }, turn()),
  }
}

const scheduled = async (url: string, everyMinutes = 360, mostFileItems = FILE_ITEMS) => {
  const clock = { ms: NOW }
  const store = memoryLog()
  const w = process(store, clock, mostFileItems)
  const dueAt = isoOfMs(NOW)
  const command = { type: 'Set', scheduleId: 's1', url, everyMinutes, settings, dueAt } as const
  await w.schedules.execute(command, importContext('s1', NOW))
  const told = async () =>
    (await store.read(scheduleStream('s1'))).slice(1).map(({ type, data }) => [type, data['importId']])
  const titles = async () =>
    (await Promise.all((await eventIds(store)).map(id => w.values(id)))).map(({ title }) => title)
  const later = (hours: number) => {
    clock.ms = plusMs(clock.ms, hours * HOUR)
  }
  return { ...w, clock, store, told, titles, later }
}

describe('a feed that is due', () => {
  it('is fetched, imported, and due again after its time', async () => {
    const feed = await feedServer({ body: calendarOf('Fair', 'Concert') })
    const w = await scheduled(feed.url)
    await w.look()
    expect(await w.told()).toEqual([['FeedImported', 's1_1']])
    await w.process('s1_1')
    expect(await w.run('s1_1')).toMatchObject({ status: 'success', source: 'the feed', recorded: 2 })
    expect(await w.titles()).toEqual(['Fair', 'Concert'])
    // too early
    w.later(5)
    await w.look()
    expect(feed.asked).toHaveLength(1)
    expect(w.jobs).toEqual([{ name: 'feed.fetch', payload: { scheduleId: 's1' }, delayMs: HOUR }])
    feed.answer({ body: calendarOf('Fair', 'Concert in the hall') })
    w.later(1)
    await w.look()
    await w.process('s1_2')
    expect((await w.outcomes('s1_2')).map(({ outcome }) => outcome)).toEqual(['unchanged', 'updated'])
    expect(await w.titles()).toEqual(['Fair', 'Concert in the hall'])
  })

  it('unchanged records one small fact and opens no import, by the word of the server or byte by byte', async () => {
    const body = calendarOf('Fair')
    const feed = await feedServer({ body, headers: { etag: '"v1"' } })
    const w = await scheduled(feed.url)
    await w.look()
    await w.process('s1_1')
    w.later(6)
    await w.look()
    expect(feed.asked[1]?.['if-none-match']).toBe('"v1"')
    feed.answer({ body, headers: { etag: '"other"' } })
    w.later(6)
    await w.look()
    expect(await w.told()).toEqual([
      ['FeedImported', 's1_1'],
      ['FeedUnchanged', undefined],
      ['FeedUnchanged', undefined],
    ])
    expect(await w.store.read(importStream('s1_2'))).toEqual([])
    const [, , unchanged] = await w.store.read(scheduleStream('s1'))
    expect(JSON.stringify(unchanged?.data).length).toBeLessThan(100)
  })

  it('05 §1 limits: one with too many items, its series expanded, is refused before any is recorded', async () => {
    const daily = (count: number) =>
      calendarOf('Fair', 'Class').replace('END:VEVENT', `RRULE:FREQ=DAILY;COUNT=${count}\r\nEND:VEVENT`)
    const feed = await feedServer({ body: daily(50) })
    const w = await scheduled(feed.url, 360, 50)
    await w.look()
    const refusedWith = async (importId: string) =>
      (await w.store.read(importStream(importId))).map(({ type, data }) => [
        type,
        data['reason'],
        data['message'],
      ])
    expect((await refusedWith('s1_1')).slice(1)).toEqual([
      [
        'ImportClosed',
        'too_many_items',
        'the body holds 51 items, its series expanded; an import of a file takes at most 50',
      ],
    ])
    // of ten such series nobody counts more than five times as many as would be taken
    feed.answer({ body: Array.from({ length: 10 }, () => daily(50)).join('') })
    w.later(6)
    await w.look()
    feed.answer({ body: daily(49) })
    w.later(6)
    await w.look()
    await w.process('s1_3')
    expect(await w.told()).toEqual([
      ['FeedFailed', 's1_1'],
      ['FeedFailed', 's1_1'],
      ['FeedImported', 's1_3'],
    ])
    expect(await w.run('s1_3')).toMatchObject({ status: 'success', recorded: 50 })
  })

  it('05 §8.5 unchanged for a month is imported again: series go on two years from now', async () => {
    const series = calendarOf('Weekly').replace('END:VEVENT', 'RRULE:FREQ=MONTHLY\r\nEND:VEVENT')
    const feed = await feedServer({ body: series, headers: { etag: '"v1"' } })
    const w = await scheduled(feed.url)
    await w.look()
    await w.process('s1_1')
    const before = (await w.titles()).length
    expect(before).toBeGreaterThan(20)
    w.later(29 * 24)
    await w.look()
    expect(feed.asked[1]?.['if-none-match']).toBe('"v1"')
    // a month after the look that followed the import
    w.later(40 * 24)
    await w.look()
    expect(feed.asked[2]).not.toHaveProperty('if-none-match')
    await w.process('s1_3')
    expect(new Set((await w.outcomes('s1_3')).map(({ outcome }) => outcome))).toEqual(
      new Set(['unchanged', 'created']),
    )
    expect((await w.titles()).length).toBeGreaterThan(before)
    w.later(6)
    await w.look()
    expect(feed.asked[3]?.['if-none-match']).toBe('"v1"')
    expect(await w.told()).toEqual([
      ['FeedImported', 's1_1'],
      ['FeedUnchanged', undefined],
      ['FeedImported', 's1_3'],
      ['FeedUnchanged', undefined],
    ])
  })

  it('that cannot be fetched or read changes nothing and says why, once for the same reason', async () => {
    const feed = await feedServer({ body: calendarOf('Fair') })
    const w = await scheduled(feed.url)
    await w.look()
    await w.process('s1_1')
    const broken = [
      { status: 500 },
      { status: 500 },
      { body: '' },
      { body: '<!doctype html><title>Sorry</title>' },
      { body: calendarOf('Fair') },
      { status: 500 },
    ]
    for (const answer of broken) {
      feed.answer(answer)
      w.later(6)
      await w.look()
    }
    expect(await w.told()).toEqual([
      ['FeedImported', 's1_1'],
      ['FeedFailed', 's1_2'],
      ['FeedFailed', 's1_2'],
      ['FeedFailed', 's1_4'],
      ['FeedFailed', 's1_4'],
      ['FeedUnchanged', undefined],
      ['FeedFailed', 's1_7'],
    ])
    expect(await w.run('s1_2')).toMatchObject({ status: 'failed', received: 0 })
    const closed = async (id: string) => (await w.store.read(importStream(id))).at(-1)?.data
    expect(await closed('s1_2')).toMatchObject({
      reason: 'bad_status',
      message: 'the server answers with an error (500)',
    })
    expect(await closed('s1_4')).toMatchObject({ reason: 'not_a_calendar' })
    expect(await w.titles()).toEqual(['Fair'])
  })

  it('05 §8.1 a calendar without events is a success of nothing, and takes nothing away', async () => {
    const feed = await feedServer({ body: calendarOf('Fair') })
    const w = await scheduled(feed.url)
    await w.look()
    await w.process('s1_1')
    feed.answer({ body: calendarOf() })
    w.later(6)
    await w.look()
    expect(await w.run('s1_2')).toMatchObject({ status: 'success', received: 0 })
    expect(await w.titles()).toEqual(['Fair'])
  })

  it('one whose last import is still worked on or paused waits', async () => {
    const feed = await feedServer({ body: calendarOf('Fair') })
    const w = await scheduled(feed.url)
    await w.look()
    w.later(6)
    await w.look()
    expect(feed.asked).toHaveLength(1)
    expect(w.jobs).toEqual([{ name: 'feed.fetch', payload: { scheduleId: 's1' }, delayMs: 60_000 }])
    await w.process('s1_1')
    await w.look()
    expect(feed.asked).toHaveLength(2)
  })

  it('what was missed is not made up for', async () => {
    const feed = await feedServer({ body: calendarOf('Fair') })
    const w = await scheduled(feed.url)
    w.later(100)
    await w.look()
    const [, checked] = await w.store.read(scheduleStream('s1'))
    expect(checked?.data['dueAt']).toBe(new Date(NOW + 106 * HOUR).toISOString())
  })

  it('two processes at once, and one that was interrupted, import it once', async () => {
    const feed = await feedServer({ body: calendarOf('Fair') })
    const w = await scheduled(feed.url)
    const other = process(w.store, w.clock)
    await Promise.all([w.look(), other.look()])
    expect(await w.told()).toEqual([['FeedImported', 's1_1']])
    await w.process('s1_1')
    feed.answer({ body: calendarOf('Fair', 'Concert') })
    w.later(6)
    // opened, and then the process was gone
    const open = { type: 'Register', importId: 's1_2', hash: null, settings } as const
    await w.runs.execute(open, importContext('s1_2', w.clock.ms))
    await other.look()
    await w.process('s1_2')
    expect(await w.told()).toEqual([
      ['FeedImported', 's1_1'],
      ['FeedImported', 's1_2'],
    ])
    expect(await w.titles()).toEqual(['Fair', 'Concert'])
  })

  it('a feed that changed while its check was interrupted is looked at again', async () => {
    const feed = await feedServer({ body: calendarOf('Fair'), headers: { etag: '"v1"' } })
    const w = await scheduled(feed.url)
    // everything but the fact that it was checked
    const lost = process(w.store, w.clock)
    const failing = { ...lost.schedules, execute: () => Promise.reject(new Error('killed')) }
    await expect(lost.look(failing)).rejects.toThrow('killed')
    feed.answer({ body: calendarOf('Fair', 'Concert'), headers: { etag: '"v2"' } })
    await w.look()
    await w.process('s1_1')
    expect(await w.titles()).toEqual(['Fair'])
    w.later(6)
    await w.look()
    await w.process('s1_2')
    expect(await w.titles()).toEqual(['Fair', 'Concert'])
    w.later(6)
    await w.look()
    expect(await w.told()).toEqual([
      ['FeedImported', 's1_1'],
      ['FeedImported', 's1_2'],
      ['FeedUnchanged', undefined],
    ])
  })

  it('a schedule that was removed fetches nothing', async () => {
    const feed = await feedServer({ body: calendarOf('Fair') })
    const w = await scheduled(feed.url)
    await w.schedules.execute({ type: 'Remove', scheduleId: 's1' }, importContext('s1', NOW))
    await w.look()
    expect(feed.asked).toEqual([])
    expect(w.jobs).toEqual([])
  })

  it('05 §14 one that was paused after its job was asked for is not fetched, and nobody asks again', async () => {
    const feed = await feedServer({ body: calendarOf('Fair') })
    const w = await scheduled(feed.url)
    await w.schedules.execute({ type: 'Pause', scheduleId: 's1' }, importContext('s1', NOW))
    w.later(100)
    await w.look()
    expect([feed.asked, w.jobs]).toEqual([[], []])
    const at = isoOfMs(w.clock.ms)
    await w.schedules.execute({ type: 'Resume', scheduleId: 's1', at }, importContext('s1', w.clock.ms))
    await w.look()
    expect(feed.asked).toHaveLength(1)
  })

  it('05 §14 from another address it is read whole, as the same source', async () => {
    const feed = await feedServer({ body: calendarOf('Fair'), headers: { etag: '"v1"' } })
    const w = await scheduled(feed.url)
    await w.look()
    await w.process('s1_1')
    const other = await feedServer({ body: calendarOf('Fair, moved'), headers: { etag: '"v1"' } })
    w.later(1)
    const at = isoOfMs(w.clock.ms)
    const change = { type: 'Change', scheduleId: 's1', url: other.url, at } as const
    await w.schedules.execute(change, importContext('s1', w.clock.ms))
    await w.look()
    expect(other.asked[0]).not.toHaveProperty('if-none-match')
    await w.process('s1_2')
    expect((await w.outcomes('s1_2')).map(({ outcome }) => outcome)).toEqual(['updated'])
    expect(await w.titles()).toEqual(['Fair, moved'])
  })

  it('05 §14 what was fetched from the address before is no answer of the other one, which is fetched at once', async () => {
    const feed = await feedServer({ body: calendarOf('Fair') })
    const w = await scheduled(feed.url)
    const other = await feedServer({ body: calendarOf('Fair', 'Concert') })
    const at = isoOfMs(NOW)
    const change = { type: 'Change', scheduleId: 's1', url: other.url, at } as const
    // changed while it is fetched: just before what came of it is told
    const meanwhile: Schedules = {
      ...w.schedules,
      execute: async (command, context) => {
        await w.schedules.execute(change, importContext('s1', NOW))
        return w.schedules.execute(command, context)
      },
    }
    await w.look(meanwhile)
    expect(await w.told()).toEqual([['FeedAddressChanged', undefined]])
    await w.process('s1_1')
    expect(await w.titles()).toEqual(['Fair'])
    // the import of that name has what came from the other address, so there is one more look, at once
    await w.look()
    await w.look()
    await w.process('s1_2')
    expect(await w.told()).toEqual([
      ['FeedAddressChanged', undefined],
      ['FeedImported', 's1_1'],
      ['FeedImported', 's1_2'],
    ])
    expect(await w.titles()).toEqual(['Fair', 'Concert'])
  })

  it('a webcal address is fetched by https, or by http where nothing else answers', async () => {
    const feed = await feedServer({ body: calendarOf('Fair') })
    const w = await scheduled(feed.url.replace('http:', 'webcal:'))
    await w.look()
    expect(await w.told()).toEqual([['FeedImported', 's1_1']])
  })

  it('rows of a CSV feed are imported, too', async () => {
    const headers = { 'content-type': 'text/csv; charset=utf-8' }
    const feed = await feedServer({ body: 'title,start date\nFair,2027-06-01\n', headers })
    const w = await scheduled(feed.url)
    await w.look()
    await w.process('s1_1')
    expect(await w.titles()).toEqual(['Fair'])
  })

  it('a long feed is taken in parts, in order', async () => {
    const titles = Array.from({ length: 1_201 }, (_, n) => `Event ${n}`)
    const feed = await feedServer({ body: calendarOf(...titles) })
    const w = await scheduled(feed.url)
    await w.look()
    expect(await w.run('s1_1')).toMatchObject({ received: 1_201 })
    for (let n = 0; n < 50 && (await w.run('s1_1')).status === 'pending'; n++) await w.process('s1_1')
    const outcomes = await w.outcomes('s1_1')
    expect(outcomes.map(({ position }) => position)).toEqual(titles.map((_, n) => n + 1))
    expect(outcomes.map(({ uid }) => uid)).toEqual(titles.map((_, n) => `feed-${n}@school.example`))
  })
})
