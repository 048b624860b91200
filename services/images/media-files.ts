import type { ImageId } from '../../shared/kernel/brands.ts'
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageState, ImageType, ImageValues, PartName } from '../../shared/facts/image.ts'
import { filesOf } from '../../shared/facts/image-files.ts'
import { underWay } from '../../shared/under-way.ts'

export type MediaFile = { readonly bytes: Buffer; readonly type: ImageType; readonly etag: string }

type FoundImage = { readonly id: ImageId; readonly values: ImageState }

type Deps = {
  /** Made when something is to be kept there. */
  readonly folder: string
  readonly byFile: (file: string) => Promise<FoundImage | null>
  /** As they are in the log. */
  readonly bytesOf: (image: FoundImage, part: PartName) => Promise<Buffer | null>
  readonly warn: (message: string, error: unknown) => void
}

/** Which file of an image has this name, and its length. */
const partOf = (values: ImageValues, file: string): { readonly part: PartName; readonly bytes: number } => {
  const size = values.sizes.find(one => one.file === file)
  return size === undefined ? { part: 'full', bytes: values.bytes } : { part: size.name, bytes: size.bytes }
}

/** Whole or not there at all, also when several processes write it at once. */
const keep = async (folder: string, file: string, bytes: Buffer): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${file}.${randomUUID()}`)
  try {
    await writeFile(draft, bytes, { mode: 0o600 })
    await rename(draft, join(folder, file))
  } finally {
    await rm(draft, { force: true })
  }
}

const kept = async (folder: string, file: string, length: number): Promise<Buffer | null> => {
  try {
    const bytes = await readFile(join(folder, file))
    return bytes.length === length ? bytes : null
  } catch {
    return null
  }
}

/** A picture that was cleaned after it had been stored has other bytes under its name than before. */
const keptAs = ({ cleaned, digest }: ImageState, part: PartName, file: string): string =>
  cleaned && part === 'full' ? `${digest.slice(0, 32)}.${file}` : file

/** Removes what is kept of a picture as it was before it was cleaned. */
export const forgetMedia =
  (folder: string) =>
  async ({ values }: FoundImage): Promise<void> => {
    for (const file of filesOf(values)) await rm(join(folder, file), { force: true })
  }

/**
 * Files of images by their names. The folder is a cache of the log (ADR 9): what is missing there is read from the log and
 * kept; a folder that cannot be written costs time, nothing else. Throws StoreUnavailable.
 */
export const mediaFiles = ({ folder, byFile, bytesOf, warn }: Deps) => {
  const reading = underWay<Buffer | null>()

  const fromLog = async (image: FoundImage, part: PartName, file: string): Promise<Buffer | null> => {
    const bytes = await bytesOf(image, part)
    if (bytes !== null)
      await keep(folder, file, bytes).catch((error: unknown) => warn(`${file} cannot be kept`, error))
    return bytes
  }

  return async (file: string): Promise<MediaFile | null> => {
    const image = await byFile(file)
    if (image === null) return null
    const { part, bytes: length } = partOf(image.values, file)
    const name = keptAs(image.values, part, file)
    const bytes =
      (await kept(folder, name, length)) ?? (await reading(name, () => fromLog(image, part, name)))
    const { type, digest } = image.values
    return bytes === null ? null : { bytes, type, etag: `"${digest.slice(0, 32)}-${part}"` }
  }
}

export type OpenMedia = ReturnType<typeof mediaFiles>
