import { imageId, userId, streamName, logPosition } from '../../../shared/kernel/brands.ts'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { user as userAggregate } from '../../../services/accounts/user.ts'
import { usersInMemory } from '../../../services/accounts/users-in-memory.ts'
import { putBackUser } from '../../../services/accounts/users/put-back.ts'
import type { PutsBack } from '../../../services/calendar/put-back/desk.ts'
import { putsBack } from '../../../services/calendar/put-back/thing.ts'
import { folded, load } from '../../../services/handle.ts'
import { pictureChanges } from '../../../services/images/change-picture.ts'
import { imageOf } from '../../../services/images/library.ts'
import { putBackImage } from '../../../services/images/put-back.ts'
import { siteAggregate } from '../../../services/site/site.ts'
import { putBackSite } from '../../../services/site/put-back.ts'
import { settingsInMemory } from '../../../services/site/settings-in-memory.ts'
import { settingsOn } from '../../../services/site/set.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import { imageCodec, type ImageFact } from '../../../shared/facts/image.ts'
import type { Meta } from '../../../shared/facts/meta.ts'
import { SITE_STREAM, View } from '../../../shared/facts/site.ts'
import { userStream } from '../../../shared/facts/user.ts'
import { accountsIn } from '../../support/accounts.ts'
import { personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'

const PEOPLE = [12, 13, 14] as const
const ASKER = 9

/** Several people and imports, a second after each other. */
const clock = () => {
  let second = 0
  return (actor: number, isImport = false): Meta => ({
    ...{
      ...personAt(++second),
      actor: userId(actor),
      source: isImport ? ('import' as const) : ('desk' as const),
    },
  })
}

const who = { actor: fc.constantFrom(...PEOPLE), isImport: fc.boolean() }
type Values = Readonly<Record<string, unknown>>

type Back = {
  readonly puts: PutsBack
  readonly id: number
  readonly records: () => Promise<readonly StoredRecord[]>
  /** What it was after some records of it, as the facts say. */
  readonly was: (records: readonly StoredRecord[]) => Values
  readonly context: () => Meta
}

const pick = (values: Values, members: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([member]) => members.includes(member)))

/** Puts it back to the nth of its moments, and forward again; what stays, and what it was when that was looked at. */
const backAndForth = async ({ puts, id, records, was, context }: Back, nth: number) => {
  const before = await records()
  const at = nth % before.length
  const [then, now] = [was(before.slice(0, at + 1)), was(before)]
  const wanted = {
    moment: { position: before[at]?.position ?? logPosition(0) },
    only: 'since',
    members: null,
  } as const
  const shown = await puts.show(id, wanted, context())
  const done = await puts.put(id, wanted, null, context())
  if (!done.ok || !shown.ok) throw new Error('it is there, and so it is put back')
  // what was shown is what is done
  expect(done.stays).toEqual(shown.stays)
  expect(done.changes).toEqual(shown.changes)
  const after = was(await records())
  const stays = Object.keys(done.stays)
  const back = Object.keys(then).filter(member => !stays.includes(member))
  expect(after).toEqual({ ...pick(then, back), ...pick(now, stays) })
  const again = await puts.show(id, wanted, context())
  expect(again).toMatchObject({ ok: true, changes: {}, stays: done.stays })
  const last = { ...wanted, moment: { position: before.at(-1)?.position ?? logPosition(0) } }
  const forth = await puts.put(id, last, null, context())
  expect(forth).toMatchObject({ ok: true, stays: {} })
  expect(was(await records())).toEqual(now)
  return { stays: done.stays, then, now }
}

it('00 §6.4 settings are as they were at any moment of 2,000 steps, member by member, and forward again', async () => {
  const settings = fc.record(
    {
      name: fc.constantFrom('School', 'Hill School'),
      perPage: fc.integer({ min: 1, max: 4 }),
      timezoneString: fc.constantFrom('', 'Asia/Tokyo', 'Europe/Berlin'),
      unfilteredHtml: fc.boolean(),
      enabledViews: fc.subarray([...View.options], { minLength: 1 }),
      defaultView: fc.constantFrom(...View.options),
      importUser: fc.constantFrom(null, userId(1), userId(2)),
    },
    { requiredKeys: [] },
  )
  const step = fc.record({ ...who, settings, isErased: fc.nat(40) })
  let [stepped, whole] = [0, 0]
  const reasons = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.noBias(fc.nat(10_000)),
      async (steps, nth) => {
        stepped += steps.length
        const store = memoryLog()
        const at = clock()
        const defaults = { enabledViews: [...View.options], defaultView: 'list' as const }
        const setSettings = settingsOn(store, settingsInMemory(), defaults)
        const gone = new Set<number>()
        await setSettings({ name: 'First' }, at(12))
        for (const { settings: some, actor, isImport, isErased } of steps) {
          await setSettings(some, at(actor, isImport))
          if (isErased === 0) gone.add(2)
        }
        const isUser = async (id: number) => !gone.has(id)
        const puts = putsBack(
          'site',
          putBackSite({
            ...{ store, setSettings, defaults, isUser, mayEditEvents: () => true },
            afterwards: async () => undefined,
          }),
        )
        const was = (records: readonly StoredRecord[]): Values => {
          const { state } = folded(siteAggregate, records)
          return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== null))
        }
        const back = { puts, id: 1, records: () => store.read(SITE_STREAM), was, context: () => at(ASKER) }
        const isForth = !gone.has(was(await back.records())['importUser'] as number)
        if (!isForth) return
        const { stays, then } = await backAndForth(back, nth)
        for (const [member, why] of Object.entries(stays)) reasons.add(`${member} ${why}`)
        expect('importUser' in stays).toBe(gone.has(then['importUser'] as number))
        if (Object.keys(stays).length === 0) whole += 1
      },
    ),
    { numRuns: 190, seed: 20_271_130 },
  )
  expect(stepped).toBeGreaterThan(2_000)
  expect(whole).toBeGreaterThan(80)
  // all members together are as they once were together
  expect([...reasons]).toEqual(['importUser purged'])
})

