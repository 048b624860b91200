import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CommandFailed } from './failure.ts'

/** What one message to the service can hold, with room for the names of members. */
const MOST_BYTES = 128 * 1024 * 1024

/** `folder`: where the person at the terminal is. Throws CommandFailed when there is nothing to read. */
export const readInput = async (path: string, folder: string): Promise<Uint8Array> => {
  const file = resolve(folder, path)
  try {
    const found = await stat(file)
    if (found.isDirectory()) throw new Error('this is a folder')
    if (found.size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES / 1024 / 1024} MiB`)
    return await readFile(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailed(`cannot read ${path}: ${reason}`, {}, { cause: error })
  }
}
