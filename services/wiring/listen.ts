import { chmod, rm } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../shared/config.ts'
import { isAnswered, operatorSocket, prepareDataFolder } from './data-folder.ts'
import { reasonOf } from '../../shared/kernel/thrown.ts'

/** The service cannot be reached where it is meant to be; the message is for whoever started it. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen'
}

const cannotListen =
  (where: string) =>
  (error: unknown): never => {
    const reason = reasonOf(error)
    throw new CannotListen(`cannot listen on ${where}: ${reason}`, { cause: error })
  }

/** Nobody but the owner can open the socket, not even in the moment between its making and its rights. */
const listenAlone = async (app: FastifyInstance, path: string): Promise<void> => {
  const before = process.umask(0o077)
  try {
    await app.listen({ path })
  } finally {
    process.umask(before)
  }
}

type Listening = { readonly app: FastifyInstance; readonly operatorApp: () => FastifyInstance }

/** Starts listening, publicly and on the operator's socket; resolves with the public address. */
export const listenService = async (
  { app, operatorApp }: Listening,
  { HOST, PORT, DATA_DIR, ROLE }: Pick<Config, 'HOST' | 'PORT' | 'DATA_DIR' | 'ROLE'>,
): Promise<string> => {
  const address = await app
    .listen({ host: HOST, port: PORT })
    .catch(cannotListen(`${HOST}, port ${String(PORT)}`))
  if (ROLE !== 'all' && ROLE !== 'api') return address
  const path = operatorSocket(DATA_DIR)
  try {
    await prepareDataFolder(DATA_DIR)
    // another process of the same deployment: commands do the same there
    if (await isAnswered(path)) return address
    // left behind by a process that died
    await rm(path, { force: true })
    await listenAlone(operatorApp(), path)
    await chmod(path, 0o600)
  } catch (error) {
    cannotListen(path)(error)
  }
  return address
}
