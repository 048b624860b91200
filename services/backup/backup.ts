import { open, rm } from 'node:fs/promises'
import { partialOf, takeName } from './new-file.ts'
import { seal } from './sealed-file.ts'

/** How the log is copied into a new file. */
export type CopyLog<Copied> = (to: string) => Promise<Copied>

/** SQLite's own files beside one that is being written. */
const BESIDE = ['', '-wal', '-shm', '-journal']

export const removeFile = async (path: string): Promise<void> => {
  for (const suffix of BESIDE) await rm(`${path}${suffix}`, { force: true })
}

/** Empty, and from its first moment on for its owner alone: hashes of passwords will stand in it. */
export const beginFile = async (path: string): Promise<void> => {
  await removeFile(path)
  const file = await open(path, 'wx', 0o600)
  await file.close()
}

/**
 * Writes a backup to a file that is not there yet; whoever looks meanwhile sees none. `check` looks through what was
 * written before it gets its name. Throws EEXIST when there is a file.
 */
export const writeBackup = async <Copied, Checked>(
  path: string,
  copy: CopyLog<Copied>,
  check: (file: string) => Promise<Checked>,
): Promise<{ readonly copied: Copied; readonly checked: Checked }> => {
  const partial = partialOf(path)
  try {
    await beginFile(partial)
    const copied = await copy(partial)
    const checked = await check(partial)
    for (const suffix of BESIDE.slice(1)) await rm(`${partial}${suffix}`, { force: true })
    await seal(partial)
    await takeName(partial, path)
    return { copied, checked }
  } finally {
    await removeFile(partial)
  }
}
