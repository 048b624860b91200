import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { OPERATOR_FILE_BYTES } from '../../shared/limits/requests.ts'
import { calledIn, type Environment } from './command.ts'
import { CommandFailed, failedBecause } from './failure.ts'

// Files that the command line names.

const tooMuch = () => new Error(`it has more than ${OPERATOR_FILE_BYTES / 1024 / 1024} MiB`)

/** Of a pipe or device, which does not say how much comes. */
const readToEnd = async (file: string): Promise<Uint8Array> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > OPERATOR_FILE_BYTES) throw tooMuch()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** `folder`: where the person at the terminal is. Throws CommandFailed when there is nothing to read. */
export const readInput = async (path: string, folder: string): Promise<Uint8Array> => {
  const file = resolve(folder, path)
  try {
    const found = await stat(file)
    if (found.isDirectory()) throw new Error('this is a folder')
    if (found.size > OPERATOR_FILE_BYTES) throw tooMuch()
    return found.isFile() ? await readFile(file) : await readToEnd(file)
  } catch (error) {
    throw failedBecause(`cannot read ${path}`, error)
  }
}

/**
 * Writes what a command was asked to put into a file: a new one, since an old one may be the only witness. `path`: from where
 * the command line was called; `what`: of the message. Throws CommandFailed.
 */
export const writeOutput = async (
  what: string,
  path: string,
  environment: Environment,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<void> => {
  const { writeNewFile } = await import('../backup/new-file.ts')
  try {
    await writeNewFile(resolve(calledIn(environment), path), pieces)
  } catch (error) {
    throw failedBecause(`${what} cannot be written`, error)
  }
}

/** Throws CommandFailed when the folder holds anything, but what `isOurs`. `wanted`: which one has to be named. */
export const checkEmpty = async (
  folder: string,
  wanted: string,
  isOurs: (name: string) => boolean = () => false,
): Promise<void> => {
  const { heldBy } = await import('../backup/restore.ts')
  const held = (await heldBy(folder)).filter(name => !isOurs(name))
  const some = `${held.slice(0, 3).join(', ')}${held.length > 3 ? ' …' : ''}`
  if (held.length > 0) throw new CommandFailed(`${folder} is not empty (${some}): ${wanted}`)
}
