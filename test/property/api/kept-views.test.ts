import { localTime, utcTime, epochMs } from '../../../shared/kernel/brands.ts'
import { expect, it } from 'vitest'
import { keptViews } from '../../../projections/view-copies/store.ts'
import { keptMemory } from '../../../services/api/platform/answers/kept-memory.ts'
import { viewDesk } from '../../../services/api/views/desk.ts'
import { copyTrails, renderCopy, type KeptView } from '../../../services/views/copies.ts'
import type { ViewQuery } from '../../../services/views/query.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { nowUtc } from '../../../shared/kernel/time/calculate.ts'
import { renderStale } from '../../../workers/views.ts'
import { readModels, site as texts } from '../../support/read-models.ts'
import { eventValues, organizerValues, recorder, venueValues } from '../../support/recorded.ts'
import { site } from '../../support/moment.ts'
import { viewQuery, viewSite } from '../../support/view-content.ts'

const NOW_MS = epochMs(Date.UTC(2027, 4, 1, 16))
const NOW = { ms: NOW_MS, utc: nowUtc(NOW_MS) }
const STATE = (version: number) => ({ version: String(version), asked: '1' })

/** Months, days and lists, as people turn the pages of a calendar. */
const QUERIES: readonly ViewQuery[] = [
  ...[3, 4, 5, 6, 7].map(month => ({ ...viewQuery, view: 'month' as const, date: `2027-0${month}` })),
  ...[3, 9, 20].map(day => ({
    ...viewQuery,
    view: 'day' as const,
    date: `2027-05-${String(day).padStart(2, '0')}`,
  })),
  viewQuery,
  { ...viewQuery, past: true },
  { ...viewQuery, date: '2027-06-01' },
  { ...viewQuery, view: 'month' as const, date: '2027-05', category: 'fairs' },
]

const opened = async () => {
  const documents = memoryDocuments()
  const models = await readModels(documents)
  const reads = {
    ...{
      listEvents: models.events.listEvents,
      anyEvent: models.events.anyEvent,
      jsonLd: models.events.jsonLd,
    },
    ...{ terms: models.terms, venues: models.venues.byIds, currency: () => texts.currency },
    pageUrl: (kind: string, id: number) => `${texts.url}/${kind}/${id}/`,
  }
  const copies = (await keptViews<ViewQuery, KeptView>(10_000_000)(documents)).queries
  return { documents, models, reads, copies, trails: copyTrails(documents.trails) }
}

const failing = (error: unknown) => {
  throw error
}

const FAIRS = {
  taxonomy: 'cal_events_cat',
  ...{ name: 'Fairs', slug: 'fairs', description: '', parent: null },
} as const
const by = 'import'

/** What all events have: a category that counts them, a venue and an organizer that know when the last one ends. */
const shared = (record: ReturnType<typeof recorder>) => [
  record({ type: 'TermCreated', termId: 1, by, values: FAIRS, hiddenUntilLinked: false }),
  record({ type: 'VenueCreated', venueId: 2, by, values: venueValues(), hiddenUntilLinked: false }),
  record({
    type: 'OrganizerCreated',
    organizerId: 3,
    by,
    values: organizerValues(),
    hiddenUntilLinked: false,
  }),
]

