import { describe, expect, it } from 'vitest'
import { streamName, logPosition, epochMs } from '../../../shared/kernel/brands.ts'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { importContext } from '../../../services/imports/apply/context.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import { payloadForgetter } from '../../../services/imports/run/forget.ts'
import { PAYLOAD } from '../../../shared/facts/import.ts'
import { PURGES, purgesCodec, purgeStream } from '../../../shared/facts/purge.ts'
import { finishPurge } from '../../../workers/purge/finish.ts'
import { countedLog } from '../../support/counted-log.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { failAt } from '../../support/fail-at.ts'
import { fairItem, importWorld, jobList } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { plusMs, isoOfMs } from '../../../shared/kernel/time/calculate.ts'

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

const context = (w: World) => ({ ...personAt(), at: isoOfMs(w.clock.ms) })
const finishing = (w: World) => {
  const { jobs, queue } = jobList()
  const job = finishPurge({ writing: w.writing, queue, nowMs: () => w.clock.ms })
  const run = () => job({}, { attempt: 1, signal: new AbortController().signal })
  return { jobs, run }
}
const again = (delayMs: number) => ({ name: 'purge.finish', payload: {}, delayMs })
/** Items whose purges are over. */
const over = async (w: World) =>
  (await w.store.read(PURGES)).flatMap(({ type, data }) => purgesCodec.decode(type, data).items)
const typesOf = async (w: World, noun: 'event' | 'organizer', id: number) =>
  (await w.store.read(purgeStream(noun, id))).map(({ type }) => type)

const seeded = async () => {
  const w = importWorld(memoryLog())
  const made = await calendarOn(w.writing).event.create(
    { values: fair({ title: 'Zebra', slug: 'zebra' }) },
    context(w),
  )
  if (!made.ok) throw new Error(made.refusal.code)
  return { w, id: made.id, ...finishing(w) }
}

