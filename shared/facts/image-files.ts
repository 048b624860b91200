export type Dimensions = { readonly width: number; readonly height: number }

export const EXTENSIONS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
} as const

/** Names of the files of an image, as far as they matter here. */
type Named = {
  readonly file: string
  readonly type: keyof typeof EXTENSIONS
  readonly sizes: readonly (Dimensions & { readonly file: string })[]
}

/** `fair.jpg` → `fair-150x150.jpg`. */
export const sizedFile = (file: string, { width, height }: Dimensions): string =>
  file.replace(/(?=\.\w+$)/, `-${width}x${height}`)

/**
 * Names for an image that was stored without an extension, all its sizes under that one name: `fair`, the 8th →
 * `fair.8.png`, `fair.8-150x150.png`. No other image is named so.
 */
export const namedAnew = <Values extends Named>(id: number, values: Values): Values => {
  if (values.file.includes('.')) return values
  const file = `${values.file}.${id}.${EXTENSIONS[values.type]}`
  return { ...values, file, sizes: values.sizes.map(size => ({ ...size, file: sizedFile(file, size) })) }
}

/** The name that such an image had before; null: it was not named anew. */
export const formerName = (file: string): string | null => /^([^.]+)\.\d+\.\w+$/.exec(file)?.[1] ?? null

/** Every name under which an image has a file; a former one stands for the picture as a whole. */
export const filesOf = ({ file, sizes }: Named): readonly string[] => {
  const former = formerName(file)
  return [file, ...sizes.map(size => size.file), ...(former === null ? [] : [former])]
}
