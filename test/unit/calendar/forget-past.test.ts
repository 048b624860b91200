import { organizerId, termId, userId, type StreamName, epochMs } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { finishForgetting, forgetMembers } from '../../../services/calendar/item/forget-past.ts'
import { purgeItem } from '../../../services/calendar/item/purge.ts'
import { newOrganizerValues } from '../../../services/calendar/values.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { datesOf } from '../../../services/wiring/exporting.ts'
import { finishForgettings } from '../../../workers/forgetting/finish.ts'
import { finishingOfForgettings } from '../../../workers/reactions/forgettings.ts'
import { openForgettings } from '../../../workers/forgetting/open-forgettings.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import { untilLive } from '../../../shared/event-store/until-live.ts'
import { forgottenCodec, forgottenStream } from '../../../shared/facts/forgotten.ts'
import { organizerStream } from '../../../shared/facts/organizer.ts'
import { personAt } from '../../support/calendar.ts'
import { failAt } from '../../support/fail-at.ts'
import { jobList } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { recordId } from '../../../shared/facts/codec.ts'
import { HOUR_MS, problemsOf, signal } from '../../support/sealed-log.ts'
import { recordOf, serviceContext } from '../../../services/handle.ts'
import { sealerOn } from '../../../services/seals/seal.ts'

const CONTACT = ['email', 'phone'] as const
const OF = { status: 'publish', author: userId(2) } as const

const depsOn = (store: EventStore) => ({ writing: writingOn(store), datesOf })

const all = async (store: EventStore) => {
  const found: StoredRecord[] = []
  for await (const { records } of untilLive(store, [], signal)) found.push(...records)
  return found
}

/** An organizer that was to be reached in three ways, one after the other. */
const choir = async () => {
  const store = memoryLog()
  const items = calendarOn(writingOn(store)).organizer
  const values = newOrganizerValues({
    ...{ name: 'Choir', status: 'publish', author: userId(2) },
    ...{ email: 'okapi@forest.example', phone: '555 heron' },
  })
  const made = await items.create({ values }, personAt())
  if (!made.ok) throw new Error(made.refusal.code)
  await items.change(made.id, { email: 'quagga@forest.example' }, personAt(1))
  await items.change(made.id, { description: 'We sing' }, personAt(2))
  await items.change(made.id, { email: 'zebra@forest.example' }, personAt(3))
  return { store, id: made.id }
}

const standing = async (store: EventStore, id: number) => {
  const records = await store.read(organizerStream(organizerId(id)))
  return { records, dates: datesOf('organizer', records) }
}

const HELD = /okapi|quagga|zebra|heron/

