import type { ImageId } from '../../shared/kernel/brands.ts'
import type { Collection, CollectionSpec, Documents, WriteOp } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { foldBatch } from '../engine/fold.ts'
import { onListingFailure } from '../engine/failure-policy.ts'
import { fenceOff, putIfNewer, putIfNewerAndOurs } from '../engine/guarded-write.ts'
import type { Projection } from '../engine/projection.ts'
import { forgettingPurges, purgesOf } from '../items/item.ts'
import {
  isAbout,
  namedBy,
  pictureFold,
  pictureRow,
  useFold,
  type PictureRow,
  type PictureUse,
} from './evolve.ts'
import { pictureQueries, usedFilter, type PictureQueries } from './queries.ts'

const spec: CollectionSpec = {
  name: 'pictures@1',
  indexes: [
    { name: 'newest', keys: ['removed', '_id'] },
    { name: 'uses', keys: ['removed', 'uses', '_id'] },
    { name: 'files', keys: ['files'] },
  ],
}

const usesSpec: CollectionSpec = {
  name: 'picture-uses@1',
  indexes: [
    { name: 'image', keys: ['image', 'counts', '_id'] },
    { name: 'files', keys: ['files', 'counts', '_id'] },
  ],
}

const KINDS = ['event', 'venue', 'organizer'] as const

type Collections = {
  readonly rows: Collection<PictureRow>
  readonly links: Collection<PictureUse>
}

/** Pictures whose uses a batch may have changed: by their numbers, and by the names of their files. */
type Touched = { readonly ids: Set<ImageId>; readonly files: Set<string> }

const applyUses = async (
  { links }: Collections,
  records: readonly StoredRecord[],
  touched: Touched,
): Promise<void> => {
  for (const kind of KINDS) {
    const own = records.filter(isAbout(kind))
    if (own.length === 0) continue
    const fold = useFold(kind)
    const { changed, again } = await foldBatch(links, own, fold)
    await links.bulkWrite(changed.map(({ after }) => putIfNewer(after)))
    // what comes again may have been counted or not
    const left = await links.getMany(again.map(fold.idOf))
    for (const use of [...changed.flatMap(({ before, after }) => [before, after]), ...left]) {
      if (use === null) continue
      if (use.image !== null) touched.ids.add(use.image)
      for (const file of use.files) touched.files.add(file.slice(file.indexOf(' ') + 1))
    }
    for (const named of again.map(namedBy)) {
      for (const id of named.ids) touched.ids.add(id)
      for (const file of named.files) touched.files.add(file.slice(file.indexOf(' ') + 1))
    }
  }
}

/** Writes how often pictures are used where it is not what it was. */
const putUses = async ({ rows, links }: Collections, touched: Touched, epoch: number): Promise<void> => {
  const { ids, files } = touched
  if (ids.size === 0 && files.size === 0) return
  const shown = files.size === 0 ? [] : await rows.find({ files: { $in: [...files] } })
  const known = (await rows.getMany([...new Set([...ids, ...shown.map(({ _id }) => _id)])])).filter(
    ({ removed }) => !removed,
  )
  const counts = await Promise.all(known.map(row => links.count(usedFilter(row))))
  const changed = known.flatMap((row, n): WriteOp<PictureRow>[] => {
    const uses = counts[n] ?? 0
    if (uses === row.uses && row.epoch === epoch) return []
    const filter = { _id: row._id, epoch: { $lte: epoch }, removed: false }
    return [{ updateOne: { filter, update: { $set: { uses, epoch } } } }]
  })
  if (changed.length > 0) await rows.bulkWrite(changed)
}

/** The pictures of the site for those who keep it, and what uses each of them (spec 07 §8). */
export const pictures = async (
  documents: Documents,
): Promise<Projection & { readonly queries: PictureQueries }> => {
  const collections: Collections = {
    rows: await documents.collection<PictureRow>(spec),
    links: await documents.collection<PictureUse>(usesSpec),
  }
  const { rows, links } = collections
  return forgettingPurges(documents, [{ kinds: KINDS, documents: links }], {
    name: spec.name,
    prefixes: ['image-', ...KINDS.flatMap(kind => [`${kind}-`, purgesOf(`${kind}-`)])],
    apply: async (records: readonly StoredRecord[], epoch = 0) => {
      const own = records.filter(({ stream }) => stream.startsWith('image-'))
      const { changed, again } = await foldBatch(rows, own, pictureFold)
      await rows.bulkWrite(
        changed.map(({ before, after }) => putIfNewerAndOurs(pictureRow(after, before?.uses ?? 0, epoch))),
      )
      const fresh = changed.flatMap(({ before, after }) => (before === null ? [after._id] : []))
      const touched = { ids: new Set([...fresh, ...again.map(pictureFold.idOf)]), files: new Set<string>() }
      await applyUses(collections, records, touched)
      await putUses(collections, touched, epoch)
    },
    fence: (epoch: number) => fenceOff(rows, epoch),
    onFailure: onListingFailure,
    queries: pictureQueries(rows, links),
  })
}
