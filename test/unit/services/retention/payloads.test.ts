import { describe, expect, it } from 'vitest'
import { streamRevision } from '../../../../shared/kernel/brands.ts'
import { dueAt, forgetDue } from '../../../../services/retention/due.ts'
import { forgettingDue } from '../../../../workers/schedule/forget-due.ts'
import { dispatching } from '../../../support/dispatching.ts'
import { writingOn } from '../../../../services/calendar/writing.ts'
import { datesOf } from '../../../../services/wiring/exporting.ts'
import { recordOf } from '../../../../services/handle.ts'
import type { EventStore, StoredRecord } from '../../../../shared/event-store/port.ts'
import { untilLive } from '../../../../shared/event-store/until-live.ts'
import {
  importCodec,
  importPayloadCodec,
  importPayloadStream,
  importStream,
} from '../../../../shared/facts/import.ts'
import { siteCodec, SITE_STREAM } from '../../../../shared/facts/site.ts'
import { personAt } from '../../../support/calendar.ts'
import { failAt } from '../../../support/fail-at.ts'
import { memoryLog } from '../../../support/memory-log.ts'
import { runSettings } from '../../../support/run-settings.ts'
import { signal } from '../../../support/sealed-log.ts'
import { plusMs, msOfIso } from '../../../../shared/kernel/time/calculate.ts'
import { eventually } from '../../../support/eventually.ts'

const DAY_S = 86_400
const depsOn = (store: EventStore) => ({ writing: writingOn(store), datesOf })
const NOW = personAt(40 * DAY_S)

const received = async (store: EventStore, importId: string, digest: string, seconds: number) => {
  const items = [{ title: `Okapi ${digest}` }]
  const fact = { type: 'ImportItemsReceived' as const, importId, firstPosition: 1, items }
  await store.append(
    importPayloadStream(importId, digest),
    [recordOf(importPayloadCodec, fact, personAt(seconds))],
    'any',
  )
}

const opened = async (store: EventStore, importId: string) => {
  const fact = { type: 'ImportRegistered', importId, ...runSettings(), hash: null } as const
  await store.append(importStream(importId), [recordOf(importCodec, fact, personAt())], 'absent')
}

const closed = async (store: EventStore, importId: string) => {
  const fact = { type: 'ImportClosed', importId, status: 'success', reason: null, message: '' } as const
  await store.append(importStream(importId), [recordOf(importCodec, fact, personAt(1))], streamRevision(0))
}

/** Two batches of an import that is over, one of them young, and one of an open import. */
const school = async () => {
  const store = memoryLog()
  await opened(store, 'over')
  await opened(store, 'open')
  await closed(store, 'over')
  await received(store, 'over', 'a', 0)
  await received(store, 'over', 'b', 1)
  await received(store, 'over', 'young', 35 * DAY_S)
  await received(store, 'open', 'c', 0)
  return store
}

const keeping = async (store: EventStore, days: number) => {
  const changes = { keepPayloadDays: [null, days] as [null, number] }
  await store.append(
    SITE_STREAM,
    [recordOf(siteCodec, { type: 'SiteSettingsChanged', changes }, personAt())],
    'any',
  )
}

const reset = async (store: EventStore) => {
  const changes = { keepPayloadDays: [7, null] as [number, null] }
  await store.append(
    SITE_STREAM,
    [recordOf(siteCodec, { type: 'SiteSettingsReset', changes }, personAt())],
    'any',
  )
}

const all = async (store: EventStore) => {
  const found: StoredRecord[] = []
  for await (const { records } of untilLive(store, [], signal)) found.push(...records)
  return found
}

const told = async (store: EventStore) => (await store.read(SITE_STREAM)).map(({ data }) => data)
const texts = async (store: EventStore) =>
  [...JSON.stringify(await all(store)).matchAll(/Okapi (\w+)/g)].map(([, name]) => name)

const BEFORE = '2026-12-07T12:00:00.000Z'
const forget = async (store: EventStore) =>
  (await forgetDue(depsOn(store), NOW, signal)).map(({ what, count, before }) => ({ what, count, before }))

describe('00 §6.9 items of imports are kept so long', () => {
  it('those that are older go, of imports that are over; how many is told, and nothing of them', async () => {
    const store = await school()
    expect(await dueAt(depsOn(store), msOfIso(NOW.at), signal)).toMatchObject([{ count: 2, before: BEFORE }])
    expect(await texts(store)).toEqual(['a', 'b', 'young', 'c'])
    expect(await forget(store)).toEqual([{ what: 'payloads', count: 2, before: BEFORE }])
    expect(await texts(store)).toEqual(['young', 'c'])
    expect(await told(store)).toEqual([{ what: 'payloads', count: 2, before: BEFORE }])
    const before = await all(store)
    expect(await forget(store)).toEqual([{ what: 'payloads', count: 0, before: BEFORE }])
    expect(await all(store)).toEqual(before)
  })

  it('as many days as the site says', async () => {
    const store = await school()
    await keeping(store, 2)
    expect(await forget(store)).toMatchObject([{ count: 3 }])
    expect(await texts(store)).toEqual(['c'])
  })

  it.each(['before', 'after'] as const)(
    'cut short %s any call, the next look does what is left',
    async when => {
      for (let n = 1; ; n++) {
        const store = await school()
        const failing = failAt(store, n, when)
        await forget(failing.store).catch(() => undefined)
        await forget(store)
        expect(await texts(store), `call ${n}`).toEqual(['young', 'c'])
        if (!failing.fired()) break
      }
    },
  )

  it('the job looks once a day, and sooner when the settings are others', async () => {
    const store = await school()
    const clock = { ms: msOfIso(NOW.at) }
    const look = async () => forgettingDue({ ...depsOn(store), nowMs: () => clock.ms })
    const job = await look()
    const run = () => job({}, { attempt: 1, signal })
    await run()
    expect(await texts(store)).toEqual(['young', 'c'])
    clock.ms = plusMs(clock.ms, 30 * DAY_S * 1_000)
    await received(store, 'over', 'old', 36 * DAY_S)
    await run()
    expect(await texts(store)).toEqual(['c'])
    await received(store, 'over', 'old', 36 * DAY_S)
    clock.ms = plusMs(clock.ms, 23 * 3_600_000)
    await run()
    expect(await texts(store)).toEqual(['c', 'old'])
    await keeping(store, 29)
    await run()
    expect(await texts(store)).toEqual(['c'])
    expect(await told(store)).toMatchObject([{ count: 2 }, { count: 2 }, {}, { count: 1 }])
  })
})

describe('00 §6.9 the job is asked for', () => {
  it('as long as something is kept for a time, one at a time; else never', async () => {
    const store = memoryLog()
    const { jobs } = await dispatching(store)
    const count = () => jobs.filter(({ name }) => name === 'log.forget').length
    await keeping(store, 30)
    await keeping(store, 7)
    await eventually(() =>
      expect(jobs).toContainEqual({ name: 'log.forget', payload: {}, delayMs: 3_600_000 }),
    )
    await reset(store)
    await keeping(store, 30)
    const other = { type: 'SiteSettingsChanged', changes: { name: [null, 'x'] as [null, string] } } as const
    await store.append(SITE_STREAM, [recordOf(siteCodec, other, personAt())], 'any')
    const second = await dispatching(store)
    expect(second.jobs).toEqual([])
    expect(count()).toBe(1)
  })
})