/** A fact about one of the events, which lie in five months, or about what they share; `n`: which draw it is. */
const facts = (record: ReturnType<typeof recorder>) => {
  const fairs = (changes: { readonly name: [string, string] }) =>
    record({ type: 'TermRenamed', termId: 1, by, changes })
  const starts = new Map<number, string>()
  return (n: number) => {
    if (n === 30) return fairs({ name: ['Fairs', 'Markets'] })
    if (n === 45)
      return record({ type: 'VenueRenamed', venueId: 2, by, changes: { name: ['Main Hall', 'Aula'] } })
    const eventId = 1 + ((n * 7) % 23)
    const month = 3 + ((n * 5) % 5)
    const day = `2027-0${month}-${String(1 + ((n * 11) % 28)).padStart(2, '0')}`
    const dates = { start: localTime(`${day} 10:00:00`), end: localTime(`${day} 14:00:00`) }
    const utc = { startUtc: utcTime(`${day} 14:00:00`), endUtc: utcTime(`${day} 18:00:00`) }
    const known = starts.get(eventId)
    if (known === undefined) {
      starts.set(eventId, day)
      const named = { categories: [1], venues: [2], organizers: [3] }
      const values = eventValues({ ...dates, ...utc, ...named, title: `Event ${n}`, slug: `e${eventId}` })
      return record({ type: 'EventCreated', eventId, by: 'import', values })
    }
    const status: ['publish' | 'draft', 'publish' | 'draft'] =
      n % 2 === 0 ? ['publish', 'draft'] : ['draft', 'publish']
    return n % 3 === 0
      ? record({ type: 'EventStatusChanged', eventId, by: 'import', changes: { status } })
      : record({ type: 'EventRetitled', eventId, by: 'import', changes: { title: ['', `Renamed ${n}`] } })
  }
}

it('whatever an import changes, each view is what it would be if it were rendered anew', async () => {
  const { models, reads, copies, trails } = await opened()
  const [how, at] = [[] as string[], { version: 1 }]
  const desk = viewDesk({
    ...{ reads, copies, trails, memory: keptMemory(10_000_000), report: failing },
    ...{
      state: () => STATE(at.version),
      monotonicMs: () => at.version * 10_000,
      found: one => how.push(one),
    },
  })
  const record = recorder()
  await models.apply(shared(record))
  const fact = facts(record)
  for (let n = 0; n < 60; n++) {
    await models.apply([fact(n)])
    at.version += 1
    for (const query of QUERIES) {
      const { html } = await desk.find(query, { ms: NOW_MS, nowUtc: NOW.utc, site })
      const { copy } = await renderCopy({ reads, site: viewSite }, query, STATE(0), NOW)
      expect(html, JSON.stringify([n, query])).toBe(copy.shown.html)
    }
  }
  // a fact is about one month in five
  expect(how.filter(one => one === 'fresh').length).toBeGreaterThan(how.length / 2)
})

it('events of other months in the same category, at the same place, outdate no month, day or list before them', async () => {
  const { models, reads, copies, trails } = await opened()
  const [how, at] = [[] as string[], { version: 1 }]
  const desk = viewDesk({
    ...{ reads, copies, trails, memory: keptMemory(10_000_000), report: failing },
    ...{
      state: () => STATE(at.version),
      monotonicMs: () => at.version * 10_000,
      found: one => how.push(one),
    },
  })
  const record = recorder()
  await models.apply(shared(record))
  const event = (eventId: number, day: string) => {
    const dates = { start: localTime(`${day} 10:00:00`), end: localTime(`${day} 14:00:00`) }
    const utc = { startUtc: utcTime(`${day} 14:00:00`), endUtc: utcTime(`${day} 18:00:00`) }
    const named = { categories: [1], venues: [2], organizers: [3] }
    const values = eventValues({ ...dates, ...utc, ...named, title: `E ${eventId}`, slug: `e${eventId}` })
    return models.apply([record({ type: 'EventCreated', eventId, by, values })])
  }
  // one before, one there, and one behind
  for (const [n, day] of ['2027-03-04', '2027-05-20', '2027-07-04'].entries()) await event(n + 10, day)
  const ofMay = [
    { ...viewQuery, view: 'month' as const, date: '2027-05' },
    { ...viewQuery, view: 'day' as const, date: '2027-05-20' },
    { ...viewQuery, past: true },
    { ...viewQuery, view: 'month' as const, date: '2027-05', category: 'fairs' },
  ]
  for (let n = 0; n < 5; n++) {
    for (const query of ofMay) await desk.find(query, { ms: NOW_MS, nowUtc: NOW.utc, site })
    await event(20 + n, `2027-08-0${n + 1}`)
    at.version += 1
  }
  expect(how).toEqual([...ofMay.map(() => 'rendered'), ...Array.from({ length: 16 }, () => 'fresh')])
})

