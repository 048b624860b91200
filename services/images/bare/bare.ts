import type { ImageType } from '../../../shared/facts/image.ts'
import { bareAvif } from './avif.ts'
import { bareGif } from './gif.ts'
import { bareJpeg } from './jpeg.ts'
import { barePng } from './png.ts'
import { bareWebp } from './webp.ts'

/**
 * The file with what is needed to show the picture as it is, its colour profile and its orientation (1 to 8), and
 * nothing else (spec 02 §5 image). Pixels are not encoded anew. null: the parts of the file cannot be told apart.
 */
export const bare = (bytes: Uint8Array, type: ImageType, orientation: number): Buffer | null => {
  switch (type) {
    case 'image/jpeg':
      return bareJpeg(bytes, orientation)
    case 'image/png':
      return barePng(bytes, orientation)
    case 'image/gif':
      return bareGif(bytes)
    case 'image/webp':
      return bareWebp(bytes, orientation)
    case 'image/avif':
      return bareAvif(bytes)
  }
}
