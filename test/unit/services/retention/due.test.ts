import { describe, expect, it } from 'vitest'
import { calendarOn } from '../../../../services/calendar/calendar.ts'
import { writingOn } from '../../../../services/calendar/writing.ts'
import { recordOf } from '../../../../services/handle.ts'
import { forgetDue } from '../../../../services/retention/due.ts'
import { together } from '../../../../services/retention/overdue.ts'
import { datesOf } from '../../../../services/wiring/exporting.ts'
import type { EventStore } from '../../../../shared/event-store/port.ts'
import { eventStream } from '../../../../shared/facts/event.ts'
import {
  importCodec,
  importPayloadCodec,
  importPayloadStream,
  importStream,
} from '../../../../shared/facts/import.ts'
import { siteCodec, SITE_STREAM } from '../../../../shared/facts/site.ts'
import { userCodec, userStream, type UserFact } from '../../../../shared/facts/user.ts'
import { eventId, userId } from '../../../../shared/kernel/brands.ts'
import { fair, personAt } from '../../../support/calendar.ts'
import { memoryLog } from '../../../support/memory-log.ts'
import { runSettings } from '../../../support/run-settings.ts'
import { signal } from '../../../support/sealed-log.ts'

const DAY_S = 86_400
const ANA = userId(3)
const on = (day: number) => personAt(day * DAY_S)

const importIn = async (store: EventStore) => {
  const importId = 'one'
  const opened = { type: 'ImportRegistered', importId, ...runSettings(), hash: null } as const
  const closed = { type: 'ImportClosed', importId, status: 'success', reason: null, message: '' } as const
  const run = [opened, closed].map(fact => recordOf(importCodec, fact, on(0)))
  await store.append(importStream(importId), run, 'absent')
  const items = { type: 'ImportItemsReceived' as const, importId, firstPosition: 1, items: [{ title: 'x' }] }
  const payload = recordOf(importPayloadCodec, items, on(0))
  await store.append(importPayloadStream(importId, 'a'), [payload], 'any')
}

/** A log in which something of every kind is due at day 60: a payload, a sign-in, and what an event in the trash was. */
const school = async () => {
  const store = memoryLog()
  await importIn(store)
  const facts: readonly UserFact[] = [
    {
      type: 'UserCreated',
      userId: ANA,
      login: 'ana',
      email: 'a@a.example',
      role: 'author',
      passwordHash: 'x',
    },
    { type: 'UserSignedIn', userId: ANA, signedInAt: on(0).at },
  ]
  await store.append(
    userStream(ANA),
    facts.map(fact => recordOf(userCodec, fact, on(0))),
    'any',
  )
  const { event: events } = calendarOn(writingOn(store))
  const made = await events.create({ values: fair({ title: 'Okapi day' }) }, on(1))
  if (!made.ok) throw new Error(made.refusal.code)
  await events.trash(made.id, 'deleted', on(2))
  const changes = {
    keepSignInDays: [null, 30] as [null, number],
    keepTrashedDays: [null, 30] as [null, number],
  }
  const kept = { type: 'SiteSettingsChanged', changes } as const
  await store.append(SITE_STREAM, [recordOf(siteCodec, kept, on(3))], 'any')
  return { store, id: eventId(made.id) }
}

const forget = (store: EventStore) => forgetDue({ writing: writingOn(store), datesOf }, on(60), signal)

/** How much is left of each: payloads, facts of the user, and of the event. */
const left = async (store: EventStore, id: ReturnType<typeof eventId>) => [
  (await store.read(importPayloadStream('one', 'a'))).length,
  (await store.read(userStream(ANA))).length,
  (await store.read(eventStream(id))).length,
]

const fails = () => Promise.reject(new Error('the disk is full'))

describe('00 §6.9 each kind is tried, whatever becomes of the others', () => {
  it('where nothing fails all of them go', async () => {
    const { store, id } = await school()
    expect(await left(store, id)).toEqual([1, 2, 2])
    expect((await forget(store)).map(({ what, count }) => [what, count])).toEqual([
      ['payloads', 1],
      ['sign_ins', 1],
      ['versions', 1],
    ])
    expect(await left(store, id)).toEqual([0, 1, 1])
  })

  it('what fails is told at the end, and the kinds behind it go', async () => {
    const { store, id } = await school()
    await expect(forget({ ...store, deleteStream: fails })).rejects.toThrow('the disk is full')
    expect(await left(store, id)).toEqual([1, 1, 1])
    await forget(store)
    expect(await left(store, id)).toEqual([0, 1, 1])
  })

  it('also where one cannot be looked for', async () => {
    const { store, id } = await school()
    const blind: EventStore = {
      ...store,
      follow: (after, prefixes, until) => {
        if (prefixes.includes('user-')) throw new Error('this cannot be read')
        return store.follow(after, prefixes, until)
      },
    }
    await expect(forget(blind)).rejects.toThrow('this cannot be read')
    expect(await left(store, id)).toEqual([0, 2, 1])
  })

  it('several that fail are told together', async () => {
    const { store } = await school()
    await expect(forget({ ...store, deleteStream: fails, truncate: fails })).rejects.toThrow(
      '3 failed: the disk is full; the disk is full; the disk is full',
    )
  })
})

it('of one kind each thing is tried, until whoever looks is stopped', async () => {
  const tried: number[] = []
  const stop = new AbortController()
  const work = (one: number) => {
    tried.push(one)
    if (one === 4) stop.abort(new Error('stopped'))
    return one === 1 ? fails() : Promise.resolve()
  }
  await expect(together([1, 2, 3], 1, signal, work)).rejects.toThrow('the disk is full')
  expect(tried).toEqual([1, 2, 3])
  await expect(together([1, 4, 5], 1, stop.signal, work)).rejects.toThrow('stopped')
  expect(tried).toEqual([1, 2, 3, 1, 4])
})
