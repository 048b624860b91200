import { setImmediate as othersToo } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { apiWorld } from '../../support/api-world.ts'

type Listed = { readonly id: number; readonly title: string; readonly start_date: string }
type Page = { readonly events: readonly Listed[]; readonly total: number; readonly total_pages: number }

const at = (minute: number) => {
  const day = new Date(Date.UTC(2027, 5, 1) + minute * 60_000).toISOString()
  return day.slice(0, 19).replace('T', ' ')
}

it('02 §2: a list read page by page while 1,000 events come behind it shows everything once, with exact totals', async () => {
  const world = await apiWorld()
  onTestFinished(() => world.close())
  const create = async (title: string, minute: number) => {
    const body = { title, start_date: at(minute), end_date: at(minute + 30), status: 'publish' }
    const { status } = await world.ask('POST events', { as: 'editor', body })
    expect(status).toBe(201)
  }
  for (let n = 0; n < 120; n++) await create(`Early ${n}`, n)
  let inserted = 0
  const progress = { writing: true }
  // always behind what is being read: pages are offsets, and only what comes before them moves them
  const written = (async () => {
    for (let n = 0; n < 1_000; n++) {
      await create(`Late ${n}`, 1_000 + ((n * 37) % 1_000))
      inserted++
    }
  })().finally(() => {
    progress.writing = false
  })
  const walks: Listed[][] = []
  while (progress.writing) {
    const seen: Listed[] = []
    for (let page = 1; seen.length < 120; page++) {
      await othersToo()
      const before = inserted
      const { status, body, headers } = await world.ask(
        `GET events&start_date=2027-06-01&per_page=17&page=${page}`,
      )
      const after = inserted
      expect(status).toBe(200)
      const { events, total, total_pages: pages } = body as Page
      // one more may be recorded than is counted as answered
      expect(total).toBeGreaterThanOrEqual(120 + before)
      expect(total).toBeLessThanOrEqual(120 + after + 1)
      expect(pages).toBe(Math.ceil(total / 17))
      expect(headers['x-cal-total']).toBe(String(total))
      expect(events).toHaveLength(Math.min(17, total - (page - 1) * 17))
      seen.push(...events)
    }
    walks.push(seen)
  }
  await written
  expect(walks.length).toBeGreaterThan(3)
  for (const seen of walks) {
    expect(seen.slice(0, 120).map(({ title }) => title)).toEqual(
      Array.from({ length: 120 }, (_, n) => `Early ${n}`),
    )
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  }
})
