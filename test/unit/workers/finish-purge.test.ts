import { describe, expect, it } from 'vitest'
import { purgeEvent, createEvent } from '../../../services/calendar/event/write.ts'
import { purgeOrganizer } from '../../../services/calendar/organizer/write.ts'
import { importContext } from '../../../services/imports/apply/context.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import { PAYLOAD } from '../../../shared/facts/import.ts'
import { purgeStream } from '../../../shared/facts/purge.ts'
import { finishPurge } from '../../../workers/purge/finish.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { failAt } from '../../support/fail-at.ts'
import { fairItem, importWorld, jobList } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'

type World = ReturnType<typeof importWorld>
const SECOND = 1_000
const MINUTE = 60_000

const recordsUnder = async (store: EventStore, prefix: string): Promise<readonly StoredRecord[]> => {
  const all: StoredRecord[] = []
  for await (const { records, live } of store.follow(null, [prefix], new AbortController().signal)) {
    all.push(...records)
    if (live) break
  }
  return all
}
const everything = async (store: EventStore) => JSON.stringify(await recordsUnder(store, ''))

const context = (w: World) => ({ ...personAt(), at: new Date(w.clock.ms).toISOString() })
const finishing = (w: World) => {
  const { jobs, queue } = jobList()
  const job = finishPurge({ writing: w.writing, queue, nowMs: () => w.clock.ms })
  const run = (noun: 'event' | 'venue' | 'organizer', id: number) =>
    job({ noun, id }, { attempt: 1, signal: new AbortController().signal })
  return { jobs, run }
}
const again = (noun: string, id: number, delayMs: number) => ({
  name: 'purge.finish',
  payload: { noun, id },
  delayMs,
})
const typesOf = async (w: World, noun: 'event' | 'organizer', id: number) =>
  (await w.store.read(purgeStream(noun, id))).map(({ type }) => type)

const seeded = async () => {
  const w = importWorld(memoryLog())
  const made = await createEvent(w.writing, { values: fair({ title: 'Zebra', slug: 'zebra' }) }, context(w))
  if (!made.ok) throw new Error(made.refusal.code)
  return { w, id: made.id, ...finishing(w) }
}

describe('purge.finish', () => {
  it('looks at once, after half a minute and after ten, and then records that nothing is left', async () => {
    const { w, id, jobs, run } = await seeded()
    await purgeEvent(w.writing, id, context(w))
    await run('event', id)
    expect(jobs).toEqual([again('event', id, 30 * SECOND)])
    w.clock.ms += 30 * SECOND
    await run('event', id)
    expect(jobs[1]).toEqual(again('event', id, 570 * SECOND))
    expect(await typesOf(w, 'event', id)).toEqual(['ItemPurged'])
    w.clock.ms += 570 * SECOND
    await run('event', id)
    expect(jobs).toHaveLength(2)
    expect(await typesOf(w, 'event', id)).toEqual(['ItemPurged', 'ItemTracesRemoved'])
    await run('event', id)
    expect([jobs.length, await typesOf(w, 'event', id)]).toEqual([2, ['ItemPurged', 'ItemTracesRemoved']])
  })

  it('does nothing to an item that nobody purged', async () => {
    const { w, id, jobs, run } = await seeded()
    await run('event', id)
    expect(jobs).toEqual([])
    expect((await w.values(id)).title).toBe('Zebra')
  })

  it('carries on wherever the purge stopped', async () => {
    for (let n = 1; ; n++) {
      const { w, id, run } = await seeded()
      const failing = failAt(w.store, n, 'after')
      const other = importWorld(failing.store)
      await purgeEvent(other.writing, id, context(w)).catch(() => undefined)
      const isPurged = (await typesOf(w, 'event', id)).length > 0
      await run('event', id)
      expect(/zebra/i.test(await everything(w.store))).toBe(!isPurged)
      if (!failing.fired()) break
    }
  })

  it('removes what was written by somebody who did not know of the purge', async () => {
    const { w, id, run } = await seeded()
    await purgeEvent(w.writing, id, context(w))
    const late = { ...personAt(), at: new Date(w.clock.ms).toISOString() }
    const data = { type: 'EventCreated', eventId: id, by: 'import', values: fair({ title: 'Zebra' }) }
    const record = { id: '6f6b1c1e-8a5e-4b9e-9d0a-0d6a6f1b2c3d', type: 'EventCreated', data, meta: late }
    await w.store.append(`event-${id}`, [record], 'absent')
    expect(await everything(w.store)).toMatch(/zebra/i)
    await run('event', id)
    expect(await everything(w.store)).not.toMatch(/zebra/i)
  })

  it('frees slugs that were claimed for it and never used', async () => {
    const { w, id, run } = await seeded()
    await w.writing.claims.claimExactSlug('event', 'zebra-of-nobody', id, context(w))
    const heir = await createEvent(w.writing, { values: fair({ slug: 'horse' }) }, context(w))
    await purgeEvent(w.writing, id, context(w))
    w.clock.ms += 10 * MINUTE
    await run('event', id)
    expect(await everything(w.store)).not.toMatch(/zebra/i)
    expect(heir.ok && (await w.values(heir.id)).slug).toBe('horse')
    expect((await w.store.read('slug-event/horse')).length).toBe(1)
  })
})

