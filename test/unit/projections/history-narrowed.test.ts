import {
  userId,
  type StreamName,
  streamName,
  type Position,
  logPosition,
  epochMs,
} from '../../../shared/kernel/brands.ts'
import { isoOfMs, plusMs } from '../../../shared/kernel/time/calculate.ts'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RecentPage } from '../../../projections/history/lately.ts'
import { history } from '../../../projections/history/store.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import type { Meta } from '../../../shared/facts/meta.ts'
import type { JsonObject } from '../../../shared/kernel/json.ts'
import { memoryLog } from '../../support/memory-log.ts'

const ANA = { actor: userId(2), source: 'desk', correlation: 'r1' } as const
const BO = { actor: userId(3), source: 'calx', correlation: 'r2' } as const
const IMPORT = { actor: null, source: 'import', correlation: 'imp7' } as const

describe('00 §6.6 the whole history, narrowed', () => {
  let store: EventStore
  let at = epochMs(0)
  beforeEach(() => {
    store = memoryLog()
    at = epochMs(Date.UTC(2026, 2, 1))
  })

  const say = async (stream: StreamName, type: string, data: JsonObject, given: Partial<Meta>) => {
    const meta: Meta = {
      ...{ actor: null, at: isoOfMs((at = plusMs(at, 3_600_000))), source: 'cal', route: 'POST /x' },
      ...{ correlation: 'r', causation: null, ...given },
    }
    await store.append(stream, [{ id: randomUUID(), type, data, meta }], 'any')
  }
  const title = (id: number, from: string, to: string, given: Partial<Meta>) =>
    say(
      streamName(`event-${id}`),
      'EventRetitled',
      { eventId: id, by: 'person', changes: { title: [from, to] } },
      given,
    )
  const cost = (id: number, from: string, to: string, given: Partial<Meta>) =>
    say(
      streamName(`event-${id}`),
      'EventPriced',
      { eventId: id, by: 'person', changes: { cost: [from, to] } },
      given,
    )
  const venueName = (id: number, from: string, to: string, given: Partial<Meta>) =>
    say(
      streamName(`venue-${id}`),
      'VenueRenamed',
      { venueId: id, by: 'person', changes: { name: [from, to] } },
      given,
    )

  const asked = async (patience?: { entries: number; facts: number }) => {
    const made = await history({
      store,
      loginOf: id => (id === 2 ? 'ana' : null),
      ...(patience === undefined ? {} : { patience }),
    })(memoryDocuments({ strict: true }))
    const { apply, prefixes, queries } = made
    for await (const { records, live } of store.follow(null, prefixes, new AbortController().signal)) {
      await apply(records)
      if (live) break
    }
    return queries
  }
  /** `event/41 EventRetitled` for each, newest first. */
  const of = async (page: Omit<RecentPage, 'limit'>) => {
    const queries = await asked()
    const { entries, older, until } = await queries.recent({ ...page, limit: 50 })
    const { entries: full } = await queries.full({ ...page, limit: 50 })
    expect(full.map(({ position }) => position)).toEqual(entries.map(({ position }) => position))
    expect([older, until]).toEqual([null, null])
    return entries.map(({ kind, id, fact }) => `${kind}/${id} ${fact}`)
  }

  const filled = async () => {
    await title(41, '', 'Spring fair', ANA)
    await venueName(5, 'Hall', 'Main hall', BO)
    await cost(41, '', '5', IMPORT)
    await title(42, '', 'École ouverte', IMPORT)
    await say(
      streamName('user-4'),
      'UserRoleChanged',
      { userId: userId(4), changes: { role: ['author', 'editor'] } },
      ANA,
    )
  }

  it('by kind, source, import, member and person, each alone and together', async () => {
    await filled()
    expect(await of({ kind: 'event' })).toEqual([
      'event/42 EventRetitled',
      'event/41 EventPriced',
      'event/41 EventRetitled',
    ])
    expect(await of({ source: 'calx' })).toEqual(['venue/5 VenueRenamed'])
    expect(await of({ correlation: 'imp7' })).toEqual(['event/42 EventRetitled', 'event/41 EventPriced'])
    expect(await of({ member: 'title' })).toEqual(['event/42 EventRetitled', 'event/41 EventRetitled'])
    expect(await of({ member: 'title', correlation: 'imp7', kind: 'event' })).toEqual([
      'event/42 EventRetitled',
    ])
    expect(await of({ actor: userId(2), kind: 'venue' })).toEqual([])
    expect(await of({ actor: userId(2), without: ['user'] })).toEqual(['event/41 EventRetitled'])
    expect(await of({ kind: 'user', without: ['user'] })).toEqual([])
  })

  it('by words of what was changed, and of the name at that time; accents and case do not count', async () => {
    await filled()
    await title(41, 'Spring fair', 'Summer', BO)
    expect(await of({ text: 'ecole' })).toEqual(['event/42 EventRetitled'])
    expect(await of({ text: 'spring FAIR' })).toEqual([
      ...['event/41 EventRetitled', 'event/41 EventPriced', 'event/41 EventRetitled'],
    ])
    expect(await of({ text: 'fair', correlation: 'imp7' })).toEqual(['event/41 EventPriced'])
    expect(await of({ text: 'hall -main' })).toEqual([])
    expect(await of({ text: 'summer' })).toEqual(['event/41 EventRetitled'])
  })

  it('secrets are told as changed and never found', async () => {
    const changes = { password: ['', 'hunter2'] }
    await say(streamName('event-41'), 'EventProtected', { eventId: 41, by: 'person', changes }, ANA)
    expect(await of({ member: 'password' })).toEqual(['event/41 EventProtected'])
    expect(await of({ text: 'hunter2' })).toEqual([])
    const queries = await asked()
    expect(JSON.stringify(await queries.full({ limit: 5 }))).not.toContain('hunter2')
  })

  it('of what was purged it tells who and when, and finds no text and no member', async () => {
    await filled()
    const past = (await store.read(streamName('event-41'))).map(({ position, revision, type, meta }) => ({
      ...{ position, revision, fact: type, at: meta.at, actor: meta.actor },
      ...{ source: meta.source, correlation: meta.correlation },
    }))
    const named = { venues: [], organizers: [], categories: [], tags: [] }
    const purged = { kind: 'event', itemId: 41, named, past }
    await say(streamName('purged-event-41'), 'ItemPurged', purged, ANA)
    const gone = ['event/41 ItemPurged', 'event/41 EventPriced', 'event/41 EventRetitled']
    expect((await of({ kind: 'event' })).filter(line => line.startsWith('event/41'))).toEqual(gone)
    expect(await of({ text: 'fair' })).toEqual([])
    expect(await of({ member: 'title' })).toEqual(['event/42 EventRetitled'])
    const { entries } = await (await asked()).full({ kind: 'event', limit: 9 })
    expect(entries.filter(({ id }) => id === '41').map(({ changes }) => changes)).toEqual([{}, {}, {}])
  })

  it('looks at so many for one answer, says how far it came, and goes on from there', async () => {
    for (let n = 0; n < 40; n++)
      await title(n + 1, '', n % 20 === 3 ? 'Needle' : 'Hay', n % 2 === 0 ? ANA : BO)
    const queries = await asked({ entries: 10, facts: 10 })
    for (const page of [{ text: 'needle' }, { actor: userId(3), correlation: 'r2', text: 'needle' }]) {
      const found: string[] = []
      const parts: (string | null)[] = []
      for (let before: Position | null = logPosition(Infinity); before !== null;) {
        const asking: RecentPage = { ...page, limit: 5, ...(before === Infinity ? {} : { before }) }
        const part: Awaited<ReturnType<typeof queries.recent>> = await queries.recent(asking)
        found.push(...part.entries.map(({ id }) => id))
        parts.push(part.until)
        before = part.older
      }
      expect(found).toEqual(['24', '4'])
      expect(parts.length).toBeGreaterThanOrEqual(4)
      // hour by hour: after ten facts the 31st of forty has been looked at
      expect(parts[0]).toBe('2026-03-02T07:00:00.000Z')
    }
    const rare = await queries.recent({ actor: userId(2), source: 'calx', limit: 5 })
    expect(rare).toMatchObject({ entries: [], until: '2026-03-02T07:00:00.000Z' })
    const common = await queries.recent({ actor: userId(2), source: 'desk', limit: 5 })
    expect(common.entries.map(({ id }) => id)).toEqual(['39', '37', '35', '33', '31'])
    expect(common.until).toBeNull()
  })
})
