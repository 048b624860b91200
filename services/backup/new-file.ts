import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Gives a file that is whole its name, and takes no other file's place: throws EEXIST. The name is reserved first, since
 * a second name for one file cannot be had everywhere (FAT, on sticks).
 */
export const takeName = async (partial: string, path: string): Promise<void> => {
  const place = await open(path, 'wx', 0o600)
  await place.close()
  try {
    await rename(partial, path)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** Writes a text to a file that is not there yet, for its owner alone; until it is whole it is called `path.partial`. */
export const writeNewFile = async (
  path: string,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<void> => {
  if (await isThere(path)) throw new Error(`${path} is there already`)
  const partial = `${path}.partial`
  try {
    await rm(partial, { force: true })
    await pipeline(pieces, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }))
    await takeName(partial, path)
  } finally {
    await rm(partial, { force: true })
  }
}
