import type { IdOf } from '../../../shared/facts/id-of.ts'
import type { DirectoryQueries } from '../../../projections/items/directory-queries.ts'
import {
  eventId,
  localTime,
  organizerId,
  utcTime,
  venueId,
  userId,
  streamName,
  logPosition,
  epochMs,
  termId,
  imageId,
} from '../../../shared/kernel/brands.ts'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { history } from '../../../projections/history/store.ts'
import type { NarrowedAll } from '../../../projections/history/queries.ts'
import { images } from '../../../projections/images/store.ts'
import { pictures as keptPictures } from '../../../projections/pictures/store.ts'
import { subscriptions } from '../../../projections/subscriptions/store.ts'
import { importStatus } from '../../../projections/import-status/store.ts'
import type { ListQuery } from '../../../projections/event-listing/queries.ts'
import type { TermOrder, TermQuery } from '../../../projections/terms/queries.ts'
import { parseFilter, type Conjunction } from '../../../shared/documents/filter.ts'
import { parseOptions } from '../../../shared/documents/find-options.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { mongoFilter, mongoSort, type Stored } from '../../../shared/documents/mongodb/query.ts'
import type { Documents } from '../../../shared/documents/port.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import { askedDocuments, type Asked } from '../../support/asked-documents.ts'
import { collections } from '../../support/collections.ts'
import { fairItem, importWorld, NOW } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { first } from '../../support/mixed-facts.ts'
import { patientDocuments, testDatabase } from '../../support/mongodb.ts'
import { authorNamed, editor, guest, readModels, site } from '../../support/read-models.ts'
import { eventValues, imageValues, recorder } from '../../support/recorded.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** Reads whole collections on purpose: every import, by the date of its registration. */
const wholeOnPurpose = new Set(['import-status/queries.ts'])

const recordsOf = async (
  store: EventStore,
  prefixes: readonly string[],
): Promise<readonly StoredRecord[]> => {
  const all: StoredRecord[] = []
  for await (const { records, live } of store.follow(null, prefixes, new AbortController().signal)) {
    all.push(...records)
    if (live) break
  }
  return all
}

const everyStatus = ['publish', 'pending', 'draft', 'future', 'private'] as const
const NO_RANGE = {}
const eventQueries: readonly ListQuery[] = [guest, authorNamed(2), editor].flatMap(viewer =>
  [['publish'] as const, everyStatus, ['draft', 'pending'] as const].flatMap(statuses =>
    [true, false].flatMap(includeHidden => {
      const base: ListQuery = {
        ...{ viewer, statuses, includeHidden, start: NO_RANGE, end: NO_RANGE },
        ...{ sort: { member: 'start', descending: false }, skip: 0, limit: 3 },
      }
      return [
        base,
        { ...base, sort: { member: 'start', descending: true } as const },
        {
          ...base,
          start: { gte: localTime('2027-05-01 00:00:00') },
          end: { lt: localTime('2027-06-01 00:00:00') },
        },
        { ...base, end: { gte: localTime('2027-05-08 12:00:00') }, skip: 1 },
        ...[true, false].map((is): ListQuery => ({
          ...base,
          ended: { at: utcTime('2027-05-08 12:00:00'), is },
        })),
        { ...base, search: 'fair' },
        {
          ...base,
          categories: [termId(1), termId(2)],
          tags: [termId(9)],
          featured: false,
          parent: eventId(1),
        },
        { ...base, venues: [1].map(venueId), organizers: [1].map(organizerId) },
        {
          ...base,
          author: userId(2),
          source: 'https://feeds.example/a.ics',
          changedSince: utcTime('2027-01-01 00:00:00'),
        },
        { ...base, source: null, end: { gte: localTime('2027-05-08 00:00:00') } },
        { ...base, withoutVenue: true, end: { gte: localTime('2027-05-08 00:00:00') } },
        {
          ...base,
          publishedBefore: utcTime('2027-05-08 00:00:00'),
          sort: { member: 'published', descending: false },
        },
        ...(['published', 'title', 'menu', 'modified'] as const).map((member): ListQuery => ({
          ...base,
          include: [eventId(1), eventId(3)],
          sort: { member, descending: true },
        })),
        ...(['published', 'title', 'menu', 'modified'] as const).flatMap(member =>
          [true, false].map((descending): ListQuery => ({ ...base, sort: { member, descending } })),
        ),
      ]
    }),
  ),
)
const termOrders: readonly TermOrder[] = ['id', 'include', 'name', 'slug', 'description', 'count']
const termQueries: readonly TermQuery[] = termOrders.flatMap((orderBy): readonly TermQuery[] => {
  const base = { taxonomy: 'cal_events_cat', hideEmpty: false, orderBy, skip: 0, limit: 2 } as const
  return [
    { ...base, descending: false },
    { ...base, descending: true, hideEmpty: true, search: 'c', parent: termId(0) },
    {
      ...base,
      descending: false,
      include: [termId(3), termId(1)],
      exclude: [termId(3)],
      slugs: ['c1'],
      parent: termId(1),
    },
    { ...base, descending: false, include: [termId(3), termId(1)] },
  ]
})