describe('00 §6.7 forgetting how an organizer is reached', () => {
  it('leaves the organizer as it is, who changed it and when, and none of what it was', async () => {
    const { store, id } = await choir()
    expect(JSON.stringify(await all(store))).toMatch(HELD)
    expect(await forgetMembers(depsOn(store), id, CONTACT, personAt(4))).toBe('done')
    expect(JSON.stringify(await all(store))).not.toMatch(HELD)
    const { records, dates } = await standing(store, id)
    expect(records).toMatchObject([
      {
        ...{ type: 'OrganizerCreated', revision: 4 },
        data: {
          values: { name: 'Choir', description: 'We sing', email: '', phone: '', status: 'publish' },
          carried: { restated: true, changedBy: { email: 'person', phone: 'person', description: 'person' } },
        },
      },
    ])
    expect(dates).toEqual({ created: '2026-11-27 12:00:00', modified: '2026-11-27 12:00:04' })
    const [begun, told] = await store.read(forgottenStream('organizer', id))
    expect(begun?.data).toEqual({ kind: 'organizer', itemId: id, members: [...CONTACT] })
    expect(told?.data).toMatchObject({
      before: 4,
      past: [
        { revision: 0, fact: 'OrganizerCreated', at: personAt().at, actor: 2 },
        { revision: 1, fact: 'OrganizerContactChanged' },
        { revision: 2, fact: 'OrganizerDescribed' },
        { revision: 3, fact: 'OrganizerContactChanged' },
      ],
    })
    // who changes it afterwards goes on behind
    await calendarOn(writingOn(store)).organizer.change(id, { phone: '1' }, personAt(5))
    expect((await standing(store, id)).records.map(({ revision }) => revision)).toEqual([4, 5])
  })

  it('tags that an import gave it are still known as those of the import', async () => {
    const store = memoryLog()
    const values = newOrganizerValues({
      ...{
        name: 'Choir',
        status: 'publish',
        author: userId(2),
        email: 'okapi@forest.example',
        tags: [termId(7), termId(8)],
      },
    })
    const made = await calendarOn(writingOn(store)).organizer.create(
      { values },
      { ...personAt(), source: 'import' },
    )
    if (!made.ok) throw new Error(made.refusal.code)
    await calendarOn(writingOn(store)).organizer.change(
      made.id,
      { tags: [termId(7), termId(9)] },
      personAt(1),
    )
    await forgetMembers(depsOn(store), made.id, CONTACT, personAt(4))
    const { records } = await standing(store, made.id)
    expect(records).toMatchObject([
      { data: { by: 'import', values: { tags: [7, 9] }, carried: { importedTerms: { tags: [7] } } } },
    ])
  })

  it('a second time there is nothing to do, and nothing is recorded', async () => {
    const { store, id } = await choir()
    await forgetMembers(depsOn(store), id, CONTACT, personAt(4))
    const before = await all(store)
    expect(await forgetMembers(depsOn(store), id, CONTACT, personAt(5))).toBe('nothing')
    expect(await all(store)).toEqual(before)
    expect(await forgetMembers(depsOn(store), 77, CONTACT, personAt(5))).toBeNull()
  })

  it('one of the two: the other stays', async () => {
    const { store, id } = await choir()
    await forgetMembers(depsOn(store), id, ['email'], personAt(4))
    const { records } = await standing(store, id)
    expect(records[0]?.data).toMatchObject({ values: { email: '', phone: '555 heron' } })
    expect(JSON.stringify(await all(store))).not.toMatch(/okapi|quagga|zebra/)
  })

  it.each(['before', 'after'] as const)(
    'cut short %s any call, it is done to the end afterwards',
    async when => {
      for (let n = 1; ; n++) {
        const { store, id } = await choir()
        const failing = failAt(store, n, when)
        await forgetMembers(depsOn(failing.store), id, CONTACT, personAt(4)).catch(() => undefined)
        const open = await openForgettings(store).catchUp(signal)
        for (const begun of open) await finishForgetting(depsOn(store), begun, personAt(6))
        const { records } = await standing(store, id)
        if (open.length > 0) {
          expect(records, `call ${n}`).toHaveLength(1)
          expect(JSON.stringify(await all(store)), `call ${n}`).not.toMatch(HELD)
        } else expect(records).toHaveLength(4)
        if (!failing.fired()) break
      }
    },
  )

  it('slugs that it had only before go, with no trace, and the one that it has stays', async () => {
    const { store, id } = await choir()
    const items = calendarOn(writingOn(store)).organizer
    await items.change(id, { name: 'Okapi choir', slug: 'okapi-choir' }, personAt(4))
    await items.change(id, { name: 'Quagga choir', slug: 'quagga-choir' }, personAt(5))
    await items.change(id, { name: 'Great choir', slug: 'great-choir' }, personAt(6))
    const slugs = async () => [
      ...new Set((await all(store)).flatMap(({ stream }) => /^slug-organizer\/(.*)/.exec(stream)?.[1] ?? [])),
    ]
    expect((await slugs()).sort()).toEqual(['choir', 'great-choir', 'okapi-choir', 'quagga-choir'])
    await forgetMembers(depsOn(store), id, CONTACT, personAt(7))
    expect(await slugs()).toEqual(['great-choir'])
    expect(JSON.stringify(await all(store))).not.toMatch(HELD)
    const other = await items.create(
      { values: newOrganizerValues({ name: 'X', slug: 'okapi-choir', ...OF }) },
      personAt(8),
    )
    expect(other.ok && other.values.slug).toBe('okapi-choir')
    const same = await items.create(
      { values: newOrganizerValues({ name: 'X', slug: 'great-choir', ...OF }) },
      personAt(8),
    )
    expect(same.ok && same.values.slug).toBe('great-choir-2')
    await purgeItem(writingOn(store), 'organizer', id, personAt(9))
    expect((await slugs()).sort()).toEqual(['great-choir-2', 'okapi-choir'])
  })

  it('in the trash, it keeps the slug that it comes back with', async () => {
    const { store, id } = await choir()
    const items = calendarOn(writingOn(store)).organizer
    await items.change(id, { name: 'Okapi choir', slug: 'okapi-choir' }, personAt(4))
    await items.change(id, { name: 'Choir', slug: 'choir' }, personAt(5))
    await items.trash(id, 'deleted', personAt(6))
    await forgetMembers(depsOn(store), id, CONTACT, personAt(7))
    expect(JSON.stringify(await all(store))).not.toMatch(HELD)
    const back = await items.change(id, { status: 'publish' }, personAt(8))
    expect(back.ok && back.values.slug).toBe('choir')
  })

  it('a change that comes in between is not lost', async () => {
    const { store, id } = await choir()
    const items = calendarOn(writingOn(store)).organizer
    let isFirst = true
    const raced: EventStore = {
      ...store,
      append: async (stream, records, expected) => {
        if (stream === organizerStream(organizerId(id)) && isFirst) {
          isFirst = false
          await items.change(id, { name: 'Great choir', email: 'late@forest.example' }, personAt(5))
        }
        return store.append(stream, records, expected)
      },
    }
    await forgetMembers(depsOn(raced), id, CONTACT, personAt(4))
    const { records } = await standing(store, id)
    expect(records[0]?.data).toMatchObject({
      values: { name: 'Great choir', email: 'late@forest.example', phone: '' },
    })
    expect(JSON.stringify(await all(store))).not.toMatch(HELD)
  })

  it('seals of before hold, and a record that goes without being told does not', async () => {
    const { store, id } = await choir()
    const seal = sealerOn({ store, nowMs: () => epochMs(Date.parse(personAt().at) + HOUR_MS) })
    expect(await seal({ records: 1, ms: 0 }, signal)).toBe(1)
    await forgetMembers(depsOn(store), id, CONTACT, personAt(4))
    const records = await all(store)
    expect(await problemsOf(records)).toEqual([])
    const untold = records.filter(({ type }) => type !== 'PastForgotten')
    expect(await problemsOf(untold)).toHaveLength(4)
  })
})