describe('00 §8 payloads that carried it', () => {
  const item = fairItem({
    title: 'Zebra',
    organizer: [{ organizer: 'Stripes', email: 'zebra@stripes.example' }],
  })
  const others = fairItem({ uid: 'other', title: 'Horse' })
  const idOf = async (w: World, importId: string) => (await w.outcomes(importId))[0]?.id ?? 0
  const payloads = async (w: World) => JSON.stringify(await recordsUnder(w.store, PAYLOAD))

  it('go with the purge of the event, from every import that met it; others stay', async () => {
    const w = importWorld(memoryLog())
    await w.whole('made', [item])
    await w.whole('unchanged', [item])
    await w.whole('failed', [{ ...item, start_date: 'never' }])
    await w.whole('others', [others])
    const id = await idOf(w, 'made')
    const { run } = finishing(w)
    await purgeEvent(w.writing, id, context(w))
    expect(await payloads(w)).toMatch(/zebra/i)
    await run('event', id)
    expect(await payloads(w)).not.toMatch(/zebra/i)
    expect(await payloads(w)).toMatch(/horse/i)
  })

  it('go with the purge of an organizer that came with it', async () => {
    const w = importWorld(memoryLog())
    await w.whole('made', [item, others])
    const [first] = await w.outcomes('made')
    const organizer = first?.touched.find(([type]) => type === 'cal_organizer')?.[2] ?? 0
    const { run } = finishing(w)
    await purgeOrganizer(w.writing, organizer, context(w))
    await run('organizer', organizer)
    expect(await everything(w.store)).not.toMatch(/zebra@stripes/i)
  })

  it('wait for the end of their import', async () => {
    const w = importWorld(memoryLog())
    const hash = await w.register('open')
    const first = { status: { data: { total: 2, done: 0 }, batch: { total: 2, done: 0 } } }
    await w.receive('open', hash, [item], first)
    await w.process('open')
    const id = await idOf(w, 'open')
    const { jobs, run } = finishing(w)
    await purgeEvent(w.writing, id, context(w))
    w.clock.ms += 15 * MINUTE
    await run('event', id)
    expect(await payloads(w)).toMatch(/zebra/i)
    expect(jobs).toEqual([again('event', id, 10 * MINUTE)])
    expect(await typesOf(w, 'event', id)).toEqual(['ItemPurged'])
    await w.runs.execute({ type: 'CloseStalled', importId: 'open', callbacks: 1 }, importContext('open', 0))
    await run('event', id)
    expect(await payloads(w)).not.toMatch(/zebra/i)
    expect(await typesOf(w, 'event', id)).toEqual(['ItemPurged', 'ItemTracesRemoved'])
  })

  it('that were stored and never accepted go when their import is over', async () => {
    const w = importWorld(memoryLog())
    const hash = await w.register('lost')
    const failing = failAt(w.store, 2, 'after')
    await importWorld(failing.store)
      .receive('lost', hash, [item])
      .catch(() => undefined)
    expect(await payloads(w)).toMatch(/zebra/i)
    const [made] = await w.whole('made', [item])
    const { run } = finishing(w)
    await purgeEvent(w.writing, made?.id ?? 0, context(w))
    await run('event', made?.id ?? 0)
    expect(await payloads(w)).toMatch(/zebra/i)
    await w.runs.execute({ type: 'CloseStalled', importId: 'lost', callbacks: 0 }, importContext('lost', 0))
    await run('event', made?.id ?? 0)
    expect(await payloads(w)).not.toMatch(/zebra/i)
  })

  it('are looked through once, whatever is purged later; a look reads what is new', async () => {
    const w = importWorld(memoryLog())
    await w.whole('made', [item, others])
    await w.whole('failed', [{ ...item, start_date: 'never' }])
    const texts: string[] = []
    const noted = <T extends { readonly stream: string }>(records: readonly T[]) => {
      texts.push(...records.map(({ stream }) => stream).filter(name => /^import|^identity/.test(name)))
      return records
    }
    const store: EventStore = {
      ...w.store,
      read: async (...asked) => noted(await w.store.read(...asked)),
      follow: async function* (...asked) {
        for await (const step of w.store.follow(...asked)) {
          noted(step.records)
          yield step
        }
      },
    }
    const { queue } = jobList()
    const job = finishPurge({ writing: { ...w.writing, store }, queue, nowMs: () => w.clock.ms })
    const look = async (id: number) => {
      texts.length = 0
      await job({ noun: 'event', id }, { attempt: 1, signal: new AbortController().signal })
      return [...texts].sort()
    }
    const [zebra, horse] = (await w.outcomes('made')).map(({ id }) => id ?? 0)
    await purgeEvent(w.writing, zebra ?? 0, context(w))
    const first = await look(zebra ?? 0)
    expect(first).toEqual(expect.arrayContaining(['import-failed', 'import-made']))
    expect(first.filter(name => name.startsWith('importpayload-')).length).toBeGreaterThan(1)
    expect(await payloads(w)).not.toMatch(/zebra|horse/i)
    expect(await look(zebra ?? 0)).toEqual([])
    await w.whole('more', [others])
    await purgeEvent(w.writing, horse ?? 0, context(w))
    const read = await look(horse ?? 0)
    expect(read.filter(name => name.startsWith('importpayload-'))).toHaveLength(2)
    expect(read.filter(name => name === 'import-made' || name === 'import-failed')).toEqual([])
    expect(await payloads(w)).not.toMatch(/horse/i)
  })

  it('05 §5 the same item again is a new event under a new id, at once', async () => {
    const w = importWorld(memoryLog())
    const [made] = await w.whole('made', [item])
    await purgeEvent(w.writing, made?.id ?? 0, context(w))
    const [next] = await w.whole('next', [item])
    expect(next).toMatchObject({ outcome: 'created' })
    expect(next?.id).toBeGreaterThan(made?.id ?? 0)
    const [last] = await w.whole('last', [item])
    expect(last).toMatchObject({ outcome: 'unchanged', id: next?.id })
    expect(w.problems).toEqual([])
  })
})
