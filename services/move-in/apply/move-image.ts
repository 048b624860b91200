import { imageId } from '../../../shared/kernel/brands.ts'
import type { ImageLibrary, StoredImage } from '../../images/library.ts'
import type { ReadPicture } from '../../images/picture.ts'
import type { Context } from '../../handle.ts'
import { keptId, movedAs, type Moved, type Moving } from './moving.ts'

/** A picture of the other calendar: its id and address there, and the name of its file. */
export type OldImage = { readonly id: number; readonly address: string; readonly name: string }

type Library = Pick<ImageLibrary, 'add' | 'load' | 'wasEver' | 'from'>

/** Under its own id: also when whoever stored it died before its address was noted. */
const keptOne = async (
  library: Library,
  moving: Moving,
  { id, address }: OldImage,
): Promise<StoredImage | null> => {
  const own = keptId(moving, id)
  const found = own === null ? null : await library.load(imageId(own))
  return found?.values.source?.address === address ? found : null
}

/** The picture that came from that address before; null: it has to be fetched. */
export const knownImage = async (
  library: Library,
  moving: Moving,
  image: OldImage,
): Promise<Moved | null> => {
  const found = (await library.from(image.address)).at(-1) ?? (await keptOne(library, moving, image))
  return found === null ? null : movedAs(image.id, found.id, 'unchanged')
}

/** Stores a picture that was fetched from the other calendar (spec 05 §15). */
export const moveImage = async (
  { library, readPicture }: { readonly library: Library; readonly readPicture: ReadPicture },
  moving: Moving,
  image: OldImage,
  bytes: Uint8Array,
  context: Context,
): Promise<Moved> => {
  const known = await knownImage(library, moving, image)
  if (known !== null) return known
  const picture = await readPicture(Buffer.from(bytes))
  if (picture === null) return movedAs(image.id, null, 'failed', { reason: 'not_an_image' })
  const kept = keptId(moving, image.id)
  // one that was removed here comes as a new one, if it is still wanted
  const own = kept === null || (await library.wasEver(imageId(kept))) ? undefined : imageId(kept)
  const source = { address: image.address, etag: null, lastModified: null }
  const { id } = await library.add(picture, { name: image.name, source, id: own }, context)
  return movedAs(image.id, id, 'created')
}
