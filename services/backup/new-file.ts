import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link as linkFile, open, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { codeOf } from '../../shared/kernel/thrown.ts'

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** A name that no other file beside it has, for what is written until it is whole. */
export const partialOf = (path: string): string => `${path}.${randomUUID()}.partial`

/** What file systems on which a file has one name only (FAT, exFAT, some that come over a network) answer. */
const ONE_NAME_ONLY: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/**
 * Gives a file that is whole its name, and takes no other file's place: throws EEXIST. Where a file has one name only, the
 * name is reserved by an empty file first. `partial` may be left: it is for the caller to remove. `link`: as of node:fs.
 */
export const takeName = async (partial: string, path: string, link = linkFile): Promise<void> => {
  try {
    await link(partial, path)
    return
  } catch (error) {
    if (!ONE_NAME_ONLY.has(codeOf(error))) throw error
  }
  const place = await open(path, 'wx', 0o600)
  await place.close()
  try {
    await rename(partial, path)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** Writes a text to a file that is not there yet, for its owner alone; whoever looks meanwhile sees none of this name. */
export const writeNewFile = async (
  path: string,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<void> => {
  if (await isThere(path)) throw new Error(`${path} is there already`)
  const partial = partialOf(path)
  try {
    await pipeline(pieces, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }))
    await takeName(partial, path)
  } finally {
    await rm(partial, { force: true })
  }
}