/** A log whose every try to tell what is forgotten fails. */
const untelling = (store: EventStore): EventStore => ({
  ...store,
  append: (stream, records, expected) =>
    records.some(({ type }) => type === 'PastForgotten')
      ? Promise.reject(new Error('cut short'))
      : store.append(stream, records, expected),
})

/** A log that a process dies in front of, right after it has recorded that something is to be forgotten. */
const dyingOnceBegun = (store: EventStore): EventStore => {
  let isDead = false
  return {
    ...store,
    read: (...asked) => (isDead ? Promise.reject(new Error('cut short')) : store.read(...asked)),
    append: async (stream, records, expected) => {
      const appended = await store.append(stream, records, expected)
      isDead ||= records.some(({ type }) => type === 'ForgettingBegun')
      return appended
    },
  }
}

describe('00 §6.7 an address that comes before a forgetting that was cut short is done', () => {
  const late = async () => {
    const { store, id } = await choir()
    const dying = forgetMembers(depsOn(dyingOnceBegun(store)), id, CONTACT, personAt(4))
    await expect(dying).rejects.toThrow('cut short')
    await calendarOn(writingOn(store)).organizer.change(id, { email: 'new@forest.example' }, personAt(5))
    return { store, id }
  }
  const finish = async (store: EventStore) => {
    for (const begun of await openForgettings(store).catchUp(signal))
      await finishForgetting(depsOn(store), begun, personAt(6))
  }

  it('stays, and what was there before goes', async () => {
    const { store, id } = await late()
    await finish(store)
    const { records } = await standing(store, id)
    expect(records).toMatchObject([{ data: { values: { email: 'new@forest.example', phone: '' } } }])
    expect(JSON.stringify(await all(store))).not.toMatch(HELD)
  })

  it('stays also when another forgetting comes between', async () => {
    const { store, id } = await late()
    await calendarOn(writingOn(store)).organizer.change(id, { phone: '7' }, personAt(5))
    await forgetMembers(depsOn(store), id, ['phone'], personAt(6))
    await finish(store)
    const { records } = await standing(store, id)
    expect(records).toMatchObject([{ data: { values: { email: 'new@forest.example', phone: '' } } }])
    expect(JSON.stringify(await all(store))).not.toMatch(HELD)
  })
})

