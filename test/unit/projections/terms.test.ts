import { termId } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import type { TermQuery } from '../../../projections/terms/queries.ts'
import type { TermValues } from '../../../shared/facts/term.ts'
import { everything } from '../../support/listed-school.ts'
import { eventValues, recorder, type ItemFacts } from '../../support/recorded.ts'
import { guest, readModels, textsOf } from '../../support/read-models.ts'

const by = 'person' as const
const category = (id: number, name: string, given: Partial<TermValues> = {}) => ({
  type: 'TermCreated' as const,
  termId: id,
  by,
  values: {
    taxonomy: 'cal_events_cat' as const,
    name,
    slug: name.toLowerCase(),
    description: '',
    parent: null,
    ...given,
  },
  hiddenUntilLinked: false,
})

const withTerms = async (...terms: ReturnType<typeof category>[]) => {
  const record = recorder()
  const models = await readModels()
  await models.apply(terms.map(term => record(term)))
  const asked = (query: Partial<TermQuery>): TermQuery => ({
    taxonomy: 'cal_events_cat',
    hideEmpty: false,
    orderBy: 'name',
    descending: false,
    skip: 0,
    limit: 50,
    ...query,
  })
  const list = (query: Partial<TermQuery>) => models.terms.list(asked(query))
  const ids = async (query: Partial<TermQuery>) => (await list(query)).rows.map(row => row._id)
  return { models, record, list, ids }
}

describe('02 §3.3 lists', () => {
  const terms = [
    category(1, 'Sport', { description: 'b' }),
    category(2, 'Élan', { slug: 'elan', description: 'c' }),
    category(3, 'Drama', { parent: termId(1), description: 'a' }),
    category(4, 'drama', { slug: 'drama-2', parent: termId(2) }),
    category(5, 'Chess', { taxonomy: 'post_tag' }),
  ]

  it('are ordered by name without case and accents, ties by id', async () => {
    const { ids } = await withTerms(...terms)
    expect(await ids({})).toEqual([3, 4, 2, 1])
    expect(await ids({ descending: true })).toEqual([1, 2, 3, 4])
  })

  it.each([
    ['id', [1, 2, 3, 4]],
    ['slug', [3, 4, 2, 1]],
    ['description', [4, 3, 1, 2]],
    ['term_group', [1, 2, 3, 4]],
    ['count', [1, 2, 3, 4]],
  ] as const)('by %s', async (orderBy, expected) => {
    const { ids } = await withTerms(...terms)
    expect(await ids({ orderBy })).toEqual(expected)
  })

  it('by include: in the order asked for', async () => {
    const { ids } = await withTerms(...terms)
    expect(await ids({ include: [termId(2), termId(4), termId(1)], orderBy: 'include' })).toEqual([2, 4, 1])
    expect(
      await ids({ include: [termId(2), termId(4), termId(1)], orderBy: 'include', descending: true }),
    ).toEqual([1, 4, 2])
    expect(
      await ids({ include: [termId(2), termId(4), termId(1)], orderBy: 'include', skip: 1, limit: 1 }),
    ).toEqual([4])
  })

  it('search, exclude, parent and slug intersect', async () => {
    const { ids } = await withTerms(...terms)
    expect(await ids({ search: 'ELA' })).toEqual([2])
    expect(await ids({ search: 'drama-' })).toEqual([4])
    expect(await ids({ search: '.' })).toEqual([])
    expect(await ids({ search: 'drama', exclude: [termId(3)] })).toEqual([4])
    expect(await ids({ parent: termId(1) })).toEqual([3])
    expect(await ids({ parent: termId(0) })).toEqual([2, 1])
    expect(await ids({ slugs: ['drama'] })).toEqual([3])
    expect(await ids({ taxonomy: 'post_tag' })).toEqual([5])
  })

  it('search and slug go by what a reader sees, in any spelling', async () => {
    const { ids } = await withTerms(
      category(1, 'Q&amp;A', { slug: 'qa' }),
      category(2, '山川', { slug: '%e5%b1%b1%e5%b7%9d' }),
    )
    expect(await ids({ search: 'q&a' })).toEqual([1])
    expect(await ids({ search: 'amp' })).toEqual([])
    expect(await ids({ slugs: ['山川'] })).toEqual([2])
    expect(await ids({ slugs: ['%E5%B1%B1%E5%B7%9D'] })).toEqual([2])
    expect(await ids({ slugs: ['q'] })).toEqual([])
    expect(await ids({ slugs: ['qa', '山川', 'q'] })).toEqual([1, 2])
  })

  it('02-17 pages hold each id once although names are equal', async () => {
    const { list } = await withTerms(
      ...Array.from({ length: 12 }, (_, n) => category(n + 1, 'Club', { slug: `club-${n}` })),
    )
    const pages = await Promise.all([0, 5, 10].map(skip => list({ skip, limit: 5 })))
    expect(pages.flatMap(page => page.rows.map(row => row._id))).toEqual(
      Array.from({ length: 12 }, (_, n) => n + 1),
    )
    expect(pages.map(page => page.total)).toEqual([12, 12, 12])
  })
})

