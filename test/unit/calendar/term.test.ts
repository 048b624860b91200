import { termId, streamName } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import type { TermFact } from '../../../shared/facts/term.ts'
import { term } from '../../../services/calendar/term/term.ts'
import { findOrCreateTerm } from '../../../services/calendar/term/find-or-create.ts'
import { changeTerm, createTerm, deleteTerm } from '../../../services/calendar/term/write.ts'
import { newTermValues } from '../../../services/calendar/values.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { personAt } from '../../support/calendar.ts'
import { specify } from '../../support/given.ts'
import { memoryLog } from '../../support/memory-log.ts'

const { given } = specify(term)
const asked = { id: termId(7), by: 'person' } as const
const who = { termId: termId(7), by: 'person' } as const
const values = newTermValues({ taxonomy: 'cal_events_cat', name: 'Fairs', slug: 'fairs' })
const created: TermFact = { type: 'TermCreated', ...who, values, hiddenUntilLinked: false }
const deleted: TermFact = { type: 'TermDeleted', ...who, values }
const discarded: TermFact = { type: 'TermDiscarded', ...who, changes: { slug: ['fairs', ''] } }
const adopted: TermFact = { type: 'TermAdopted', ...who, values }

const merged: TermFact = { type: 'TermMerged', ...who, into: termId(4), changes: {} }

const cases: Readonly<Record<TermFact['type'], () => void>> = {
  TermCreated: () => {
    given()
      .when({ ...asked, type: 'Create', values, hiddenUntilLinked: false })
      .then(created)
    given(created)
      .when({ ...asked, type: 'Create', values: { ...values, name: 'X' }, hiddenUntilLinked: false })
      .refuses('id-taken')
  },
  TermAdopted: () => {
    const hidden: TermFact = { ...created, hiddenUntilLinked: true }
    const wanted = { ...values, description: 'd' }
    given(hidden)
      .when({ ...asked, type: 'Adopt', values: wanted })
      .thenOnce('id-taken', { type: 'TermAdopted', ...who, values: wanted })
    given(created)
      .when({ ...asked, type: 'Adopt', values: wanted })
      .refuses('id-taken')
    given()
      .when({ ...asked, type: 'Adopt', values: wanted })
      .refuses('term-not-found')
    given(hidden)
      .when({ ...asked, type: 'Create', values, hiddenUntilLinked: false })
      .refuses('id-taken')
    given(hidden, { type: 'TermRenamed', ...who, changes: { name: ['Fairs', 'Markets'] } })
      .when({ ...asked, type: 'Adopt', values: wanted })
      .refuses('id-taken')
  },
  TermRenamed: () => {
    given(created)
      .when({ ...asked, type: 'Change', patch: { name: 'Markets', slug: 'fairs' } })
      .then({ type: 'TermRenamed', ...who, changes: { name: ['Fairs', 'Markets'] } })
  },
  TermDescribed: () => {
    given(created)
      .when({ ...asked, type: 'Change', patch: { description: 'd' } })
      .then({ type: 'TermDescribed', ...who, changes: { description: ['', 'd'] } })
  },
  TermSlugChanged: () => {
    given(created)
      .when({ ...asked, type: 'Change', patch: { slug: 'f' } })
      .then({ type: 'TermSlugChanged', ...who, changes: { slug: ['fairs', 'f'] } })
  },
  TermMoved: () => {
    given(created)
      .when({ ...asked, type: 'Change', patch: { parent: termId(4) } })
      .then({ type: 'TermMoved', ...who, changes: { parent: [null, termId(4)] } })
    given(created)
      .when({ ...asked, type: 'Change', patch: { parent: termId(7) } })
      .refuses('parent-loop')
  },
  TermDiscarded: () => {
    const hidden: TermFact = { ...created, hiddenUntilLinked: true }
    given(hidden)
      .when({ ...asked, type: 'Discard' })
      .then(discarded)
    for (const past of [[created], [], [created, deleted], [hidden, adopted]])
      given(...past)
        .when({ ...asked, type: 'Discard' })
        .then()
    given(hidden, discarded)
      .when({ ...asked, type: 'Change', patch: { name: 'X' } })
      .refuses('term-not-found')
  },
  TermRestored: () => {
    const hidden: TermFact = { ...created, hiddenUntilLinked: true }
    given(hidden, discarded)
      .when({ ...asked, type: 'Restore', slug: 'fairs-2' })
      .then({ type: 'TermRestored', ...who, changes: { slug: ['', 'fairs-2'] } })
    given(hidden)
      .when({ ...asked, type: 'Restore', slug: 'fairs-2' })
      .then()
  },
  TermMerged: () => {
    given(created)
      .when({ ...asked, type: 'Merge', into: termId(4) })
      .then(merged)
    given(created, merged)
      .when({ ...asked, type: 'Merge', into: termId(4) })
      .then()
    given(created, merged)
      .when({ ...asked, type: 'Change', patch: { name: 'X' } })
      .refuses('term-not-found')
  },
  TermUnmerged: () => {
    given(created, merged)
      .when({ ...asked, type: 'Unmerge' })
      .then({ type: 'TermUnmerged', ...who, changes: {} })
    given(created)
      .when({ ...asked, type: 'Unmerge' })
      .then()
  },
  TermMergeSettled: () => {
    given(created, merged)
      .when({ ...asked, type: 'SettleMerge', moved: 'there' })
      .then({ type: 'TermMergeSettled', ...who, changes: {} })
    const back: TermFact = { type: 'TermUnmerged', ...who, changes: {} }
    given(created, merged, back)
      .when({ ...asked, type: 'SettleMerge', moved: 'there' })
      .then()
    given(created, merged, back)
      .when({ ...asked, type: 'SettleMerge', moved: 'back' })
      .then({ type: 'TermMergeSettled', ...who, changes: {} })
  },
  TermDeleted: () => {
    given(created)
      .when({ ...asked, type: 'Delete' })
      .thenOnce('term-not-found', deleted)
    given(created, deleted)
      .when({ ...asked, type: 'Change', patch: { name: 'X' } })
      .refuses('term-not-found')
  },
}

