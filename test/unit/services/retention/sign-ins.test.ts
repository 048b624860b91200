import { userId, logPosition, epochMs, type IsoTime } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { entriesOf, type HistoryEntry } from '../../../../projections/history/evolve.ts'
import { recordsOf } from '../../../../projections/history/records.ts'
import { user } from '../../../../services/accounts/user.ts'
import { usersInMemory } from '../../../../services/accounts/users-in-memory.ts'
import { eraseUser } from '../../../../services/accounts/users/erase.ts'
import { planPutBack } from '../../../../services/calendar/put-back/plan.ts'
import { folded, recordOf } from '../../../../services/handle.ts'
import { dueSignIns, patienceOf } from '../../../../services/retention/sign-ins.ts'
import { limitOf } from '../../../../services/retention/overdue.ts'
import { sealerOn } from '../../../../services/seals/seal.ts'
import { withoutPlaces, withPlaces } from '../../../../shared/event-store/places-named.ts'
import type { EventStore, StoredRecord } from '../../../../shared/event-store/port.ts'
import { untilLive } from '../../../../shared/event-store/until-live.ts'
import { userCodec, userStream, type UserFact } from '../../../../shared/facts/user.ts'
import { personAt } from '../../../support/calendar.ts'
import { failAt } from '../../../support/fail-at.ts'
import { memoryLog } from '../../../support/memory-log.ts'
import { problemsOf, signal } from '../../../support/sealed-log.ts'
import { msOfIso } from '../../../../shared/kernel/time/calculate.ts'

const DAY_S = 86_400
const NOW = personAt(60 * DAY_S)
const DAYS = 30
const UUID = '8561a4f9-3b88-4931-a686-4050b7dd3480'

const dayAt = (day: number): IsoTime => personAt(day * DAY_S).at
const signedIn = (day: number): UserFact => ({
  type: 'UserSignedIn',
  userId: userId(3),
  signedInAt: dayAt(day),
})
const used = (day: number, address: string): UserFact => ({
  ...{ type: 'ApplicationPasswordUsed', userId: userId(3), uuid: UUID },
  ...{ usedAt: dayAt(day), address },
})

const facts: readonly (readonly [day: number, fact: UserFact])[] = [
  [
    0,
    {
      type: 'UserCreated',
      userId: userId(3),
      login: 'ana',
      email: 'a@a.example',
      role: 'author',
      passwordHash: 'x',
    },
  ],
  [
    0,
    {
      type: 'ApplicationPasswordCreated',
      userId: userId(3),
      uuid: UUID,
      appId: '',
      name: 'x',
      hash: 'a',
      salt: 'b',
    },
  ],
  [1, signedIn(1)],
  [2, used(2, '203.0.113.9')],
  [3, { type: 'UserRoleChanged', userId: userId(3), changes: { role: ['author', 'editor'] } }],
  [4, { type: 'UserPasswordChanged', userId: userId(3), passwordHash: 'y' }],
  [5, signedIn(5)],
  [50, used(50, '203.0.113.50')],
  [51, { type: 'UserRenamed', userId: userId(3), changes: { display_name: ['', 'Ana'] } }],
]

const noted = async (store: EventStore, day: number, fact: UserFact) => {
  await store.append(userStream(userId(3)), [recordOf(userCodec, fact, personAt(day * DAY_S))], 'any')
}

const school = async () => {
  const store = memoryLog()
  for (const [day, fact] of facts) await noted(store, day, fact)
  return store
}

const all = async (store: EventStore) => {
  const found: StoredRecord[] = []
  for await (const { records } of untilLive(store, [], signal)) found.push(...records)
  return found
}

const due = (store: EventStore, patienceMs = 0) =>
  dueSignIns(store, limitOf(msOfIso(NOW.at), DAYS), patienceMs, signal)
const forget = async (store: EventStore) => (await due(store)).forget(NOW, signal)

const stateOf = async (store: EventStore) => folded(user, await store.read(userStream(userId(3)))).state

/** What the history holds after these, each written over what stands at its place. */
const historyOf = (records: readonly StoredRecord[]): readonly HistoryEntry[] => [
  ...new Map(records.flatMap(entriesOf).map(entry => [entry._id, entry])).values(),
]

