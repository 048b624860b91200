import type { ImageId } from '../../shared/kernel/brands.ts'
import type { Collection, Filter } from '../../shared/documents/port.ts'
import { searchFilters } from '../items/search.ts'
import { shownAs, type PictureRow, type PictureUse } from './evolve.ts'

export type { PictureRow } from './evolve.ts'

/** What a list of pictures asks; the newest come first. */
type PictureQuery = {
  /** Words of file name or alternative text; "": all. */
  readonly search: string
  /** Only those that nothing uses. */
  readonly unused: boolean
  readonly skip: number
  readonly limit: number
}

/** An event, a venue or an organizer that uses a picture. */
type UsedBy = Pick<PictureUse, '_id' | 'kind'>

/** Removed ones are unknown to all of them. */
export type PictureQueries = {
  readonly byId: (id: ImageId) => Promise<PictureRow | null>
  readonly list: (
    query: PictureQuery,
  ) => Promise<{ readonly rows: readonly PictureRow[]; readonly total: number }>
  /** What uses it, by number. */
  readonly usesOf: (
    picture: PictureRow,
    page: { readonly skip: number; readonly limit: number },
  ) => Promise<readonly UsedBy[]>
}

/** Uses of one picture: as the picture of an item, or in one of its texts. */
export const usedFilter = ({ _id, files }: PictureRow): Filter => ({
  $or: [
    { image: _id, counts: true },
    { files: { $in: files.flatMap(shownAs) }, counts: true },
  ],
})

export const pictureQueries = (
  rows: Collection<PictureRow>,
  links: Collection<PictureUse>,
): PictureQueries => ({
  byId: async id => {
    const found = await rows.get(id)
    return found === null || found.removed ? null : found
  },
  list: async ({ search, unused, skip, limit }) => {
    const filter = { $and: [{ removed: false }, ...(unused ? [{ uses: 0 }] : []), ...searchFilters(search)] }
    return rows.page(filter, { sort: { _id: -1 }, skip, limit })
  },
  usesOf: async (picture, { skip, limit }) =>
    (await links.find(usedFilter(picture), { sort: { _id: 1 }, skip, limit })).map(({ _id, kind }) => ({
      ...{ _id, kind },
    })),
})
