import { imageId } from '../../shared/kernel/brands.ts'
import { IMAGE_BYTES } from '../../shared/limits/fetched.ts'
import { anyId, type Context, type IdFor } from '../handle.ts'
import type { ImageLibrary, StoredImage } from './library.ts'
import type { ReadPicture } from './picture.ts'

/**
 * Stores a file that somebody hands over (spec 00 §6 add-image); a refusal says why, for people. `idFor`: the number that
 * it has, whoever may be storing it under that number just now.
 */
export const addPicture =
  (library: ImageLibrary, readPicture: ReadPicture) =>
  async (
    file: { readonly name: string; readonly bytes: Uint8Array; readonly alt?: string },
    context: Context,
    idFor: IdFor = anyId,
  ): Promise<StoredImage | { readonly refusal: string }> => {
    if (file.bytes.length > IMAGE_BYTES)
      return { refusal: `it has more than ${IMAGE_BYTES / 1024 / 1024} MiB` }
    const picture = await readPicture(file.bytes)
    if (picture === null)
      return { refusal: 'it is no JPEG, PNG, GIF, WebP or AVIF picture that can be opened' }
    const id = await idFor(context)
    const again = id === undefined ? undefined : imageId(id)
    return library.add(picture, { name: file.name, source: null, alt: file.alt, again }, context)
  }

export type AddPicture = ReturnType<typeof addPicture>
