import type { Position } from '../../shared/kernel/brands.ts'
import type { Collection, CollectionSpec, Documents, WriteOp } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { foldBatch, termFact } from '../engine/fold.ts'
import { eventPrefixes, forgettingPurges } from '../items/item.ts'
import { onListingFailure } from '../engine/failure-policy.ts'
import { fenceOff, putIfNewerAndOurs } from '../engine/guarded-write.ts'
import {
  applyLinks,
  countedIds,
  itemsOf,
  linksSpec,
  type EventLinks,
  type Linking,
  type LinksApplied,
} from '../items/links.ts'
import type { Projection } from '../engine/projection.ts'
import type { Site } from '../items/post.ts'
import { rowOf, termFold, tombstoneOf, type TermRow } from './evolve.ts'
import { termQueries, type TermQueries } from './queries.ts'

const spec: CollectionSpec = {
  name: 'terms@3',
  indexes: [
    { name: 'name', keys: ['taxonomy', 'shown', 'sortName', '_id'] },
    { name: 'slug', keys: ['slug'] },
    { name: 'nameKey', keys: ['nameKey'] },
    { name: 'parent', keys: ['parent'] },
  ],
  // every batch of an import changes it
  aside: ['count'],
}

const members = ['categories', 'tags'] as const
type Member = (typeof members)[number]
type Links = EventLinks<Member>

const memberOf = { cal_events_cat: 'categories', post_tag: 'tags' } as const

const isDeletion = (record: StoredRecord) => termFact(record).type === 'TermDeleted'

/** Deletions divide the batch: what comes before one is written before it is carried out. */
const parts = (records: readonly StoredRecord[]): readonly (readonly StoredRecord[])[] => {
  const found: StoredRecord[][] = [[]]
  for (const record of records) {
    if (isDeletion(record)) found.push([record], [])
    else found.at(-1)?.push(record)
  }
  return found.filter(part => part.length > 0)
}

/** Event categories and tags, and the number of events of each that count (index of the links: its own member). */
export const terms =
  (site: Site) =>
  async (documents: Documents): Promise<Projection & { readonly queries: TermQueries }> => {
    const rows = await documents.collection<TermRow>(spec)
    const links = await documents.collection<Links>(linksSpec('terms-links@2', members))

    /** A late write of another process must not bring it back. */
    const bury = (term: TermRow, position: Position, epoch: number): WriteOp<TermRow> =>
      documents.isShared
        ? putIfNewerAndOurs(tombstoneOf(term, position, epoch))
        : { deleteOne: { filter: { _id: term._id } } }

    /** Answers the ids of those that were not there before, or that come again: whether they were counted is not known. */
    const put = async (records: readonly StoredRecord[], epoch: number): Promise<readonly number[]> => {
      const { changed, again } = await foldBatch(rows, records, termFold)
      await rows.bulkWrite(
        changed.map(({ before, after }) => putIfNewerAndOurs(rowOf(after, before?.count ?? 0, site, epoch))),
      )
      const fresh = changed.flatMap(({ before, after }) => (before === null ? [after._id] : []))
      return [...fresh, ...again.map(termFold.idOf)]
    }

    return forgettingPurges(documents, [{ kinds: ['event'], documents: links }], {
      name: spec.name,
      prefixes: ['term-', ...eventPrefixes],
      apply: async (records: readonly StoredRecord[], epoch = 0) => {
        const fresh: number[] = []
        for (const part of parts(records.filter(record => record.stream.startsWith('term-')))) {
          const [first] = part
          if (first !== undefined && isDeletion(first)) await remove(rows, first, site, bury, epoch)
          else fresh.push(...(await put(part, epoch)))
        }
        const linking = { links, items: rows }
        await putUses(linking, fresh, await applyLinks(linking, records, members), epoch)
      },
      fence: (epoch: number) => fenceOff(rows, epoch),
      onFailure: onListingFailure,
      queries: termQueries(rows, site),
    })
  }

/** The term goes, its children move up (spec 02 §9). */
const remove = async (
  rows: Collection<TermRow>,
  record: StoredRecord,
  site: Site,
  bury: (term: TermRow, position: Position, epoch: number) => WriteOp<TermRow>,
  epoch: number,
): Promise<void> => {
  const fact = termFact(record)
  if (fact.type !== 'TermDeleted') return
  const children = await rows.find({ parent: fact.termId })
  const moved = children.map((child): WriteOp<TermRow> => {
    const values = { ...child.values, parent: fact.values.parent }
    const replacement = rowOf({ ...child, values }, child.count, site, epoch)
    const filter = { _id: child._id, rev: child.rev, epoch: { $lte: epoch } }
    return { replaceOne: { filter, replacement } }
  })
  const gone = await rows.get(fact.termId)
  const buried = gone === null || gone.deleted ? [] : [bury(gone, record.position, epoch)]
  await rows.bulkWrite([...moved, ...buried])
}

type Applied = LinksApplied<Member, TermRow>

/** By how much a batch changes the number of events that count of each term of one kind. */
const differencesOf = ({ changed }: Applied, member: Member): ReadonlyMap<number, number> => {
  const differences = new Map<number, number>()
  const add = (event: Links | null, step: 1 | -1) => {
    for (const id of countedIds(event, member)) differences.set(id, (differences.get(id) ?? 0) + step)
  }
  for (const { before, after } of changed) {
    add(before, -1)
    add(after, 1)
  }
  return differences
}

/**
 * Brings the numbers of events up to date, and shows what an event names, writing what changed. The links are asked
 * for new terms, where a batch comes again and where another holder wrote last, so that doing it twice does not
 * matter; else the difference counts.
 */
const putUses = async (
  { items, links }: Linking<Member, TermRow>,
  fresh: readonly number[],
  applied: Applied,
  epoch: number,
): Promise<void> => {
  const differences = {
    categories: differencesOf(applied, 'categories'),
    tags: differencesOf(applied, 'tags'),
  }
  const ask = new Set([...fresh, ...applied.doubtful])
  const ids = new Set([
    ...ask,
    ...differences.categories.keys(),
    ...differences.tags.keys(),
    ...applied.named,
  ])
  if (ids.size === 0) return
  const countOf = async ({ _id, taxonomy, count, epoch: writtenIn }: TermRow): Promise<number> => {
    const member = memberOf[taxonomy]
    return writtenIn !== epoch || ask.has(_id)
      ? links.count({ [member]: _id, counts: true })
      : count + (differences[member].get(_id) ?? 0)
  }
  const known = (await itemsOf({ items }, applied, ids)).filter(row => !row.deleted)
  const counts = await Promise.all(known.map(countOf))
  const changed = known.flatMap((row, n): WriteOp<TermRow>[] => {
    const count = counts[n]
    const isMerged = typeof row.into === 'number'
    const shown = !isMerged && (row.shown || applied.named.has(row._id))
    if (count === undefined) return []
    if (count === row.count && shown === row.shown && row.epoch === epoch) return []
    const filter = { _id: row._id, epoch: { $lte: epoch }, deleted: false }
    return [{ updateOne: { filter, update: { $set: { count, shown, epoch } } } }]
  })
  if (changed.length > 0) await items.bulkWrite(changed)
}