it('00 §6.4 role and name of a user are as they were at any moment of 2,000 steps, and nothing else moves', async () => {
  const step = fc.record({
    ...who,
    nth: fc.nat(3),
    role: fc.constantFrom('administrator', 'editor', 'author'),
    name: fc.constantFrom('', 'Ann', 'Ann Lee'),
    do: fc.constantFrom('role', 'name', 'sessions', 'link'),
  })
  let [stepped, whole] = [0, 0]
  const reasons = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }),
      fc.noBias(fc.nat(10_000)),
      async (steps, nth) => {
        stepped += steps.length
        const store = memoryLog()
        const at = clock()
        const directory = usersInMemory()
        const accounts = accountsIn(store, directory)
        const logins = ['ann', 'ben', 'cleo', 'dan']
        const users: number[] = []
        for (const login of logins) {
          const role = login === 'ann' ? 'administrator' : 'author'
          const made = await accounts.createUser(
            { login, email: `${login}@school.example`, role, password: null },
            at(12),
          )
          if (made.ok) users.push(made.value.id)
        }
        for (const { actor, isImport, nth: one, role, name, do: what } of steps) {
          const [login, by] = [logins[one] ?? '', at(actor, isImport)]
          if (what === 'role') await accounts.setRole(login, role, by)
          else if (what === 'name') await accounts.rename(login, name, by)
          else if (what === 'sessions') await accounts.endSessions(login, by)
          else await accounts.makePasswordLink(login, { endApplications: false }, by)
        }
        const id = users[nth % users.length] ?? 0
        const puts = putsBack('user', putBackUser({ store, accounts, directory }))
        const was = (records: readonly StoredRecord[]): Values => {
          const { state } = folded(userAggregate, records)
          return { role: state?.role, name: state?.displayName }
        }
        const kept = async () => {
          const { state } = await load(store, userAggregate, userStream(userId(id)))
          return { ...state, role: '', displayName: '' }
        }
        const before = await kept()
        const isAlone = directory.all().every(one => one.id === id || one.role !== 'administrator')
        const back = {
          puts,
          id,
          records: () => store.read(userStream(userId(id))),
          was,
          context: () => at(ASKER),
        }
        const { stays, then, now } = await backAndForth(back, nth)
        for (const [member, why] of Object.entries(stays)) reasons.add(`${member} ${why}`)
        const isLast = isAlone && now['role'] === 'administrator' && then['role'] !== 'administrator'
        expect('role' in stays).toBe(isLast)
        expect(await kept()).toEqual(before)
        if (Object.keys(stays).length === 0) whole += 1
      },
    ),
    { numRuns: 120, seed: 20_271_201 },
  )
  expect(stepped).toBeGreaterThan(2_000)
  expect(whole).toBeGreaterThan(80)
  expect([...reasons]).toEqual(['role last'])
})

const imageFact = async (store: EventStore, fact: ImageFact, meta: Meta) =>
  store.append(streamName('image-1'), [{ id: randomUUID(), ...imageCodec.encode(fact), meta }], 'any')

it('00 §6.4 the text of a picture is as it was at any moment of its life', async () => {
  const step = fc.record({ ...who, alt: fc.constantFrom('', 'A fair', 'A dog'), isCleaned: fc.nat(12) })
  let cleaned = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 30 }),
      fc.noBias(fc.nat(10_000)),
      async (steps, nth) => {
        const store = memoryLog()
        const at = clock()
        const { describe } = pictureChanges({ store, forget: async () => undefined })
        const [file, digest] = [{ file: 'a.png', width: 9, height: 9, bytes: 900 }, 'a'.repeat(64)]
        const values = { ...file, type: 'image/png' as const, digest, sizes: [], source: null }
        await imageFact(store, { type: 'ImageAdded', imageId: imageId(1), by: 'person', values }, at(12))
        let bytes = 900
        for (const { actor, isImport, alt, isCleaned } of steps) {
          await describe(imageId(1), alt, at(actor, isImport))
          if (isCleaned > 0 || bytes < 900) continue
          const changes = { bytes: [900, 800], digest: [digest, 'b'.repeat(64)] } as const
          bytes = 800
          await imageFact(
            store,
            { type: 'ImageCleaned', imageId: imageId(1), by: 'service', changes: changes as never },
            at(12),
          )
        }
        const puts = putsBack('image', putBackImage(store, { describe }))
        const was = (records: readonly StoredRecord[]): Values => {
          const image = imageOf(records)
          return { alt: image?.alt, bytes: image?.bytes, digest: image?.digest }
        }
        const back = {
          puts,
          id: 1,
          records: () => store.read(streamName('image-1')),
          was,
          context: () => at(ASKER),
        }
        const { stays, then, now } = await backAndForth(back, nth)
        const isCleaned = then['bytes'] !== now['bytes']
        expect(stays).toEqual(isCleaned ? { bytes: 'cleaned', digest: 'cleaned' } : {})
        if (isCleaned) cleaned += 1
      },
    ),
    { numRuns: 60, seed: 20_271_202 },
  )
  expect(cleaned).toBeGreaterThan(5)
})
