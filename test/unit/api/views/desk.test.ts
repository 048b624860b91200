import { describe, expect, it } from 'vitest'
import { epochMs, type EpochMs } from '../../../../shared/kernel/brands.ts'
import { viewDesk } from '../../../../services/api/views/desk.ts'
import { keptViews } from '../../../../projections/view-copies/store.ts'
import { memoryDocuments } from '../../../../shared/documents/memory/memory.ts'
import { nowUtc, plusMs } from '../../../../shared/kernel/time/calculate.ts'
import type { KeptView, ViewState } from '../../../../services/views/copies.ts'
import { keptMemory } from '../../../../services/api/platform/answers/kept-memory.ts'
import { renderStale, type RenderDeps } from '../../../../workers/views.ts'
import type { ViewQuery } from '../../../../services/views/query.ts'
import { eventValues, recorder } from '../../../support/recorded.ts'
import { readModels, site as texts } from '../../../support/read-models.ts'
import { site } from '../../../support/moment.ts'
import { viewQuery, viewSite } from '../../../support/view-content.ts'

/** Two processes that share documents, read models in the hands of the test, and clocks that stand still. */
const world = async () => {
  const documents = memoryDocuments()
  const models = await readModels(documents)
  const record = recorder()
  const copies = (await keptViews<ViewQuery, KeptView>(1_000_000)(documents)).queries
  const clock = { ms: epochMs(Date.UTC(2027, 4, 1, 16)), monotonic: 0, cpu: 0 }
  const at: { state: ViewState | null } = { state: { version: '1', asked: '1' } }
  let questions = 0
  const reads = {
    listEvents: (query: Parameters<typeof models.events.listEvents>[0]) => {
      questions += 1
      return models.events.listEvents(query)
    },
    anyEvent: (query: Parameters<typeof models.events.anyEvent>[0]) => {
      questions += 1
      return models.events.anyEvent(query)
    },
    jsonLd: models.events.jsonLd,
    terms: models.terms,
    venues: models.venues.byIds,
    pageUrl: (kind: string, id: number) => `${texts.url}/${kind}/${id}/`,
    currency: () => texts.currency,
  }
  const process = () => {
    const how: string[] = []
    const memory = keptMemory(1_000_000)
    const desk = viewDesk({
      ...{
        reads,
        copies,
        memory,
        state: () => at.state,
        monotonicMs: () => clock.monotonic,
      },
      report: error => {
        throw error
      },
      found: one => how.push(one),
    })
    return {
      how,
      memory,
      find: (query: Partial<ViewQuery> = {}) =>
        desk.find({ ...viewQuery, ...query }, { ms: clock.ms, nowUtc: nowUtc(clock.ms), site }),
    }
  }
  const renderer = (given: Partial<RenderDeps>) => {
    const job = renderStale({
      refresh: null,
      ...{ copies, reads, caughtUp: async () => at.state, site: () => viewSite, nowMs: () => clock.ms },
      cpuMs: () => clock.cpu,
      ...given,
    })
    return () => job({}, { attempt: 1, signal: new AbortController().signal })
  }
  return {
    ...{ at, clock, copies, process, reads },
    questions: () => questions,
    /** An event that takes place a week later; the read models are at that version then. */
    event: async (eventId: number, title: string, state: ViewState | null) => {
      await models.apply([
        record({
          type: 'EventCreated',
          eventId,
          by: 'person',
          values: eventValues({ title, slug: `e${eventId}` }),
        }),
      ])
      at.state = state
    },
    /** What the job does. */
    render: (cpuEach = 0) => renderer({ cpuMs: () => (clock.cpu += cpuEach) })(),
    renderer,
  }
}

/** Work in the background has been done. */
const settled = () => new Promise(resolve => setImmediate(resolve))

it('which generation of the copies counts is asked once in ten seconds, and again where that failed', async () => {
  const w = await world()
  let [asked, isOut] = [0, true]
  const refresh = async () => {
    asked++
  }
  const sweep = async (ms: EpochMs) => {
    if (isOut) throw new Error('away')
    return w.copies.sweep(ms)
  }
  const render = w.renderer({ refresh, copies: { ...w.copies, sweep } })
  const askedAfter = async (ms: number) => {
    w.clock.ms = epochMs(w.clock.ms + ms)
    await render().catch(() => undefined)
    return asked
  }
  expect([await askedAfter(0), await askedAfter(0)]).toEqual([1, 2])
  isOut = false
  expect([await askedAfter(0), await askedAfter(9_999), await askedAfter(1)]).toEqual([3, 3, 4])
  // a clock that was put back
  expect([await askedAfter(-3_600_000), await askedAfter(0)]).toEqual([5, 5])
})