describe('a term', () => {
  it.each(Object.entries(cases))('%s', (_, check) => {
    check()
  })
})

const context = personAt()
const category = (name: string, parent: number | null = null) =>
  newTermValues({ taxonomy: 'cal_events_cat', name, parent: parent === null ? null : termId(parent) })

describe('02 §9', () => {
  it('a name is unique under its parent, trimmed and case-folded', async () => {
    const writing = writingOn(memoryLog())
    expect(await createTerm(writing, category('Fairs'), context)).toMatchObject({
      id: 1,
      values: { slug: 'fairs' },
    })
    expect(await createTerm(writing, category(' FAIRS '), context)).toEqual({
      ok: false,
      refusal: { code: 'term_exists', termId: 1 },
    })
    expect(await createTerm(writing, category('Fairs', 1), context)).toMatchObject({
      ok: true,
      values: { slug: 'fairs-2' },
    })
    const tag = newTermValues({ taxonomy: 'post_tag', name: 'Fairs' })
    expect(await createTerm(writing, tag, context)).toMatchObject({ ok: true, values: { slug: 'fairs' } })
  })

  it('a sent slug that is taken: suffix on create, refused on update', async () => {
    const writing = writingOn(memoryLog())
    await createTerm(writing, category('Fairs'), context)
    const second = await createTerm(writing, { ...category('Markets'), slug: 'Fairs' }, context)
    expect(second).toMatchObject({ id: 2, values: { slug: 'fairs-2' } })
    expect(await changeTerm(writing, termId(2), { slug: 'fairs' }, context)).toEqual({
      ok: false,
      refusal: { code: 'duplicate_term_slug', termId: 1 },
    })
    expect(await changeTerm(writing, termId(2), { slug: '' }, context)).toMatchObject({ position: null })
  })

  it('an update to the name of another term is allowed, and both keep it taken', async () => {
    const writing = writingOn(memoryLog())
    await createTerm(writing, category('Fairs'), context)
    await createTerm(writing, category('Markets'), context)
    expect(await changeTerm(writing, termId(2), { name: 'Fairs' }, context)).toMatchObject({ ok: true })
    await changeTerm(writing, termId(1), { name: 'Other' }, context)
    expect(await createTerm(writing, category('Fairs'), context)).toMatchObject({ refusal: { termId: 2 } })
    expect(await createTerm(writing, category('Markets'), context)).toMatchObject({ ok: true })
  })

  it('a category is not put below itself', async () => {
    const writing = writingOn(memoryLog())
    await createTerm(writing, category('A'), context)
    await createTerm(writing, category('B', 1), context)
    await createTerm(writing, category('C', 2), context)
    expect(await changeTerm(writing, termId(1), { parent: termId(3) }, context)).toEqual({
      ok: false,
      refusal: { code: 'parent-loop' },
    })
  })

  it('a deleted one frees name and slug, its children move up', async () => {
    const store = memoryLog()
    const writing = writingOn(store)
    await createTerm(writing, category('A'), context)
    await createTerm(writing, category('B', 1), context)
    await createTerm(writing, category('C', 2), context)
    expect(await deleteTerm(writing, termId(2), [termId(3)], context)).toMatchObject({
      ok: true,
      values: { name: 'B' },
    })
    expect(await changeTerm(writing, termId(3), {}, context)).toMatchObject({ values: { parent: 1 } })
    expect(await createTerm(writing, category('C', 1), context)).toMatchObject({ refusal: { termId: 3 } })
    expect(await createTerm(writing, category('B', 1), context)).toMatchObject({
      ok: true,
      values: { slug: 'b' },
    })
    expect(await deleteTerm(writing, termId(2), [], context)).toEqual({
      ok: false,
      refusal: { code: 'term-not-found' },
    })
  })
})