describe('02 §3.1 finding by slug or id', () => {
  it('02-4 slug first, then id', async () => {
    const { models } = await withTerms(category(12, 'Sports'), category(90, 'Twelve', { slug: '12' }))
    const resolve = (...texts: string[]) => models.terms.resolve('cal_events_cat', texts, 'slug')
    expect(await resolve('12')).toEqual({ ids: [90], unknown: [] })
    expect(await resolve('90', 'SPORTS', ' sports ')).toEqual({ ids: [90, 12], unknown: [] })
    expect(await resolve('nope', '13', 'sports')).toEqual({ ids: [12], unknown: ['nope', '13'] })
    expect(await models.terms.resolve('post_tag', ['sports', '12'], 'slug')).toEqual({
      ids: [],
      unknown: ['sports', '12'],
    })
  })

  it('02 §3.3 id first, then slug, where ids are asked for', async () => {
    const { models } = await withTerms(category(12, 'Sports'), category(90, 'Twelve', { slug: '12' }))
    const resolve = (...texts: string[]) => models.terms.resolve('cal_events_cat', texts, 'id')
    expect(await resolve('12')).toEqual({ ids: [12], unknown: [] })
    expect(await resolve('sports', '90')).toEqual({ ids: [12, 90], unknown: [] })
  })

  it('02-13 a category includes its descendants', async () => {
    const { models } = await withTerms(
      category(1, 'P'),
      category(2, 'Q', { parent: termId(1) }),
      category(3, 'R', { parent: termId(2) }),
      category(4, 'S'),
    )
    expect(await models.terms.withDescendants([termId(1)])).toEqual([1, 2, 3])
    expect(await models.terms.withDescendants([termId(4), termId(2)])).toEqual([4, 2, 3])
  })

  it('by name: trimmed, without case', async () => {
    const { models } = await withTerms(
      category(1, 'Big  Day'),
      category(2, 'big day', { slug: 'b-2', parent: termId(1) }),
    )
    const found = await models.terms.byName('cal_events_cat', ' BIG DAY ')
    expect(found.map(term => term._id)).toEqual([1, 2])
  })
})

describe('02 §1.4 count', () => {
  const event = (id: number, given: Parameters<typeof eventValues>[0]) => ({
    type: 'EventCreated' as const,
    eventId: id,
    by,
    values: eventValues(given),
  })

  it('02-15 counts published events and hides what has none', async () => {
    const { models, record, ids, list } = await withTerms(category(1, 'A'), category(2, 'B'))
    await models.apply([
      record(event(10, { categories: [1] })),
      record(event(11, { categories: [1, 2], status: 'draft' })),
      record(event(12, { categories: [1], hidden: true })),
      record(event(13, { categories: [1, 2], password: 'x' })),
    ])
    expect((await list({})).rows.map(row => row.count)).toEqual([2, 0])
    expect(await ids({ hideEmpty: true })).toEqual([1])
    await models.apply([
      record({ type: 'EventStatusChanged', eventId: 11, by, changes: { status: ['draft', 'publish'] } }),
      record({
        type: 'EventTermsAssigned',
        eventId: 10,
        by,
        changes: { categories: [[1], [2]] },
      }),
    ])
    expect((await list({})).rows.map(row => row.count)).toEqual([2, 2])
    await models.apply([
      record({
        type: 'EventTrashed',
        eventId: 11,
        by,
        reason: 'deleted',
        changes: { status: ['publish', 'trash'] },
      }),
    ])
    expect((await list({})).rows.map(row => row.count)).toEqual([1, 1])
  })

  it('01 §9.1 an event does not count while it has a password', async () => {
    const { models, record, list } = await withTerms(category(1, 'A'), category(2, 'B'))
    const counts = async () => (await list({})).rows.map(row => row.count)
    const password = (before: string, after: string) =>
      record({ type: 'EventProtected', eventId: 10, by, changes: { password: [before, after] } })
    await models.apply([record(event(10, { categories: [1] }))])
    expect(await counts()).toEqual([1, 0])
    await models.apply([password('', 'owl')])
    expect(await counts()).toEqual([0, 0])
    await models.apply([
      record({ type: 'EventTermsAssigned', eventId: 10, by, changes: { categories: [[1], [2]] } }),
    ])
    expect(await counts()).toEqual([0, 0])
    await models.apply([password('owl', 'hen')])
    expect(await counts()).toEqual([0, 0])
    await models.apply([password('hen', '')])
    expect(await counts()).toEqual([0, 1])
  })

  it('categories and tags are counted apart', async () => {
    const { models, record } = await withTerms(category(1, 'A'), category(2, 'B', { taxonomy: 'post_tag' }))
    await models.apply([record(event(10, { categories: [1], tags: [2] })), record(event(11, { tags: [2] }))])
    expect((await models.terms.byIds([termId(1), termId(2)])).map(row => row.count)).toEqual([1, 2])
  })
})