describe('purge.finish', () => {
  it('looks soon, after half a minute and after ten, and then records that nothing is left', async () => {
    const { w, id, jobs, run } = await seeded()
    await calendarOn(w.writing).event.purge(id, context(w))
    await run()
    expect(jobs).toEqual([again(30 * SECOND)])
    w.clock.ms = plusMs(w.clock.ms, 30 * SECOND)
    await run()
    expect(jobs[1]).toEqual(again(570 * SECOND))
    expect(await over(w)).toEqual([])
    w.clock.ms = plusMs(w.clock.ms, 570 * SECOND)
    await run()
    expect(jobs).toHaveLength(2)
    expect(await over(w)).toEqual([{ kind: 'event', itemId: id }])
    await run()
    expect([jobs.length, await over(w)]).toEqual([2, [{ kind: 'event', itemId: id }]])
    expect(await typesOf(w, 'event', id)).toEqual(['ItemPurged', 'ItemRemoved'])
  })

  it('what was answered is not done again, and a start does only what was not', async () => {
    const { w, id } = await seeded()
    const counted = countedLog(w.store)
    const { run } = finishing({ ...w, writing: writingOn(counted.store) })
    await calendarOn(w.writing).event.purge(id, context(w))
    await run()
    expect(counted.taken().filter(call => call !== 'follow')).toEqual([])
    const made = await calendarOn(w.writing).event.create({ values: fair({ slug: 'zebra' }) }, context(w))
    const cut = made.ok ? made.id : 0
    // its process dies when the purge is recorded
    const failing = failAt(w.store, 2, 'after')
    await expect(calendarOn(writingOn(failing.store)).event.purge(cut, context(w))).rejects.toThrow()
    await run()
    // somebody may still be about to answer
    expect((await w.store.read(streamName(`event-${cut}`))).length).toBe(1)
    w.clock.ms = plusMs(w.clock.ms, 2 * SECOND)
    counted.taken()
    const started = finishing({ ...w, writing: writingOn(counted.store) })
    await started.run()
    expect(counted.taken().filter(call => call !== 'follow')).toEqual([
      `read event-${cut}`,
      // whoever carries on does not know which digests were told
      `append purged-event-${cut}`,
      'read slug-event/zebra',
      'append slug-event/zebra',
      'delete slug-event/zebra',
      `delete event-${cut}`,
      `append purged-event-${cut}`,
    ])
    expect(await typesOf(w, 'event', cut)).toEqual(['ItemPurged', 'ItemForgotten', 'ItemRemoved'])
  })

  it('asks the log for all purges as often as for one', async () => {
    const callsFor = async (count: number) => {
      const w = importWorld(memoryLog())
      const counted = countedLog(w.store)
      const { run } = finishing({ ...w, writing: writingOn(counted.store) })
      for (let n = 0; n < count; n++) {
        const made = await calendarOn(w.writing).event.create(
          { values: fair({ slug: `zebra-${n}` }) },
          context(w),
        )
        await calendarOn(w.writing).event.purge(made.ok ? made.id : 0, context(w))
      }
      for (const ms of [2 * SECOND, 30 * SECOND, 10 * MINUTE]) {
        w.clock.ms = plusMs(w.clock.ms, ms)
        await run()
      }
      expect(await over(w)).toHaveLength(count)
      return counted.taken()
    }
    const one = await callsFor(1)
    expect(one.filter(call => call !== 'follow')).toEqual(['append purges-over'])
    expect(await callsFor(100)).toEqual(one)
  })

  const failing = (count: number) =>
    Array.from({ length: count }, (_, n) => fairItem({ uid: `f${n}`, start_date: 'never' }))

  it('many at a time leave everybody else their turns', async () => {
    const w = importWorld(memoryLog())
    await w.whole('other', failing(10_100))
    const forget = payloadForgetter(w.store)
    const purges = Array.from({ length: 50_000 }, (_, n) => ({ id: 1_000_000 + n, position: logPosition(1) }))
    const state = { turns: 0, over: false }
    const count = () => {
      state.turns++
      if (!state.over) setImmediate(count)
    }
    await forget([], new AbortController().signal)
    count()
    expect(await forget(purges, new AbortController().signal)).toEqual(new Set())
    state.over = true
    expect(state.turns).toBeGreaterThanOrEqual(10)
  })

  it('asks once for a uid that failed, however many purges there are, and again for those that come later', async () => {
    const w = importWorld(memoryLog())
    await w.whole('broken', failing(20))
    const counted = countedLog(w.store)
    const forget = payloadForgetter(counted.store)
    const purges = Array.from({ length: 2_000 }, (_, n) => ({
      id: 1_000_000 + n,
      position: logPosition(1_000 + n),
    }))
    const readsFor = async (count: number) => {
      counted.taken()
      await forget(purges.slice(0, count), new AbortController().signal)
      return counted.taken().filter(call => call.startsWith('read identity-')).length
    }
    expect(await readsFor(1_999)).toBe(20)
    expect(await readsFor(1_999)).toBe(0)
    expect(await readsFor(2_000)).toBe(20)
  })

  it('that come one after the other are looked at together, a second later', async () => {
    const { w, id, jobs, run } = await seeded()
    await calendarOn(w.writing).event.purge(id, context(w))
    w.clock.ms = plusMs(w.clock.ms, 29_990)
    await run()
    expect(jobs).toEqual([again(SECOND)])
  })

  it('those that become old one after the other share the reading of the slugs', async () => {
    const { w, id } = await seeded()
    const prefixes: string[] = []
    const store: EventStore = {
      ...w.store,
      follow: (after, wanted, signal) => {
        prefixes.push(...wanted)
        return w.store.follow(after, wanted, signal)
      },
    }
    const { jobs, run } = finishing({ ...w, writing: { ...w.writing, store } })
    await calendarOn(w.writing).event.purge(id, context(w))
    w.clock.ms = plusMs(w.clock.ms, 30 * SECOND)
    const made = await calendarOn(w.writing).event.create({ values: fair({ slug: 'horse' }) }, context(w))
    await calendarOn(w.writing).event.purge(made.ok ? made.id : 0, context(w))
    w.clock.ms = plusMs(w.clock.ms, 570 * SECOND)
    await run()
    expect(await over(w)).toHaveLength(1)
    w.clock.ms = plusMs(w.clock.ms, 30 * SECOND)
    await run()
    expect(await over(w)).toHaveLength(1)
    expect(jobs.at(-1)).toEqual(again(270 * SECOND))
    w.clock.ms = plusMs(w.clock.ms, 270 * SECOND)
    await run()
    expect(await over(w)).toHaveLength(2)
    expect(prefixes.filter(prefix => prefix === 'slug-event/')).toHaveLength(2)
  })

  it('does nothing to an item that nobody purged', async () => {
    const { w, id, jobs, run } = await seeded()
    await run()
    expect(jobs).toEqual([])
    expect((await w.values(id)).title).toBe('Zebra')
  })

  it('carries on wherever the purge stopped', async () => {
    for (let n = 1; ; n++) {
      const { w, id, run } = await seeded()
      const failing = failAt(w.store, n, 'after')
      const other = importWorld(failing.store)
      await calendarOn(other.writing)
        .event.purge(id, context(w))
        .catch(() => undefined)
      const isPurged = (await typesOf(w, 'event', id)).length > 0
      w.clock.ms = plusMs(w.clock.ms, 2 * SECOND)
      await run()
      expect(/zebra/i.test(await everything(w.store))).toBe(!isPurged)
      if (!failing.fired()) break
    }
  })

  it('removes what was written by somebody who did not know of the purge', async () => {
    const { w, id, run } = await seeded()
    await calendarOn(w.writing).event.purge(id, context(w))
    const late = context(w)
    const data = { type: 'EventCreated', eventId: id, by: 'import', values: fair({ title: 'Zebra' }) }
    const record = { id: '6f6b1c1e-8a5e-4b9e-9d0a-0d6a6f1b2c3d', type: 'EventCreated', data, meta: late }
    await w.store.append(streamName(`event-${id}`), [record], 'absent')
    expect(await everything(w.store)).toMatch(/zebra/i)
    w.clock.ms = plusMs(w.clock.ms, 30 * SECOND)
    await run()
    expect(await everything(w.store)).not.toMatch(/zebra/i)
  })

  it('frees slugs that were claimed for it and never used', async () => {
    const { w, id, run } = await seeded()
    await w.writing.claims.claimExactSlug('event', 'zebra-of-nobody', id, context(w))
    const heir = await calendarOn(w.writing).event.create({ values: fair({ slug: 'horse' }) }, context(w))
    await calendarOn(w.writing).event.purge(id, context(w))
    w.clock.ms = plusMs(w.clock.ms, 10 * MINUTE)
    await run()
    expect(await everything(w.store)).not.toMatch(/zebra/i)
    expect(heir.ok && (await w.values(heir.id)).slug).toBe('horse')
    expect((await w.store.read(streamName('slug-event/horse'))).length).toBe(1)
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
    await calendarOn(w.writing).event.purge(id, context(w))
    expect(await payloads(w)).toMatch(/zebra/i)
    await run()
    expect(await payloads(w)).not.toMatch(/zebra/i)
    expect(await payloads(w)).toMatch(/horse/i)
  })

  it('go with the purge of an organizer that came with it', async () => {
    const w = importWorld(memoryLog())
    await w.whole('made', [item, others])
    const [first] = await w.outcomes('made')
    const organizer = first?.touched.find(([type]) => type === 'cal_organizer')?.[2] ?? 0
    const { run } = finishing(w)
    await calendarOn(w.writing).organizer.purge(organizer, context(w))
    await run()
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
    await calendarOn(w.writing).event.purge(id, context(w))
    w.clock.ms = plusMs(w.clock.ms, 15 * MINUTE)
    await run()
    expect(await payloads(w)).toMatch(/zebra/i)
    expect(jobs).toEqual([again(10 * MINUTE)])
    expect(await over(w)).toEqual([])
    await w.runs.execute(
      { type: 'CloseStalled', importId: 'open', callbacks: 1 },
      importContext('open', epochMs(0)),
    )
    await run()
    expect(await payloads(w)).not.toMatch(/zebra/i)
    expect(await over(w)).toEqual([{ kind: 'event', itemId: id }])
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
    await calendarOn(w.writing).event.purge(made?.id ?? 0, context(w))
    await run()
    expect(await payloads(w)).toMatch(/zebra/i)
    await w.runs.execute(
      { type: 'CloseStalled', importId: 'lost', callbacks: 0 },
      importContext('lost', epochMs(0)),
    )
    await run()
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
    const look = async () => {
      texts.length = 0
      await job({}, { attempt: 1, signal: new AbortController().signal })
      return [...texts].sort()
    }
    const [zebra, horse] = (await w.outcomes('made')).map(({ id }) => id ?? 0)
    await calendarOn(w.writing).event.purge(zebra ?? 0, context(w))
    const first = await look()
    expect(first).toEqual(expect.arrayContaining(['import-failed', 'import-made']))
    expect(first.filter(name => name.startsWith('importpayload-')).length).toBeGreaterThan(1)
    expect(await payloads(w)).not.toMatch(/zebra|horse/i)
    expect(await look()).toEqual([])
    await w.whole('more', [others])
    await calendarOn(w.writing).event.purge(horse ?? 0, context(w))
    const read = await look()
    expect(read.filter(name => name.startsWith('importpayload-'))).toHaveLength(2)
    expect(read.filter(name => name === 'import-made' || name === 'import-failed')).toEqual([])
    expect(await payloads(w)).not.toMatch(/horse/i)
  })

  it('05 §5 the same item again is a new event under a new id, at once', async () => {
    const w = importWorld(memoryLog())
    const [made] = await w.whole('made', [item])
    await calendarOn(w.writing).event.purge(made?.id ?? 0, context(w))
    const [next] = await w.whole('next', [item])
    expect(next).toMatchObject({ outcome: 'created' })
    expect(next?.id).toBeGreaterThan(made?.id ?? 0)
    const [last] = await w.whole('last', [item])
    expect(last).toMatchObject({ outcome: 'unchanged', id: next?.id })
    expect(w.problems).toEqual([])
  })
})
