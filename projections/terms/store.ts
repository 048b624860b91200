import type { Collection, CollectionSpec, Documents, WriteOp } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { foldBatch } from '../batch.ts'
import { termFact } from '../decode.ts'
import { onListingFailure } from '../failure-policy.ts'
import { putIfNewer } from '../guarded-write.ts'
import { applyLinks, linksSpec, type EventLinks } from '../links.ts'
import type { Projection } from '../projection.ts'
import type { Site } from '../site.ts'
import { rowOf, termFold, type TermRow } from './evolve.ts'
import { termQueries, type TermQueries } from './queries.ts'

const spec: CollectionSpec = {
  name: 'terms@1',
  indexes: [
    { name: 'name', keys: ['taxonomy', 'sortName', '_id'] },
    { name: 'slug', keys: ['slug'] },
    { name: 'nameKey', keys: ['nameKey'] },
    { name: 'parent', keys: ['parent'] },
  ],
}

const members = ['categories', 'tags'] as const
type Links = EventLinks<(typeof members)[number]>

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

/** Event categories and tags, and the number of published events of each (index of the links: its own member). */
export const terms =
  (site: Site) =>
  async (documents: Documents): Promise<Projection & { readonly queries: TermQueries }> => {
    const rows = await documents.collection<TermRow>(spec)
    const links = await documents.collection<Links>(linksSpec('terms-links@1', members))

    const put = async (records: readonly StoredRecord[]): Promise<readonly number[]> => {
      const changed = await foldBatch(rows, records, termFold)
      const ids = changed.map(term => term._id)
      const counts = new Map((await rows.getMany(ids)).map(row => [row._id, row.count]))
      await rows.bulkWrite(changed.map(term => putIfNewer(rowOf(term, counts.get(term._id) ?? 0, site))))
      return ids.filter(id => !counts.has(id))
    }

    return {
      name: spec.name,
      prefixes: ['term-', 'event-'],
      apply: async records => {
        const fresh: number[] = []
        for (const part of parts(records.filter(record => record.stream.startsWith('term-')))) {
          const [first] = part
          if (first !== undefined && isDeletion(first)) await remove(rows, first, site)
          else fresh.push(...(await put(part)))
        }
        const named = await applyLinks(links, records, members)
        if (fresh.length + named.length > 0) await countAgain(rows, links, [...fresh, ...named])
      },
      onFailure: onListingFailure,
      queries: termQueries(rows, site),
    }
  }

/** The term goes, its children move up (spec 02 §9). */
const remove = async (rows: Collection<TermRow>, record: StoredRecord, site: Site): Promise<void> => {
  const fact = termFact(record)
  if (fact.type !== 'TermDeleted') return
  const children = await rows.find({ parent: fact.termId })
  const moved = children.map((child): WriteOp<TermRow> => {
    const values = { ...child.values, parent: fact.values.parent }
    const replacement = rowOf({ ...child, values }, child.count, site)
    return { replaceOne: { filter: { _id: child._id, rev: child.rev }, replacement } }
  })
  await rows.bulkWrite([
    ...moved,
    { deleteOne: { filter: { _id: fact.termId, rev: { $lt: record.position } } } },
  ])
}

/** Counts anew what the index of the links says, so that doing it twice does not matter; writes what changed. */
const countAgain = async (
  rows: Collection<TermRow>,
  links: Collection<Links>,
  ids: readonly number[],
): Promise<void> => {
  const known = await rows.getMany([...new Set(ids)])
  const counts = await Promise.all(
    known.map(({ _id, taxonomy }) => links.count({ [memberOf[taxonomy]]: _id, published: true })),
  )
  const changed = known.flatMap((row, n): WriteOp<TermRow>[] => {
    const count = counts[n]
    if (count === undefined || count === row.count) return []
    return [{ updateOne: { filter: { _id: row._id }, update: { $set: { count } } } }]
  })
  if (changed.length > 0) await rows.bulkWrite(changed)
}