describe('02 §5 what was made for an event', () => {
  const hidden = { ...category(1, 'Music'), hiddenUntilLinked: true as const }
  const nothing = { ids: [], unknown: ['music', '1'] }

  it('is unknown until an event names it, and stays when that one drops it', async () => {
    const { models, record, ids } = await withTerms(hidden)
    const { terms } = models
    const answers = async () => ({
      list: await ids({}),
      search: await ids({ search: 'mus' }),
      include: await ids({ include: [termId(1)], orderBy: 'include' }),
      byId: (await terms.byId(termId(1)))?._id,
      byIds: (await terms.byIds([termId(1)])).length,
      bySlug: (await terms.bySlug('cal_events_cat', 'music'))?._id,
      byName: (await terms.byName('cal_events_cat', 'Music')).length,
    })
    const none = { list: [], search: [], include: [], byIds: 0, byName: 0 }
    expect(await answers()).toEqual({ ...none, byId: undefined, bySlug: undefined })
    expect(await terms.resolve('cal_events_cat', ['music', '1'], 'slug')).toEqual(nothing)
    const values = eventValues({ categories: [1], status: 'draft' })
    await models.apply([
      record({ type: 'EventCreated', eventId: 10, by, values }),
      record({ type: 'EventTermsAssigned', eventId: 10, by, changes: { categories: [[1], []] } }),
    ])
    const all = { list: [1], search: [1], include: [1], byId: 1, byIds: 1, bySlug: 1, byName: 1 }
    expect(await answers()).toEqual(all)
    await models.apply([
      record({ type: 'TermRenamed', termId: 1, by, changes: { name: ['Music', 'Musical'] } }),
    ])
    expect((await terms.byId(termId(1)))?.values.name).toBe('Musical')
  })

  it('is shown when a create takes it over', async () => {
    const { models, record, ids } = await withTerms(hidden)
    const values = { ...hidden.values, description: 'Loud.' }
    await models.apply([record({ type: 'TermAdopted', termId: 1, by, values })])
    expect(await ids({})).toEqual([1])
    expect(await models.terms.byId(termId(1))).toMatchObject({ values: { description: 'Loud.' }, count: 0 })
  })

  it('while the read model lags, its own stream tells whether it is there', async () => {
    const { models, record } = await withTerms(category(2, 'Art'))
    const latest = async (id: number, ...facts: ItemFacts[]) =>
      models.terms.fromRecords(
        termId(id),
        facts.map(fact => record(fact)),
      )
    const renamed: ItemFacts = { type: 'TermRenamed', termId: 2, by, changes: { name: ['Art', 'Arts'] } }
    const deleted = { type: 'TermDeleted', termId: 2, by, values: category(2, 'Arts').values } as const
    expect(await latest(2, category(2, 'Art'), renamed)).toMatchObject({ values: { name: 'Arts' }, count: 0 })
    expect(await latest(2, category(2, 'Art'), renamed, deleted)).toBeNull()
    expect(await latest(3)).toBeNull()
    expect(await latest(1, hidden)).toBeNull()
    await models.apply([
      record(hidden),
      record({ type: 'EventCreated', eventId: 10, by, values: eventValues({ categories: [1] }) }),
    ])
    expect(await latest(1, hidden)).toMatchObject({ _id: 1, count: 1 })
  })
})

it('02 §9 a deleted category leaves its events, and its children move up', async () => {
  const { models, record } = await withTerms(
    category(1, 'A'),
    category(2, 'B', { parent: termId(1) }),
    category(3, 'C', { parent: termId(2) }),
  )
  await models.apply([
    record({ type: 'EventCreated', eventId: 10, by, values: eventValues({ categories: [2, 3] }) }),
    record({
      type: 'TermDeleted',
      termId: 2,
      by,
      values: { taxonomy: 'cal_events_cat', name: 'B', slug: 'b', description: '', parent: 1 },
    }),
    record({ type: 'TermRenamed', termId: 3, by, changes: { name: ['C', 'D'] } }),
  ])
  expect(await models.terms.byId(termId(2))).toBeNull()
  const child = await models.terms.byId(termId(3))
  expect(child).toMatchObject({ parent: 1, values: { parent: 1, name: 'D' }, count: 1 })
  if (child === null) throw new Error('no term 3')
  const [object = ''] = await models.terms.cal([child], { links: false })
  expect(JSON.parse(object)).toMatchObject({ parent: 1, name: 'D' })
  const { rows } = await models.events.listEvents(everything)
  const [text] = textsOf(await models.events.calEvents(rows, guest))
  expect((JSON.parse(text ?? '') as { categories: { id: number }[] }).categories.map(({ id }) => id)).toEqual(
    [3],
  )
})