it('the job renders only copies of which something has changed', async () => {
  const { models, reads, copies, trails } = await opened()
  const at = { version: 1 }
  let lists = 0
  const counted = {
    ...reads,
    listEvents: (query: Parameters<typeof reads.listEvents>[0]) => {
      lists++
      return reads.listEvents(query)
    },
  }
  const job = renderStale({
    refresh: null,
    ...{ copies, reads: counted, trails, site: () => viewSite, nowMs: () => NOW_MS, cpuMs: () => 0 },
    caughtUp: async () => STATE(at.version),
  })
  const work = async () => {
    at.version += 1
    await job({}, { attempt: 1, signal: new AbortController().signal })
  }
  const record = recorder()
  const event = (eventId: number, day: string) =>
    models.apply([
      record({
        ...{ type: 'EventCreated', eventId, by: 'import' },
        values: eventValues({
          ...{
            title: `Event ${eventId}`,
            slug: `e${eventId}`,
            start: localTime(`${day} 10:00:00`),
            end: localTime(`${day} 14:00:00`),
          },
          ...{ startUtc: utcTime(`${day} 14:00:00`), endUtc: utcTime(`${day} 18:00:00`) },
        }),
      }),
    ])
  for (const [n, day] of ['2027-03-04', '2027-05-04', '2027-07-04'].entries()) await event(n + 1, day)
  const query = { ...viewQuery, view: 'month' as const, date: '2027-05' }
  const { copy } = await renderCopy({ reads, site: viewSite }, query, STATE(1), NOW)
  await copies.put(copy)
  await work()
  // rendered by another: once, to know what it is made of
  expect(lists).toBe(1)
  await event(11, '2027-07-05')
  await work()
  expect([lists, (await copies.get(copy._id))?.version]).toEqual([1, '3'])
  await event(12, '2027-05-06')
  await work()
  expect(lists).toBe(2)
  expect((await copies.get(copy._id))?.shown.html).toContain('Event 12')
})

it('neither the job nor a reader renders again what the other rendered, until something of it changes', async () => {
  const { models, reads, copies, trails } = await opened()
  const [how, at] = [[] as string[], { version: 1 }]
  const desk = viewDesk({
    ...{ reads, copies, trails, memory: keptMemory(10_000_000), report: failing },
    ...{ state: () => STATE(at.version), monotonicMs: () => at.version * 10_000 },
    found: one => how.push(one),
  })
  const job = renderStale({
    ...{ refresh: null, copies, reads, trails, site: () => viewSite, nowMs: () => NOW_MS, cpuMs: () => 0 },
    caughtUp: async () => STATE(at.version),
    made: () => how.push('ahead'),
  })
  const query = { ...viewQuery, view: 'month' as const, date: '2027-05' }
  const find = async () => (await desk.find(query, { ms: NOW_MS, nowUtc: NOW.utc, site })).html
  const record = recorder()
  await models.apply(shared(record))
  const event = async (eventId: number, day: string) => {
    const dates = { start: localTime(`${day} 10:00:00`), end: localTime(`${day} 14:00:00`) }
    const utc = { startUtc: utcTime(`${day} 14:00:00`), endUtc: utcTime(`${day} 18:00:00`) }
    const values = eventValues({ ...dates, ...utc, title: `Event ${eventId}`, slug: `e${eventId}` })
    await models.apply([record({ type: 'EventCreated', eventId, by, values })])
    at.version += 1
  }
  const turn = () => job({}, { attempt: 1, signal: new AbortController().signal })
  for (const [n, day] of ['2027-03-04', '2027-05-04', '2027-07-04'].entries()) await event(n + 1, day)
  await find()
  await event(10, '2027-05-05')
  // asked for again, it is there for all processes
  await find()
  await event(11, '2027-08-01')
  await turn()
  expect(how).toEqual(['rendered', 'rendered'])
  await event(12, '2027-05-06')
  await turn()
  await event(13, '2027-08-02')
  expect(await find()).toContain('Event 12')
  expect(how).toEqual(['rendered', 'rendered', 'ahead', 'fresh'])
  await event(14, '2027-05-07')
  expect(await find()).toContain('Event 14')
  expect(how.at(-1)).toBe('rendered')
})
