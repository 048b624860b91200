import { once } from 'node:events'
import { access, chmod, constants, mkdir, rmdir, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { InvalidConfig } from '../../shared/config.ts'
import { codeOf, reasonOf } from '../../shared/kernel/thrown.ts'

/** What an operating system takes as the address of a socket, in bytes; the shortest of them. */
const SOCKET_PATH_BYTES = 103

/** Where operator commands reach a running service. */
export const operatorSocket = (dataDir: string): string => join(dataDir, 'operator.sock')
/** Files of images at hand; all of them can be made anew from the log. */
export const mediaFolder = (dataDir: string): string => join(dataDir, 'media')
/** Read models as they were some time ago; made anew from the log. */
export const snapshotFile = (dataDir: string): string => join(dataDir, 'read-models.snapshot')
export const logFile = (dataDir: string): string => join(dataDir, 'log.sqlite')

/** Whether a service listens there. Throws when it cannot be told, e.g. for want of rights. */
export const isAnswered = async (path: string): Promise<boolean> => {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    if (NOBODY_THERE.includes(codeOf(error))) return false
    throw error
  } finally {
    socket.destroy()
  }
}

const NOBODY_THERE: readonly (string | undefined)[] = [
  'ENOENT',
  'ECONNREFUSED',
  'ENOTDIR',
  'ENOTSOCK',
  'EINVAL',
]

/**
 * Notes each folder it makes, the outermost first. Step by step, because `recursive` never ends where a folder can be
 * seen but nothing can be made in it.
 */
const make = async (folder: string, made: string[]): Promise<void> => {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(folder)).isDirectory()) return
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    await make(dirname(folder), made)
    await mkdir(folder, { mode: 0o700 })
  }
  made.push(folder)
}

/** Takes away folders in which nothing came to stand, the outermost first in `made`. */
export const removeEmpty = async (made: readonly string[]): Promise<void> => {
  for (const folder of made.toReversed()) await rmdir(folder).catch(() => undefined)
}

/**
 * Makes the data folder for its owner alone; one that exists keeps its rights, what it holds is for the owner
 * alone anyway. Gives the folders that it made on the way, the outermost first. Throws InvalidConfig, and leaves none, when
 * the log or the operator socket could not live there.
 */
export const prepareDataFolder = async (dataDir: string): Promise<readonly string[]> => {
  const tooLong = Buffer.byteLength(operatorSocket(dataDir)) > SOCKET_PATH_BYTES
  if (tooLong) throw new InvalidConfig('DATA_DIR: the path is too long for the operator socket in it')
  const made: string[] = []
  try {
    await make(resolve(dataDir), made)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    // files of a log that was written by other means, e.g. restored from a backup
    for (const suffix of ['', '-wal', '-shm', '.lock'])
      await chmod(`${logFile(dataDir)}${suffix}`, 0o600).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error
      })
    return made
  } catch (error) {
    await removeEmpty(made)
    throw new InvalidConfig(`DATA_DIR: ${dataDir} cannot be used: ${reasonOf(error)}`, { cause: error })
  }
}