const told = async (store: EventStore, entries: readonly HistoryEntry[]) => {
  const records = await recordsOf(store, userStream(userId(3)), entries)
  return entries.map(({ _id, at, actor, fact, members }) => [
    ...[_id, at, actor, fact, members],
    records.get(_id)?.data['changes'],
  ])
}

const HELD = new RegExp([dayAt(1), dayAt(2), dayAt(5), '203\\.0\\.113\\.9'].join('|'))

describe('00 §6.9 sign-ins are kept so long', () => {
  it('those before go, and nothing else that was recorded of the user', async () => {
    const store = await school()
    expect(await due(store)).toMatchObject({ what: 'sign_ins', count: 3, before: dayAt(30) })
    const before = await stateOf(store)
    await forget(store)
    expect(JSON.stringify(await all(store))).not.toMatch(HELD)
    expect(JSON.stringify(await all(store))).toContain('203.0.113.50')
    expect(await stateOf(store)).toEqual({ ...before, lastSignIn: null })
    const records = await store.read(userStream(userId(3)))
    const stays = facts.filter(([day]) => ![1, 2, 5].includes(day))
    expect(records.map(({ revision, meta, type }) => [revision, meta.at, type])).toEqual(
      stays.map(([day, { type }], n) => [facts.length + n, dayAt(day), type]),
    )
    expect(await due(store)).toMatchObject({ count: 0 })
    const after = await all(store)
    await forget(store)
    expect(await all(store)).toEqual(after)
  })

  it('the history tells the same, where it stood, followed or made anew', async () => {
    const store = await school()
    const before = historyOf(await all(store))
    const toldBefore = await told(store, before)
    expect(toldBefore.map(([, , , fact]) => fact)).toEqual([
      ...[
        'UserCreated',
        'ApplicationPasswordCreated',
        'UserRoleChanged',
        'UserPasswordChanged',
        'UserRenamed',
      ],
    ])
    const followed = await all(store)
    await forget(store)
    const anew = await all(store)
    expect(await told(store, historyOf([...followed, ...anew]))).toEqual(toldBefore)
    expect(await told(store, historyOf(anew))).toEqual(toldBefore)
    // a second time, what is said again still stands where it was said first
    await noted(store, 52, { type: 'SessionsEnded', userId: userId(3) })
    const later = limitOf(epochMs(Date.parse(NOW.at) + 30 * DAY_S * 1_000), DAYS)
    await (await dueSignIns(store, later, 0, signal)).forget(NOW, signal)
    expect(JSON.stringify(await all(store))).not.toContain('203.0.113')
    expect((await told(store, historyOf(await all(store)))).slice(0, toldBefore.length)).toEqual(toldBefore)
  })

  it('what was done to the user can be put back as before', async () => {
    const store = await school()
    const role = (await store.read(userStream(userId(3)))).find(({ type }) => type === 'UserRoleChanged')
    await forget(store)
    const plan = planPutBack(
      some => {
        const state = folded(user, some).state
        return state && { values: { role: state.role }, trashed: null }
      },
      await store.read(userStream(userId(3))),
      { moment: { position: role?.position ?? logPosition(0) }, only: 'entry', members: null },
    )
    expect(plan).toMatchObject({ ok: true, changes: { role: ['editor', 'author'] } })
  })

  it('processes that follow never hold the user half told', async () => {
    const store = await school()
    const users = usersInMemory()
    users.apply(await all(store))
    const before = users.byId(userId(3))
    await forget(store)
    for (const record of await all(store)) {
      users.apply([record])
      const now = users.byId(userId(3))
      expect([now?.role, now?.applicationPasswords.length]).toEqual(['editor', 1])
    }
    expect(users.byId(userId(3))).toEqual({ ...before, lastSignIn: null })
    const fresh = usersInMemory()
    for (const record of await all(store)) fresh.apply([record])
    expect(fresh.byId(userId(3))).toEqual({ ...before, lastSignIn: null })
  })

  it('seals of before and of meanwhile hold', async () => {
    const store = await school()
    const sealed = (hours: number) =>
      sealerOn({ store, nowMs: () => epochMs(Date.parse(NOW.at) + hours * 3_600_000) })(
        { records: 1, ms: 0 },
        signal,
      )
    expect(await sealed(1)).toBe(1)
    await forget(store)
    expect(await problemsOf(await all(store))).toEqual([])
    expect(await sealed(2)).toBe(1)
    const later = limitOf(epochMs(Date.parse(NOW.at) + 30 * DAY_S * 1_000), DAYS)
    await (await dueSignIns(store, later, 0, signal)).forget(NOW, signal)
    const records = await all(store)
    expect(await problemsOf(records)).toEqual([])
    expect(await problemsOf(records.filter(({ type }) => type !== 'PastForgotten'))).not.toEqual([])
  })

  it.each(['before', 'after'] as const)('cut short %s any call, the next look does it', async when => {
    const whole = await school()
    const before = await stateOf(whole)
    for (let n = 1; ; n++) {
      const store = await school()
      const failing = failAt(store, n, when)
      await forget(failing.store).catch(() => undefined)
      const inBetween = await stateOf(store)
      expect({ ...inBetween, lastSignIn: null }, `call ${n}`).toEqual({ ...before, lastSignIn: null })
      await forget(store)
      expect(JSON.stringify(await all(store)), `call ${n}`).not.toMatch(HELD)
      expect(await store.read(userStream(userId(3)))).toHaveLength(6)
      if (!failing.fired()) break
    }
  })

  it('what comes meanwhile is not lost; whoever is being erased is left to that', async () => {
    const store = await school()
    let isFirst = true
    const raced: EventStore = {
      ...store,
      append: async (...given) => {
        if (given[0] === userStream(userId(3)) && isFirst) {
          isFirst = false
          await noted(store, 59, { type: 'SessionsEnded', userId: userId(3) })
        }
        return store.append(...given)
      },
    }
    await forget(raced)
    expect((await stateOf(store))?.passwordChanges).toBe(2)
    expect(JSON.stringify(await all(store))).not.toMatch(HELD)
    const other = await school()
    const looked = await due(other)
    await eraseUser(other, userId(3), NOW)
    await looked.forget(NOW, signal)
    expect(await other.read(userStream(userId(3)))).toEqual([])
  })

  it('the daily look waits for a tenth of the time, and then all go that are due', async () => {
    expect([1, 9, 30, 365].map(days => patienceOf(days) / 86_400_000)).toEqual([1, 1, 3, 36])
    const store = await school()
    // the oldest is of day 1, and due since day 31
    expect(await due(store, 29 * DAY_S * 1_000)).toMatchObject({ count: 0 })
    expect(await due(store, 28 * DAY_S * 1_000)).toMatchObject({ count: 3 })
  })

  it('what is said again names its place as every log numbers it', async () => {
    const store = await school()
    await forget(store)
    const [first] = await store.read(userStream(userId(3)))
    if (first === undefined) throw new Error('nothing is there')
    expect(first.data['carried']).toEqual({ restated: true, position: 2, revision: 0, left: 5 })
    expect(withPlaces(first, [77]).data['carried']).toEqual({
      restated: true,
      position: 77,
      revision: 0,
      left: 5,
    })
    expect(withoutPlaces(withPlaces(first, [77]))).toEqual(withoutPlaces(first))
  })

  it('of very many that are to stay, the newest stay that there is room for', async () => {
    const store = await school()
    const many = Array.from({ length: 6_000 }, (_, n) =>
      recordOf(userCodec, used(40, `203.0.113.${n}`), personAt(40 * DAY_S + n)),
    )
    for (let n = 0; n < many.length; n += 1_000)
      await store.append(userStream(userId(3)), many.slice(n, n + 1_000), 'any')
    await forget(store)
    const text = JSON.stringify(await all(store))
    expect(text).not.toMatch(HELD)
    expect(text).toContain('203.0.113.5999')
    expect(text).not.toContain('203.0.113.0"')
    expect((await stateOf(store))?.displayName).toBe('Ana')
  })

  it('of a user of whom too much is to stay nothing goes, and nothing is told as due', async () => {
    const store = await school()
    const name = (n: number) => String(n).padStart(100, 'x')
    const many = Array.from({ length: 1_500 }, (_, n) =>
      recordOf(
        userCodec,
        { type: 'UserRenamed', userId: userId(3), changes: { display_name: [name(n), name(n + 1)] } },
        personAt(52 * DAY_S),
      ),
    )
    for (let n = 0; n < many.length; n += 500)
      await store.append(userStream(userId(3)), many.slice(n, n + 500), 'any')
    const before = await all(store)
    expect(await due(store)).toMatchObject({ count: 0 })
    await forget(store)
    expect(await all(store)).toEqual(before)
  })
})