/** Everything that a directory of venues or organizers is asked. */
const askDirectory = async <Values>(
  directory: Pick<DirectoryQueries<Values>, 'list' | 'bySlug' | 'byName'>,
  idOf: (id: number) => IdOf<Values>,
): Promise<readonly unknown[]> => {
  const told: unknown[] = []
  for (const viewer of [guest, authorNamed(2), editor]) {
    const base = { viewer, statuses: everyStatus, skip: 0, limit: 2 }
    told.push(await directory.list(base))
    for (const member of ['nameKey', 'modified'] as const)
      told.push(await directory.list({ ...base, sort: { member, descending: true } }))
    told.push(await directory.list({ ...base, search: 'v', hasEvents: true }))
    told.push(await directory.list({ ...base, ids: [1, 2].map(idOf), hasEvents: false }))
    told.push(await directory.list({ ...base, include: [1, 2].map(idOf), exclude: [idOf(2)] }))
    told.push(await directory.list({ ...base, having: { member: 'city', text: 'Troy' } }))
    told.push(await directory.list({ ...base, upcomingAt: utcTime('2027-05-01 00:00:00') }))
  }
  told.push(await directory.bySlug('v1'), await directory.byName('V1'))
  return told
}

/** Feeds every read model and asks it whatever it can be asked; answers the answers. */
const askEverything = async (documents: Documents): Promise<readonly unknown[]> => {
  const record = recorder()
  const models = await readModels(documents)
  const records = [
    ...first.map(fact => record(fact)),
    ...Array.from({ length: 8 }, (_, n) =>
      record({
        type: 'EventCreated',
        eventId: 10 + n,
        by: 'person',
        values: eventValues({
          title: `Fair ${n}`,
          start: localTime(`2027-05-0${n + 1} 10:00:00`),
          end: n < 4 ? localTime(`2027-05-0${n + 1} 12:00:00`) : localTime('2027-05-20 12:00:00'),
          status: n % 3 === 0 ? 'draft' : 'publish',
          featured: n === 1,
          categories: [termId(1)],
          venues: [1 + (n % 3)],
        }),
      }),
    ),
    record({
      ...{ type: 'TermDeleted', termId: 2, by: 'person' },
      values: { taxonomy: 'cal_events_cat', description: '', name: 'C2', slug: 'c2', parent: 1 },
    }),
  ]
  await models.apply(records)
  await models.fence(1)
  await models.apply(records, 1)
  // one of two that end last in its venue
  const trashed = { type: 'EventTrashed', by: 'person', reason: 'deleted' } as const
  await models.apply([record({ ...trashed, eventId: 14, changes: { status: ['publish', 'trash'] } })], 1)

  const told: unknown[] = []
  for (const query of eventQueries)
    told.push(await models.events.listEvents(query), await models.events.anyEvent(query))
  told.push(await models.events.countOf(userId(2)))
  for (const query of termQueries) told.push(await models.terms.list(query))
  told.push(...(await askDirectory(models.venues, venueId)))
  told.push(...(await askDirectory(models.organizers, organizerId)))
  told.push(await models.events.bySlug('fair'))
  told.push(
    await models.terms.bySlug('cal_events_cat', 'c1'),
    await models.terms.standingByPath('cal_events_cat', 'c1/gone'),
    await models.terms.byName('cal_events_cat', 'C1'),
  )
  told.push(await models.terms.withDescendants([termId(1)]), await models.terms.childrenOf(termId(1)))

  const store = memoryLog()
  const world = importWorld(store)
  await world.whole('abc', [fairItem({}), fairItem({ uid: 'b', title: '' })])
  const imports = await importStatus(documents)
  await imports.apply(await recordsOf(store, imports.prefixes))
  told.push(
    await imports.queries.showImport('abc'),
    await imports.queries.itemsFrom('abc', 1),
    await imports.queries.chosenItems('abc', 'failed', { from: 1, limit: 1 }),
    await imports.queries.chosenItems('abc', null, { from: 1, limit: 1 }),
    await imports.queries.openBy(userId(2)),
    await imports.queries.listImports({ skip: 0, limit: 20, nowMs: epochMs(0) }),
  )

  const told2 = await history({ store, loginOf: () => null })(documents)
  await told2.apply(await recordsOf(store, told2.prefixes))
  told.push(await told2.queries.historyOf('import', 'abc'))
  told.push(await told2.queries.historyOf('import', 'abc', { before: logPosition(9), limit: 2 }))
  told.push(
    await told2.queries.historyOf('import', 'abc', {
      actor: userId(2),
      since: epochMs(0),
      until: epochMs(9),
    }),
  )
  told.push(await told2.queries.recent({ limit: 20 }))
  told.push(await told2.queries.recent({ actor: userId(2), until: NOW, before: logPosition(9), limit: 20 }))
  const narrowed: readonly NarrowedAll[] = [
    { kind: 'event' },
    { kind: 'import', without: ['user'] },
    { without: ['user'] },
    { source: 'import' },
    { correlation: 'abc' },
    { member: 'title' },
    { member: 'title', kind: 'event', actor: userId(2) },
    { text: 'fair' },
    { text: 'fair', source: 'import', kind: 'event' },
  ]
  for (const asked of narrowed) told.push(await told2.queries.full({ ...asked, limit: 3 }))
  const pictures = (await images(site)(documents)).queries
  told.push(await pictures.byFile('a.png'))
  told.push(await pictures.idsAfter(imageId(0), 10))
  const kept = await keptPictures(documents)
  const added = record({ type: 'ImageAdded', imageId: 70, by: 'person', values: imageValues('choir.png') })
  const shown = record({
    ...{ type: 'EventCreated', eventId: 71, by: 'person' },
    values: eventValues({ image: 70, description: '<img src="/media/choir.png" alt="">' }),
  })
  const others = await subscriptions(documents)
  const subscription = {
    ...{ subscriptionId: 's1', name: 'App', url: 'https://app.example/', kinds: ['event'] },
    ...{ happenings: ['published'], sees: 'public', salt: '0'.repeat(32) },
  }
  await others.apply([
    { ...added, stream: streamName('subscription-s1'), type: 'SubscriptionMade', data: subscription },
  ])
  told.push(await others.queries.listSubscriptions(), await others.queries.showSubscription('s1'))
  for (const epoch of [0, 1]) {
    await kept.fence?.(epoch)
    await kept.apply([added, shown], epoch)
  }
  const picture = await kept.queries.byId(imageId(70))
  told.push(picture, picture && (await kept.queries.usesOf(picture, { skip: 0, limit: 5 })))
  for (const unused of [true, false])
    told.push(await kept.queries.list({ search: 'choir', unused, skip: 0, limit: 5 }))
  return told
}