describe('kept copies of views', () => {
  it('none: rendered at once, and stored for all processes when it is asked for again', async () => {
    const w = await world()
    await w.event(1, 'Fair', { version: '1', asked: '1' })
    const one = w.process()
    const found = await one.find()
    expect(found.html).toContain('Fair')
    expect(found).toMatchObject({ title: 'Upcoming events' })
    await settled()
    expect(await w.copies.sweep(epochMs(0))).toEqual([])
    await one.find()
    await settled()
    const [mark] = await w.copies.sweep(epochMs(0))
    const copy = await w.copies.get(mark?._id ?? '')
    expect(copy).toMatchObject({ question: viewQuery, version: '1', shown: { html: found.html } })
    // two bytes a sign, and what stands beside the text
    expect(mark?.bytes).toBeGreaterThan(2 * found.html.length + 1_024)
    expect(mark?.bytes).toBeLessThan(2 * found.html.length + 4_096)
  })
  it('fresh: served without a question, in this process and in others', async () => {
    const w = await world()
    const [one, other] = [w.process(), w.process()]
    const { html } = await one.find()
    const before = w.questions()
    expect((await one.find()).html).toBe(html)
    await settled()
    expect((await other.find()).html).toBe(html)
    expect((await other.find()).html).toBe(html)
    expect(w.questions()).toBe(before)
    expect(one.how).toEqual(['rendered', 'fresh'])
    expect(other.how).toEqual(['fresh', 'fresh'])
  })
  it('several who ask at once: rendered once', async () => {
    const w = await world()
    const one = w.process()
    const alone = w.questions()
    await one.find()
    const each = w.questions() - alone
    w.at.state = { version: '2', asked: '2' }
    await Promise.all([one.find(), one.find(), one.find()])
    expect(w.questions() - alone).toBe(2 * each)
  })
  it('a change that somebody waited for is shown by the next view', async () => {
    const w = await world()
    const one = w.process()
    expect((await one.find()).html).not.toContain('Fair')
    await w.event(1, 'Fair', { version: '2', asked: '2' })
    expect((await one.find()).html).toContain('Fair')
    expect(one.how).toEqual(['rendered', 'rendered'])
  })
  it('a change in the background: the copy of a moment ago, for less than a second', async () => {
    const w = await world()
    const one = w.process()
    await one.find()
    await w.event(1, 'Fair', { version: '2', asked: '1' })
    w.clock.monotonic = 799
    const stale = await one.find()
    expect(stale.html).not.toContain('Fair')
    // nobody else keeps it
    expect(stale.until).toBeNull()
    w.clock.monotonic = 800
    expect((await one.find()).html).toContain('Fair')
    expect(one.how).toEqual(['rendered', 'stale', 'rendered'])
  })
  it('a stale copy of another process is not served: nobody knows how old it is', async () => {
    const w = await world()
    await w.process().find()
    await settled()
    await w.event(1, 'Fair', { version: '2', asked: '1' })
    const other = w.process()
    expect((await other.find()).html).toContain('Fair')
    expect(other.how).toEqual(['rendered'])
  })
  it('the job renders what is wanted and no longer fresh; then nobody waits', async () => {
    const w = await world()
    const one = w.process()
    for (const query of [{}, {}, { search: 'fair' }, { search: 'fair' }]) await one.find(query)
    await settled()
    await w.event(1, 'Fair', { version: '2', asked: '1' })
    await w.render()
    const before = w.questions()
    expect((await one.find()).html).toContain('Fair')
    await w.render()
    expect(w.questions()).toBe(before)
    expect(one.how).toEqual(['rendered', 'fresh', 'rendered', 'fresh', 'fresh'])
    // what somebody searched for is not rendered for anybody
    expect(await w.copies.sweep(epochMs(0))).toHaveLength(1)
  })
  it('the job leaves alone what nobody has wanted for a while, and forgets what nobody has for long', async () => {
    const w = await world()
    const one = w.process()
    await one.find()
    await one.find()
    await settled()
    w.clock.ms = plusMs(w.clock.ms, 11 * 60_000)
    w.at.state = { version: '2', asked: '1' }
    await w.render()
    const [old] = await w.copies.sweep(epochMs(0))
    expect(await w.copies.get(old?._id ?? '')).toMatchObject({ version: '1' })
    w.clock.ms = plusMs(w.clock.ms, 50 * 60_000)
    await w.render()
    expect(await w.copies.sweep(epochMs(0))).toEqual([])
  })
  it('the job spends no more than a quarter of a second of CPU in one round, on what was wanted last', async () => {
    const w = await world()
    const one = w.process()
    for (const page of [1, 2, 3, 4, 5]) {
      await one.find({ page })
      await one.find({ page })
      await settled()
      w.clock.ms = plusMs(w.clock.ms, 1)
    }
    w.at.state = { version: '2', asked: '1' }
    // 100 ms for each look at the clock: one before and one for each of two copies
    await w.render(100)
    const copies = await Promise.all(
      (await w.copies.sweep(epochMs(0))).map(async ({ _id }) => {
        const copy = await w.copies.get(_id)
        return [copy?.question.page, copy?.version]
      }),
    )
    expect(copies).toEqual([
      [5, '2'],
      [4, '2'],
      [3, '1'],
      [2, '1'],
      [1, '1'],
    ])
  })
  it('a view of a category or a tag that does not exist is not kept, however often it is asked for', async () => {
    const w = await world()
    const one = w.process()
    for (const limits of [{ category: 'none' }, { tag: 'none' }]) {
      expect((await one.find(limits)).until).toBeNull()
      await one.find(limits)
      await one.find(limits)
    }
    await settled()
    expect(await w.copies.sweep(epochMs(0))).toEqual([])
    expect(one.how).toEqual(Array.from({ length: 6 }, () => 'rendered'))
    expect(one.memory.bytes()).toBe(0)
  })
  it('what is wanted again and again is remembered as such', async () => {
    const w = await world()
    const one = w.process()
    await one.find()
    w.clock.ms = plusMs(w.clock.ms, 2 * 60_000)
    await one.find()
    await settled()
    expect(await w.copies.sweep(w.clock.ms)).toHaveLength(1)
  })
  it('an instant that it depends on has passed: an end, and midnight of the site', async () => {
    const w = await world()
    await w.event(1, 'Fair', { version: '1', asked: '1' })
    const one = w.process()
    // 2027-05-08 14:00 in New York
    const end = epochMs(Date.UTC(2027, 4, 8, 18))
    w.clock.ms = epochMs(end - 1_000)
    expect((await one.find()).until).toBe(end + 1_000)
    w.clock.ms = end
    expect((await one.find()).html).toContain('Fair')
    w.clock.ms = epochMs(end + 1_000)
    expect((await one.find()).html).not.toContain('Fair')
    expect(one.how).toEqual(['rendered', 'fresh', 'rendered'])
    // 00:00 in New York
    expect((await one.find({ view: 'month' })).until).toBe(Date.UTC(2027, 4, 9, 4))
  })
  it('read models of which nobody knows: asked each time, nothing kept', async () => {
    const w = await world()
    w.at.state = null
    const one = w.process()
    expect((await one.find()).until).toBeNull()
    await w.event(1, 'Fair', null)
    expect((await one.find()).html).toContain('Fair')
    await settled()
    expect(await w.copies.sweep(epochMs(0))).toEqual([])
  })
  it('a copy that was rendered while something changed is not kept', async () => {
    const w = await world()
    const one = w.process()
    const finding = one.find()
    w.at.state = { version: '2', asked: '2' }
    await finding
    await settled()
    await settled()
    expect(await w.copies.sweep(epochMs(0))).toEqual([])
  })
})

