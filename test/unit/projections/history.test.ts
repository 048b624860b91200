import {
  userId,
  type StreamName,
  streamName,
  logPosition,
  epochMs,
  systemClock,
  isoTime,
  type IsoTime,
} from '../../../shared/kernel/brands.ts'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { history } from '../../../projections/history/store.ts'
import { newVenueValues } from '../../../services/calendar/values.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import type { JsonObject } from '../../../shared/kernel/json.ts'
import type { Meta } from '../../../shared/facts/meta.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { msOfIso } from '../../../shared/kernel/time/calculate.ts'

const logins: Readonly<Record<number, string>> = { 2: 'ana' }
const open = async (store: EventStore) => {
  const loginOf = (id: number) => logins[id] ?? null
  const projection = await history({ store, loginOf })(memoryDocuments({ strict: true }))
  /** Everything so far; said again every time, as after a crash. */
  const catchUp = async () => {
    const stop = new AbortController()
    for await (const { records, live } of store.follow(null, projection.prefixes, stop.signal)) {
      await projection.apply(records)
      if (live) stop.abort()
    }
  }
  return { catchUp, ...projection.queries }
}

describe('history', () => {
  let store: EventStore
  let desk: Awaited<ReturnType<typeof open>>
  beforeEach(async () => {
    store = memoryLog()
    desk = await open(store)
  })

  const say = async (stream: StreamName, type: string, data: JsonObject, given: Partial<Meta> = {}) => {
    const meta: Meta = {
      actor: userId(2),
      at: isoTime('2026-03-01T10:00:00.123Z'),
      source: 'cal',
      route: 'POST /cal/events/v1/events/41',
      correlation: 'r1',
      causation: null,
      ...given,
    }
    const { position } = await store.append(stream, [{ id: randomUUID(), type, data, meta }], 'any')
    await desk.catchUp()
    return position
  }
  const retitled = (from: string, to: string, meta?: Partial<Meta>) =>
    say(
      streamName('event-41'),
      'EventRetitled',
      { eventId: 41, by: 'person', changes: { title: [from, to] } },
      meta,
    )
  const titles = async (page?: Parameters<typeof desk.historyOf>[2]) =>
    (await desk.historyOf('event', 41, page))?.map(entry => entry.changes['title']?.[1])

  it('tells who changed what, when, through what', async () => {
    const position = await retitled('Fair', 'Spring fair')
    expect(await desk.historyOf('event', 41)).toEqual([
      {
        position,
        at: '2026-03-01T10:00:00.123Z',
        actor: { id: 2, login: 'ana' },
        source: 'cal',
        route: 'POST /cal/events/v1/events/41',
        correlation: 'r1',
        fact: 'EventRetitled',
        changes: { title: ['Fair', 'Spring fair'] },
      },
    ])
  })

  it('knows nobody as actor, and users without an account any more', async () => {
    await retitled('a', 'b', { actor: null, source: 'import', correlation: 'import-7' })
    await retitled('b', 'c', { actor: userId(99) })
    const entries = await desk.historyOf('event', 41)
    expect(entries?.map(e => [e.actor, e.source, e.correlation])).toEqual([
      [{ id: 99, login: null }, 'cal', 'r1'],
      [null, 'import', 'import-7'],
    ])
  })

  it('pages backwards, newest first, whatever was appended in between elsewhere', async () => {
    for (const n of [1, 2, 3, 4, 5]) {
      await retitled(`t${n - 1}`, `t${n}`)
      await say(streamName('event-4'), 'EventRetitled', {
        eventId: 4,
        by: 'person',
        changes: { title: ['', `x${n}`] },
      })
      await say(streamName('slug-event/t'), 'Claimed', { owner: 41 })
    }
    expect(await titles()).toEqual(['t5', 't4', 't3', 't2', 't1'])
    const [newest, second] = (await desk.historyOf('event', 41, { limit: 2 })) ?? []
    expect([newest, second].map(e => e?.changes['title']?.[1])).toEqual(['t5', 't4'])
    expect(await titles({ before: second?.position ?? logPosition(0), limit: 2 })).toEqual(['t3', 't2'])
    expect(await titles({ before: logPosition(1) })).toEqual([])
  })

  it('tells of every type by its name; categories and tags apart', async () => {
    const by = 'person'
    await say(streamName('venue-1'), 'VenueRenamed', { venueId: 1, by, changes: { name: ['a', 'b'] } })
    await say(streamName('organizer-2'), 'OrganizerRenamed', {
      organizerId: 2,
      by,
      changes: { name: ['a', 'b'] },
    })
    const values = { taxonomy: 'post_tag', name: 'jazz', slug: 'jazz', description: '', parent: null }
    await say(streamName('term-3'), 'TermCreated', { termId: 3, by, values })
    await say(streamName('user-4'), 'UserRoleChanged', { userId: 4, changes: { role: ['author', 'editor'] } })
    // counted on while another administrator went, and about to be erased: neither is another role
    const kept = { userId: 4, changes: { role: ['editor', 'editor'] } }
    await say(streamName('user-4'), 'UserRoleChanged', kept)
    await say(streamName('user-4'), 'UserRoleChanged', { ...kept, leaves: true })
    const closed = { importId: 'a1', status: 'success', reason: null, message: '' }
    await say(streamName('import-a1'), 'ImportClosed', closed)
    const cleaned = { bytes: [9, 7], digest: ['a'.repeat(64), 'b'.repeat(64)] }
    await say(streamName('image-5'), 'ImageCleaned', { imageId: 5, by, changes: cleaned })
    const facts = async (type: string, id: number | string) =>
      (await desk.historyOf(type, id))?.map(entry => entry.fact) ?? null
    expect(await facts('venue', 1)).toEqual(['VenueRenamed'])
    expect(await facts('organizer', 2)).toEqual(['OrganizerRenamed'])
    expect(await facts('tag', 3)).toEqual(['TermCreated'])
    expect(await facts('category', 3)).toEqual([])
    expect(await facts('user', 4)).toEqual(['UserRoleChanged'])
    expect(await facts('import', 'a1')).toEqual(['ImportClosed'])
    expect(await facts('site', 1)).toEqual([])
    expect(await facts('event', 1)).toEqual([])
    expect(await facts('image', 5)).toEqual(['ImageCleaned'])
    expect(await facts('imagebytes', 5)).toBeNull()
    expect(await facts('constructor', 1)).toBeNull()
  })

  it('keeps who and when of a purged item, none of its texts, and tells its new beginning apart', async () => {
    await retitled('', 'secret')
    await store.deleteStream(streamName('event-41'))
    expect((await desk.historyOf('event', 41))?.map(e => [e.fact, e.actor?.id, e.changes])).toEqual([
      ['EventRetitled', 2, {}],
    ])
    await retitled('', 'new')
    expect((await desk.historyOf('event', 41))?.map(e => e.changes)).toEqual([{ title: ['', 'new'] }, {}])
  })

  it('is narrowed to a person and to a stretch of time', async () => {
    const at = (hour: number) => isoTime(`2026-03-01T${hour}:00:00.000Z`)
    await retitled('', 'a', { actor: userId(2), at: at(10) })
    await retitled('a', 'b', { actor: userId(3), at: at(11) })
    await retitled('b', 'c', { actor: userId(2), at: at(12) })
    expect(await titles({ actor: userId(2) })).toEqual(['c', 'a'])
    expect(await titles({ since: msOfIso(at(11)) })).toEqual(['c', 'b'])
    expect(await titles({ until: msOfIso(at(11)) })).toEqual(['a'])
    expect(
      await titles({
        actor: userId(2),
        since: msOfIso(at(11)),
        until: msOfIso(at(12)),
      }),
    ).toEqual([])
  })

  it('tells what happened lately, to whatever, page by page', async () => {
    const at = isoTime('2026-03-01T10:00:00.000Z')
    await retitled('', 'a', { at })
    await say(
      streamName('venue-1'),
      'VenueRenamed',
      { venueId: 1, by: 'person', changes: { name: ['a', 'b'] } },
      { at },
    )
    const last = await retitled('a', 'b', { at: isoTime('2026-03-01T11:00:00.000Z'), actor: userId(3) })
    const { entries: all } = await desk.recent({ limit: 10 })
    expect(all.map(({ kind, id, fact }) => [kind, id, fact])).toEqual([
      ['event', '41', 'EventRetitled'],
      ['venue', '1', 'VenueRenamed'],
      ['event', '41', 'EventRetitled'],
    ])
    expect(all[0]).toMatchObject({ position: last, actor: { id: 3, login: null }, source: 'cal' })
    expect((await desk.recent({ limit: 10, before: all[1]?.position ?? logPosition(0) })).entries).toEqual(
      all.slice(2),
    )
    expect((await desk.recent({ limit: 10, actor: userId(3) })).entries).toEqual(all.slice(0, 1))
    expect((await desk.recent({ limit: 10, until: msOfIso(at) })).entries).toEqual([])
  })

  describe('an item as it was', () => {
    const venue: JsonObject = newVenueValues({
      name: 'Hall',
      status: 'publish',
      city: 'Troy',
      author: userId(2),
      password: 'sesame',
    })
    const created = (at: IsoTime) =>
      say(streamName('venue-1'), 'VenueCreated', { venueId: 1, by: 'person', values: venue }, { at })
    const renamed = (changes: JsonObject, at: IsoTime) =>
      say(streamName('venue-1'), 'VenueRenamed', { venueId: 1, by: 'person', changes }, { at })

    it('after a fact, and at an instant; secrets are masked', async () => {
      const first = await created(isoTime('2026-03-01T10:00:00.000Z'))
      const second = await renamed({ name: ['Hall', 'Main hall'] }, isoTime('2026-03-01T11:00:00.000Z'))
      await renamed({ name: ['Main hall', 'Aula'] }, isoTime('2026-03-01T12:00:00.000Z'))
      const shown = { ...venue, password: '***' }
      expect(await desk.asOf('venue', 1, { position: first })).toEqual({
        position: first,
        at: '2026-03-01T10:00:00.000Z',
        values: shown,
      })
      const ms = msOfIso(isoTime('2026-03-01T11:59:59.999Z'))
      expect(await desk.asOf('venue', 1, { ms })).toEqual({
        position: second,
        at: '2026-03-01T11:00:00.000Z',
        values: { ...shown, name: 'Main hall' },
      })
      expect((await desk.asOf('venue', 1, { position: logPosition(second + 1_000) }))?.values).toMatchObject({
        name: 'Aula',
      })
    })

    it('nothing before it began, of a kind without such a past, and after a purge', async () => {
      await created(isoTime('2026-03-01T10:00:00.000Z'))
      expect(await desk.asOf('venue', 1, { ms: msOfIso(isoTime('2026-03-01T09:59:59.999Z')) })).toBeNull()
      expect(await desk.asOf('image', 1, { ms: systemClock() })).toBeNull()
      const named = { venues: [], organizers: [], categories: [], tags: [] }
      await say(streamName('purged-venue-1'), 'ItemPurged', { kind: 'venue', itemId: 1, named, past: [] })
      expect(await desk.asOf('venue', 1, { ms: systemClock() })).toBeNull()
    })

    it('a deleted term is there no more; categories and tags are told apart', async () => {
      const values = { taxonomy: 'post_tag', name: 'jazz', slug: 'jazz', description: '', parent: null }
      await say(streamName('term-3'), 'TermCreated', { termId: 3, by: 'person', values })
      const deleted = await say(streamName('term-3'), 'TermDeleted', { termId: 3, by: 'person', values })
      expect((await desk.asOf('tag', 3, { position: logPosition(deleted - 1) }))?.values).toEqual(values)
      expect((await desk.asOf('tag', 3, { position: deleted }))?.values).toBeNull()
      expect(await desk.asOf('category', 3, { position: deleted })).toBeNull()
    })

    it('users and settings too, without hashes', async () => {
      const hash = '$argon2id$x'
      await say(streamName('user-4'), 'UserCreated', {
        ...{ userId: 4, login: 'bo', email: 'bo@school.example', role: 'author', passwordHash: hash },
      })
      const role = await say(streamName('user-4'), 'UserRoleChanged', {
        userId: 4,
        changes: { role: ['author', 'editor'] },
      })
      expect((await desk.asOf('user', 4, { position: role }))?.values).toEqual({
        ...{ login: 'bo', email: 'bo@school.example', role: 'editor' },
      })
      const set = await say(streamName('site-1'), 'SiteSettingsChanged', { changes: { perPage: [null, 20] } })
      expect((await desk.asOf('site', 1, { position: set }))?.values).toEqual({ perPage: 20 })
    })
  })

  it('tells of a schedule who set and removed it, what its feed brought and why it failed, not that it was as it was', async () => {
    const schedule = (type: string, data: JsonObject, given: Partial<Meta> = {}) =>
      say(streamName('schedule-s1'), type, { scheduleId: 's1', ...data }, given)
    const worker = { actor: null, source: 'worker', route: null } as const
    const dueAt = '2027-05-01T20:00:00.000Z'
    await schedule('ScheduleSet', {
      ...{ url: 'https://feed.example/a.ics', everyMinutes: 15, origin: 'url', source: 'School', dueAt },
      ...{ postStatus: 'publish', author: 2, category: null, updateAuthority: 'overwrite' },
      ...{ interval: 10, stallMinutes: 60 },
    })
    await schedule(
      'FeedImported',
      { importId: 's1_1', etag: null, lastModified: null, digest: 'd', dueAt },
      worker,
    )
    for (let n = 0; n < 60; n++) await schedule('FeedUnchanged', { dueAt }, worker)
    await schedule('FeedFailed', { importId: 's1_62', reason: 'bad_status', dueAt }, worker)
    await schedule('ScheduleRemoved', {})
    const told = async (page?: Parameters<typeof desk.historyOf>[2]) =>
      (await desk.historyOf('schedule', 's1', page))?.map(({ fact, actor, changes }) => [
        ...[fact, actor?.login ?? null, changes['reason']?.[1] ?? changes['url']?.[1] ?? null],
      ])
    expect(await told()).toEqual([
      ['ScheduleRemoved', 'ana', null],
      ['FeedFailed', null, 'bad_status'],
      ['FeedImported', null, null],
      ['ScheduleSet', 'ana', 'https://feed.example/a.ics'],
    ])
    expect(await told({ actor: userId(2), limit: 1 })).toEqual([['ScheduleRemoved', 'ana', null]])
    expect((await desk.recent({ limit: 1 })).entries[0]).toMatchObject({ kind: 'schedule', id: 's1' })
    expect(await desk.asOf('schedule', 1, { ms: epochMs(Date.UTC(2030, 1)) })).toBeNull()
    expect(await desk.historyOf('schedule', 's2')).toEqual([])
  })
})