/** Every place where a read model asks a collection. */
const places = (): readonly string[] =>
  globSync(join(root, 'projections', '**', '*.ts')).flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, n) =>
        /\b(rows|entries|links|chunks|imports|items|stored)\.(find|count)\((?!\w+ =>|\(\{)/.test(line)
          ? [`${relative(join(root, 'projections'), file)}:${n + 1}`]
          : [],
      ),
  )

/** MongoDB considers no scan of a collection when a condition on the first key of an index bounds what can match. */
const isServed = (tests: Conjunction, firstKeys: readonly string[]): boolean =>
  tests.some(test => {
    if (test.kind === 'any')
      return !test.negated && test.branches.every(branch => isServed(branch, firstKeys))
    return firstKeys.includes(test.field) && (test.kind === 'range' || (test.kind === 'in' && !test.negated))
  })

const url = inject('mongodbUrl')

describe.skipIf(url === null)('read models in MongoDB', () => {
  const { database, directly, drop } = testDatabase(url ?? '')
  const asked: Asked[] = []
  let documents: Documents
  let answers: readonly unknown[]
  beforeAll(async () => {
    documents = await patientDocuments(url ?? '', database)
    answers = await askEverything(askedDocuments(documents, question => asked.push(question)))
  })
  afterAll(async () => {
    await documents.close()
    await drop()
  })

  it('answer as they do in memory', async () => {
    const inMemory = await askEverything(memoryDocuments({ strict: true }))
    expect(inMemory.length).toBeGreaterThan(200)
    for (const [n, answer] of answers.entries()) expect(answer).toEqual(inMemory[n])
  })

  it('were asked at every place that asks', () => {
    const reached = new Set(asked.map(({ by }) => by))
    expect(places().length).toBeGreaterThan(20)
    expect(places().filter(place => !reached.has(place))).toEqual([])
  })

  const questions = () =>
    [...new Map(asked.map(question => [JSON.stringify(question), question])).values()].filter(
      ({ by, filter }) => !(wholeOnPurpose.has(by.replace(/:\d+$/, '')) && JSON.stringify(filter) === '{}'),
    )
  const shown = ({ by, collection, filter }: Asked) => `${by} asks ${collection}: ${JSON.stringify(filter)}`

  it('have an index for every question', async () => {
    const indexes = await directly(async client => {
      const firstKeys = new Map<string, readonly string[]>()
      for (const { collection } of questions()) {
        const found = await client.db(database).collection(collection).indexes()
        firstKeys.set(
          collection,
          found.map(({ key }) => Object.keys(key)[0] ?? ''),
        )
      }
      return firstKeys
    })
    expect(questions().length).toBeGreaterThan(100)
    expect(
      questions()
        .filter(({ collection, filter }) => !isServed(parseFilter(filter), indexes.get(collection) ?? []))
        .map(shown),
    ).toEqual([])
  })

  it('scan nothing, where the server can tell', async () => {
    const scans = await directly(async client => {
      const scanned: Asked[] = []
      const db = client.db(database)
      const isScan = async ({
        collection,
        filter,
        options,
      }: Pick<Asked, 'collection' | 'filter' | 'options'>) => {
        const plan = await db
          .collection<Stored>(collection)
          .find(mongoFilter(parseFilter(filter)), { sort: mongoSort(parseOptions(options).sort) })
          .explain('queryPlanner')
        return JSON.stringify(plan).includes('"COLLSCAN"')
      }
      expect(await isScan({ collection: collections.venues, filter: { text: 'x' }, options: {} })).toBe(true)
      expect(await isScan({ collection: collections.venues, filter: { slug: 'x' }, options: {} })).toBe(false)
      // SecantusDB says that it scans whenever a filter has more than one field, or alternatives of several
      const severalFields = { collection: collections.venues, filter: { slug: 'x', text: 'x' }, options: {} }
      const knowsSeveral = !(await isScan(severalFields))
      const isOneField = ({ filter }: Asked) => {
        const [field = '', ...more] = Object.keys(mongoFilter(parseFilter(filter)))
        // every collection of MongoDB has its index of ids, which SecantusDB knows for single ones alone
        return !field.startsWith('$') && field !== '_id' && more.length === 0
      }
      for (const question of questions())
        if ((knowsSeveral || isOneField(question)) && (await isScan(question))) scanned.push(question)
      return scanned.map(shown)
    })
    expect(scans).toEqual([])
  })
})
