import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rename } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { beginFile, removeFile } from './backup.ts'
import { checkSeal } from './sealed-file.ts'
import { codeOf } from '../../shared/kernel/thrown.ts'

/** Names of what is in a folder; none where there is no folder. */
export const heldBy = async (folder: string): Promise<readonly string[]> => {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** The log of a backup, written into a file. Throws NoBackup before anything is written. */
export const unpack = async (backup: string, to: string): Promise<void> => {
  const bytes = await checkSeal(backup)
  await pipeline(createReadStream(backup, { end: bytes - 1 }), createWriteStream(to))
}

/** Has a log made beside its place, and puts it there when it is whole and on the disk. */
export const putLog = async <Made>(log: string, make: (partial: string) => Promise<Made>): Promise<Made> => {
  const partial = `${log}.partial`
  try {
    await beginFile(partial)
    const made = await make(partial)
    const file = await open(partial, 'r+')
    await file.sync().finally(() => file.close())
    await rename(partial, log)
    return made
  } finally {
    await removeFile(partial)
  }
}