describe('finding or creating a term', () => {
  it('02-4: a slug of digits comes before a name when slugs are looked at first', async () => {
    const writing = writingOn(memoryLog())
    await createTerm(writing, { ...category('Sports'), slug: '12' }, context)
    await createTerm(writing, { ...category('12'), slug: 'twelve' }, context)
    expect(await findOrCreateTerm(writing, 'cal_events_cat', '12', 'slug', context)).toMatchObject({ id: 1 })
    expect(await findOrCreateTerm(writing, 'cal_events_cat', '12', 'name', context)).toMatchObject({ id: 2 })
  })

  it('creates one for many that ask at once, in several processes', async () => {
    const store = memoryLog()
    const processes = [writingOn(store), writingOn(store)]
    const found = await Promise.all(
      Array.from({ length: 10 }, () => processes)
        .flat()
        .map(writing => findOrCreateTerm(writing, 'post_tag', 'Music', 'name', context)),
    )
    expect(new Set(found.map(({ id }) => id)).size).toBe(1)
    expect(await store.read(streamName(`term-${found[0]?.id ?? 0}`))).toHaveLength(1)
  })

  it('stays hidden until an event has it', async () => {
    const store = memoryLog()
    await findOrCreateTerm(writingOn(store), 'post_tag', 'Music', 'name', context)
    expect(await store.read(streamName('term-1'))).toMatchObject([{ data: { hiddenUntilLinked: true } }])
  })

  it('02 §5: one that no event came for is taken over by a plain create', async () => {
    const store = memoryLog()
    const writing = writingOn(store)
    const nobody = async () => false
    await findOrCreateTerm(writing, 'cal_events_cat', 'Music', 'name', context)
    const described = { ...category('MUSIC'), description: 'Loud.' }
    expect(await createTerm(writing, described, context, async id => id === 1)).toEqual({
      ok: false,
      refusal: { code: 'term_exists', termId: 1 },
    })
    expect(await createTerm(writing, described, context, nobody)).toMatchObject({
      id: 1,
      values: { name: 'MUSIC', slug: 'music', description: 'Loud.' },
    })
    expect(await createTerm(writing, category('Music'), context, nobody)).toMatchObject({
      refusal: { code: 'term_exists', termId: 1 },
    })
    expect(await findOrCreateTerm(writing, 'cal_events_cat', 'Music', 'name', context)).toMatchObject({
      id: 1,
    })
  })

  it('taking over frees the slug that it no longer has', async () => {
    const writing = writingOn(memoryLog())
    await findOrCreateTerm(writing, 'post_tag', 'Music', 'name', context)
    const tag = (name: string, slug = '') => newTermValues({ taxonomy: 'post_tag', name, slug })
    expect(await createTerm(writing, tag('Music', 'songs'), context, async () => false)).toMatchObject({
      id: 1,
      values: { slug: 'songs' },
    })
    expect(await createTerm(writing, tag('Music!'), context)).toMatchObject({ values: { slug: 'music' } })
  })

  it('a plain create and events that want the same name at once end with one term that is shown', async () => {
    const store = memoryLog()
    const processes = [writingOn(store), writingOn(store)]
    const nobody = async () => false
    const plain = { ...category('Music'), description: 'Loud.' }
    const all = await Promise.all(
      processes.flatMap(writing => [
        findOrCreateTerm(writing, 'cal_events_cat', 'Music', 'name', context),
        createTerm(writing, plain, context, nobody),
        findOrCreateTerm(writing, 'cal_events_cat', 'Music', 'name', context),
      ]),
    )
    const found = all.flatMap(one => ('created' in one ? [one.id] : []))
    const made = all.flatMap(one => ('created' in one ? [] : [one]))
    expect(new Set(found).size).toBe(1)
    expect(made.filter(one => one.ok).length).toBeLessThanOrEqual(1)
    const later = await createTerm(writingOn(store), plain, context, nobody)
    const known = made.find(one => one.ok) ?? later
    expect(known).toMatchObject({ id: found[0], values: { description: 'Loud.' } })
  })
})
