import type { SizeName } from '../../shared/facts/image.ts'
import type { Dimensions } from '../../shared/facts/image-files.ts'

const THUMBNAIL = 150
const WIDTHS = [
  ['medium', 300],
  ['medium_large', 768],
  ['large', 1024],
] as const

export type Size = Dimensions & { readonly name: SizeName }

/** Smaller sizes of a picture: `thumbnail` cropped to a square, the others as wide as said (spec 02 §1.1 `image`). */
export const sizesOf = ({ width, height }: Dimensions): readonly Size[] => {
  const fits = width >= THUMBNAIL && height >= THUMBNAIL && width * height > THUMBNAIL * THUMBNAIL
  return [
    ...(fits ? [{ name: 'thumbnail', width: THUMBNAIL, height: THUMBNAIL } as const] : []),
    ...WIDTHS.filter(([, wide]) => wide < width).map(([name, wide]) => ({
      name,
      width: wide,
      height: Math.max(1, Math.round((height * wide) / width)),
    })),
  ]
}
