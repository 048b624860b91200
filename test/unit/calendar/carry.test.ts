import { utcTime, termId, userId, streamName } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { holdersOf } from '../../../services/calendar/claim-stream.ts'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { itemKinds } from '../../../services/calendar/kinds.ts'
import { loadItem } from '../../../services/calendar/purged.ts'
import { carryTerm } from '../../../services/calendar/term/carry.ts'
import { newVenueValues } from '../../../services/calendar/values.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { StoreUnavailable } from '../../../shared/event-store/port.ts'
import { nameStream, slugStream } from '../../../shared/facts/claim.ts'
import type { Meta } from '../../../shared/facts/meta.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { failAt } from '../../support/fail-at.ts'
import { memoryLog } from '../../support/memory-log.ts'

const context: Meta = { ...personAt(), actor: null, source: 'export', route: 'import-export' }

const carried = {
  created: utcTime('2020-01-02 03:04:05'),
  modified: utcTime('2021-01-02 03:04:05'),
  createdIn: 'ab12',
  writtenBy: 'person',
  changedBy: { title: 'person' },
  importedTerms: { categories: [3], tags: [] },
  trashed: null,
} as const

const mutable = { ...carried, importedTerms: { categories: [termId(3)], tags: [] } }
const values = fair({ slug: 'fair-7', publishedAt: utcTime('2020-01-02 03:04:05'), categories: [3] })
const brought = { id: 41, by: 'import', values, carried: mutable } as const

const venue = {
  ...{ id: 5, by: 'person' as const, carried: { ...mutable, importedTerms: {} } },
  values: newVenueValues({ name: 'Hall', status: 'publish', author: userId(1), slug: 'hall' }),
}

const world = () => {
  const store = memoryLog()
  const writing = writingOn(store)
  return { store, writing, calendar: calendarOn(writing) }
}

describe('00 §6.5 what is brought', () => {
  it('keeps its id, its numbered slug and who wrote what', async () => {
    const { store, calendar } = world()
    expect(await calendar.event.carry(brought, context)).toMatchObject({ ok: true, id: 41, values })
    const { state } = await loadItem(store, itemKinds.event, 41)
    expect(state).toEqual({
      ...{ values, createdBy: 'import', createdIn: 'ab12', writtenBy: 'person' },
      ...{ changedBy: { title: 'person' }, importedTerms: { categories: [3], tags: [] }, trashed: null },
    })
    const records = await store.read(streamName('event-41'))
    expect(records.map(({ type, meta }) => [type, meta.source])).toEqual([['EventCreated', 'export']])
  })

  it('is recorded once, and never over something else', async () => {
    const { store, calendar } = world()
    await calendar.event.carry(brought, context)
    expect(await calendar.event.carry(brought, context)).toMatchObject({ ok: true, position: null })
    const another = { ...brought, values: fair({ slug: 'other' }) }
    expect(await calendar.event.carry(another, context)).toEqual({ ok: false, refusal: { code: 'id-taken' } })
    const same = { ...brought, id: 42 }
    expect(await calendar.event.carry(same, context)).toEqual({ ok: false, refusal: { code: 'slug-taken' } })
    expect(await store.read(streamName('event-41'))).toHaveLength(1)
    expect(await store.read(streamName('event-42'))).toEqual([])
  })

  it('stays in the trash, from where it comes back as what it was, with its slug', async () => {
    const { calendar } = world()
    const trashed = { reason: 'deleted', was: 'private' } as const
    const inTrash = fair({
      slug: 'fair__trashed',
      status: 'trash',
      publishedAt: utcTime('2020-01-02 03:04:05'),
    })
    const line = { ...brought, values: inTrash, carried: { ...mutable, trashed } }
    expect(await calendar.event.carry(line, context)).toMatchObject({ ok: true, values: { status: 'trash' } })
    const back = await calendar.event.change(41, { status: 'private' }, personAt(5))
    expect(back).toMatchObject({ ok: true, values: { status: 'private', slug: 'fair' } })
  })

  it('is a draft without a slug as it was, and what is planned stays planned', async () => {
    const { calendar } = world()
    const draft = fair({ status: 'draft' })
    expect(await calendar.event.carry({ ...brought, values: draft }, context)).toMatchObject({
      ok: true,
      values: draft,
    })
    const past = fair({ status: 'future', slug: 'soon', publishedAt: utcTime('2020-01-01 00:00:00') })
    const done = await calendar.event.carry({ ...brought, id: 43, values: past }, context)
    expect(done).toMatchObject({ ok: true, values: { status: 'future' } })
  })

  it('terms keep ids, slugs and a name that two of them have', async () => {
    const { writing } = world()
    const term = (id: number, slug: string) => ({
      ...{
        id: termId(id),
        by: 'person' as const,
        carried: { created: carried.created, modified: carried.modified },
      },
      values: { taxonomy: 'post_tag' as const, name: 'Music', slug, description: '', parent: null },
    })
    expect(await carryTerm(writing, term(7, 'music'), context)).toEqual({ ok: true })
    expect(await carryTerm(writing, term(8, 'music-2'), context)).toEqual({ ok: true })
    expect(await carryTerm(writing, term(7, 'music'), context)).toEqual({ ok: true })
    expect(await carryTerm(writing, term(9, 'music'), context)).toEqual({
      ok: false,
      refusal: { code: 'slug-taken' },
    })
  })
})

describe('00 §6.5 bringing again', () => {
  it.each(['before', 'after'] as const)(
    'ends the same whichever call of the log fails, %s it took effect',
    async when => {
      for (let n = 1; ; n++) {
        const log = memoryLog()
        const { store, fired } = failAt(log, n, when)
        const bring = async (on: typeof store) => {
          await calendarOn(writingOn(on)).venue.carry(venue, context)
        }
        await bring(store).catch((error: unknown) => {
          if (!(error instanceof StoreUnavailable)) throw error
        })
        await bring(log)
        expect((await loadItem(log, itemKinds.venue, 5)).state?.values).toEqual(venue.values)
        expect(await log.read(streamName('venue-5'))).toHaveLength(1)
        const slug = await holdersOf(log, slugStream('venue', 'hall'))
        const name = await holdersOf(log, nameStream('venue', 'hall'))
        expect([slug, name].map(({ holders }) => holders.map(({ owner }) => owner))).toEqual([[5], [5]])
        if (!fired()) break
      }
    },
  )
})

describe('ids that are reserved for what is brought', () => {
  it('are given to nobody, by this process or another, also of a block that was begun', async () => {
    const { store, writing } = world()
    expect(await writing.ids.next('post', context)).toBe(1)
    await writing.ids.reserveThrough('post', 40, context)
    expect(await writing.ids.next('post', context)).toBe(41)
    expect(await writingOn(store).ids.next('post', context)).toBeGreaterThan(41)
    await writing.ids.reserveThrough('post', 10, context)
    expect(await writing.ids.next('post', context)).toBe(42)
    expect(await writing.ids.next('term', context)).toBe(1)
  })

  it('are reserved while others draw', async () => {
    const { writing } = world()
    const drawing = Promise.all(Array.from({ length: 100 }, () => writing.ids.next('post', context)))
    await writing.ids.reserveThrough('post', 500, context)
    expect(await writing.ids.next('post', context)).toBeGreaterThan(500)
    expect(new Set(await drawing).size).toBe(100)
  })
})
