import { streamRevision, type ImageId } from '../../shared/kernel/brands.ts'
import { hash } from 'node:crypto'
import type { EventStore } from '../../shared/event-store/port.ts'
import { cleanedBytesStream, imageBytesStream, imageCodec, imageStream } from '../../shared/facts/image.ts'
import { byOf, recordOf, type Context } from '../handle.ts'
import { clearRemoved, imageBytes, loadImage, putBytes, type StoredImage } from './library.ts'
import type { RemoveTraces } from './picture.ts'

/** What was found of one image; `unreadable`: it cannot be opened, and stays as it is. */
export type Cleaned = 'clean' | 'cleaned' | 'unreadable'

type Deps = {
  readonly store: EventStore
  readonly removeTraces: RemoveTraces
  /** Removes what is kept of these files beside the log. */
  readonly forget: (image: StoredImage) => Promise<void>
}

/**
 * Rids a stored picture of what its file told besides, as pictures that come today are (ADR 9). The clean bytes get
 * a stream of their own first, then the image says that it has them, then the former ones are deleted: wherever it is
 * stopped, readers find one of both, and doing it again carries on. `dryRun` only looks.
 */
export const imageCleaner = ({ store, removeTraces, forget }: Deps) => {
  const dropFormer = async (image: StoredImage): Promise<void> => {
    await store.deleteStream(imageBytesStream(image.id, 'full'))
    await forget(image)
  }

  const replace = async (image: StoredImage, bytes: Uint8Array, context: Context): Promise<void> => {
    const { id, values } = image
    const digest = hash('sha256', bytes)
    const stream = cleanedBytesStream(id, digest)
    if ((await store.read(stream, { limit: 1 })).length > 0) await store.deleteStream(stream)
    await putBytes(store, stream, id, bytes, context)
    const changes: { readonly bytes: [number, number]; readonly digest: [string, string] } = {
      bytes: [values.bytes, bytes.length],
      digest: [values.digest, digest],
    }
    const fact = { type: 'ImageCleaned', imageId: id, by: byOf(context), changes } as const
    await store.append(imageStream(id), [recordOf(imageCodec, fact, context)], streamRevision(0))
    await dropFormer(image)
  }

  return async (id: ImageId, dryRun: boolean, context: Context): Promise<Cleaned> => {
    const image = await loadImage(store, id)
    if (image === null) {
      // of one that was removed when the service stopped in between
      if (!dryRun) await clearRemoved(store, id)
      return 'clean'
    }
    if (image.values.cleaned) {
      const left = await store.read(imageBytesStream(id, 'full'), { limit: 1 })
      // what is kept beside the log goes last: whoever was stopped before that has left it behind
      if (!dryRun) await (left.length === 0 ? forget(image) : dropFormer(image))
      return left.length === 0 ? 'clean' : 'cleaned'
    }
    const bytes = await imageBytes(store, image, 'full')
    const kept = bytes && (await removeTraces(bytes))
    if (bytes === null || kept === null) return 'unreadable'
    if (bytes.equals(kept)) return 'clean'
    if (!dryRun) await replace(image, kept, context)
    return 'cleaned'
  }
}

export type CleanImage = ReturnType<typeof imageCleaner>