describe('00 §8 history: purged data in views', () => {
  it('no copy outlives a purge', async () => {
    const documents = memoryDocuments()
    const projection = await keptViews<ViewQuery, KeptView>(1_000_000)(documents)
    expect(projection.prefixes).toEqual(['purged-'])
    const shown = { html: 'x', title: 'x' } as KeptView
    const copy = {
      _id: 'k',
      question: viewQuery,
      shown,
      version: '1',
      asked: '1',
      untilMs: epochMs(1),
      usedMs: epochMs(1),
      bytes: 1,
    }
    await projection.queries.put(copy)
    await projection.apply([])
    expect(await projection.queries.get('k')).toBeNull()
  })
  it('no more bytes are stored than may be, what was wanted least recently goes at once, and what is old', async () => {
    const { queries } = await keptViews<ViewQuery, KeptView>(1_000)(memoryDocuments())
    const shown = { html: 'x', title: 'x' } as KeptView
    const copy = { question: viewQuery, shown, version: '1', asked: '1', untilMs: epochMs(1) }
    const ids = async () => (await queries.sweep(epochMs(0))).map(({ _id }) => _id)
    for (const usedMs of [1, 2, 3])
      await queries.put({ ...copy, _id: `k${usedMs}`, usedMs: epochMs(usedMs), bytes: 300 })
    await queries.use('k1', epochMs(4))
    await queries.put({ ...copy, _id: 'k5', usedMs: epochMs(5), bytes: 300 })
    expect(await ids()).toEqual(['k5', 'k1', 'k3'])
    expect(await queries.get('k2')).toBeNull()
    // in its own place it needs no more room
    await queries.put({ ...copy, _id: 'k5', usedMs: epochMs(5), bytes: 400 })
    expect(await ids()).toEqual(['k5', 'k1', 'k3'])
    await queries.put({ ...copy, _id: 'large', usedMs: epochMs(6), bytes: 501 })
    expect(await ids()).toEqual(['k5', 'k1', 'k3'])
    await queries.sweep(epochMs(4))
    expect(await ids()).toEqual(['k5', 'k1'])
    expect(await queries.get('k3')).toBeNull()
  })
})