describe('00 §6.7 several forgettings of one organizer', () => {
  const job = (store: EventStore) => {
    const run = finishForgettings({ ...depsOn(store), queue: jobList().queue, nowMs: () => epochMs(0) })
    return run({}, { attempt: 1, signal })
  }

  it.each([
    ['done', (store: EventStore) => store],
    ['cut short', untelling],
  ])('the first was %s and is open still: an address that came behind it stays', async (how, first) => {
    const { store, id } = await choir()
    const seal = sealerOn({ store, nowMs: () => epochMs(Date.parse(personAt().at) + HOUR_MS) })
    await seal({ records: 1, ms: 0 }, signal)
    const forgetting = forgetMembers(depsOn(first(store)), id, ['email'], personAt(4))
    if (how === 'done') await forgetting
    else await expect(forgetting).rejects.toThrow('cut short')
    await calendarOn(writingOn(store)).organizer.change(id, { email: 'new@forest.example' }, personAt(5))
    await forgetMembers(depsOn(store), id, ['phone'], personAt(6))
    const before = await standing(store, id)
    expect(before.records).toMatchObject([{ data: { values: { email: 'new@forest.example', phone: '' } } }])
    expect(await openForgettings(store).catchUp(signal)).toHaveLength(2)
    await job(store)
    expect(await standing(store, id)).toEqual(before)
    expect(await openForgettings(store).catchUp(signal)).toEqual([])
    expect(JSON.stringify(await all(store))).not.toMatch(HELD)
    expect(await problemsOf(await all(store))).toEqual([])
  })

  it('the end of one is not the end of another', async () => {
    const { store, id } = await choir()
    await forgetMembers(depsOn(store), id, ['email'], personAt(4))
    await forgetMembers(depsOn(store), id, ['phone'], personAt(5))
    const stream = forgottenStream('organizer', id)
    const begun = (await store.read(stream)).filter(({ type }) => type === 'ForgettingBegun')
    const [first = '', second = ''] = begun.map(record => record.id)
    const ended = { type: 'ForgettingEnded', kind: 'organizer', itemId: id } as const
    const context = serviceContext('contact.forget', epochMs(0), first)
    await store.append(stream, [recordOf(forgottenCodec, ended, context)], 'any')
    expect((await openForgettings(store).catchUp(signal)).map(({ cause }) => cause)).toEqual([second])
    const open = new Map<string, { readonly stream: StreamName }>()
    const works = { get: (key: string) => open.get(key) ?? null, keys: () => open.keys() }
    for (const record of await store.read(stream)) {
      const { changes = {} } = finishingOfForgettings.reaction.evolve(works, record)
      for (const [key, work] of Object.entries(changes)) {
        if (work === null) open.delete(key)
        else open.set(key, work)
      }
    }
    expect([...open.keys()]).toEqual([second])
  })
})

it('00 §6.7 of very many changes, who did what and when stays of each', async () => {
  const { store, id } = await choir()
  const described = (await store.read(organizerStream(organizerId(id))))[2]
  if (described === undefined) throw new Error('nothing was described')
  const { type, data, meta } = described
  const more = Array.from({ length: 2_000 }, (_, n) => ({ id: recordId('many', n), type, data, meta }))
  for (let n = 0; n < more.length; n += 500)
    await store.append(organizerStream(organizerId(id)), more.slice(n, n + 500), 'any')
  const seal = sealerOn({ store, nowMs: () => epochMs(Date.parse(personAt().at) + HOUR_MS) })
  await seal({ records: 1, ms: 0 }, signal)
  await forgetMembers(depsOn(store), id, CONTACT, personAt(4))
  const facts = (await store.read(forgottenStream('organizer', id))).map(record =>
    forgottenCodec.decode(record.type, record.data),
  )
  const revisions = facts.flatMap(fact => ('past' in fact ? fact.past.map(({ revision }) => revision) : []))
  expect(revisions).toEqual(Array.from({ length: 2_004 }, (_, n) => n))
  expect(facts.every(fact => !('past' in fact) || fact.past.length <= 1_000)).toBe(true)
  expect(await problemsOf(await all(store))).toEqual([])
})
