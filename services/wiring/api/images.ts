import type { ImageId } from '../../../shared/kernel/brands.ts'
import type { ImageQueries } from '../../../projections/images/queries.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import type { HttpFetcher } from '../../../shared/http-fetcher.ts'
import { late, type Pieces } from '../../../shared/late.ts'
import type { Writing } from '../../calendar/writing.ts'
import { addPicture } from '../../images/add-picture.ts'
import { imagesByAddress } from '../../images/by-address.ts'
import { imageBytes, imageLibrary, loadImage } from '../../images/library.ts'
import { pictureChanges, type PictureChanges } from '../../images/change-picture.ts'
import { imageCleaner, type CleanImage } from '../../images/clean-up.ts'
import { forgetMedia, mediaFiles, type OpenMedia } from '../../images/media-files.ts'
import type { ReadPicture } from '../../images/picture.ts'

type MediaParts = {
  readonly writing: Writing
  /** Address of the site as it is now, without a trailing slash. */
  readonly baseUrl: () => string
  readonly fetcher: HttpFetcher
}

/** Of `picture.ts`: the library that opens pictures is large, and most processes are never asked to open one. */
const PICTURE_PIECES: Pieces = [() => import('../../images/bare/bare.ts')]

const lateReader = (): ReadPicture => {
  const reading = late(async () => (await import('../../images/picture.ts')).pictureReader(), PICTURE_PIECES)
  return async bytes => (await reading())(bytes)
}

/** How images come to the site; the log alone answers. */
export const imagesOn = ({ writing, baseUrl, fetcher }: MediaParts) => {
  const library = imageLibrary(writing)
  const readPicture = lateReader()
  const ownRoot = () => `${baseUrl()}/media/`
  return {
    exists: async (id: ImageId) => (await library.load(id)) !== null,
    byFile: library.byFile,
    /** For pictures that move in under their ids. */
    movingIn: { library, readPicture },
    add: addPicture(library, readPicture),
    byAddress: imagesByAddress({
      ...{ fetcher, library, readPicture, ownRoot },
      ownImage: async address => (await library.byFile(address.slice(ownRoot().length)))?.id ?? null,
    }),
  }
}

export type SiteImages = ReturnType<typeof imagesOn>

type MediaNeeds = {
  readonly store: EventStore
  readonly queries: ImageQueries
  readonly images: Pick<SiteImages, 'byFile'>
  /** Where files of images are kept at hand. */
  readonly folder: string
  readonly warn: (message: string, error: unknown) => void
}

/** Cleans images that are stored already. */
export const cleanerOn = ({ store, folder }: Pick<MediaNeeds, 'store' | 'folder'>): CleanImage => {
  const pictures = late(() => import('../../images/picture.ts'), PICTURE_PIECES)
  return imageCleaner({
    store,
    removeTraces: async bytes => (await pictures()).removeTraces(bytes),
    forget: forgetMedia(folder),
  })
}

/** Changes images that are there, and removes them. */
export const changesOn = ({ store, folder }: Pick<MediaNeeds, 'store' | 'folder'>): PictureChanges =>
  pictureChanges({ store, forget: forgetMedia(folder) })

/** Files of images by name, also of those that the read model does not have yet. */
export const mediaOn = ({ store, queries, images, folder, warn }: MediaNeeds): OpenMedia =>
  mediaFiles({
    ...{ folder, warn },
    byFile: async file => {
      const row = await queries.byFile(file)
      return row === null ? images.byFile(file) : { id: row._id, values: row.values }
    },
    bytesOf: async (image, part) => {
      const bytes = await imageBytes(store, image, part)
      if (bytes !== null) return bytes
      // cleaned a moment ago, which the read model does not say yet
      const latest = await loadImage(store, image.id)
      return latest && imageBytes(store, latest, part)
    },
  })
