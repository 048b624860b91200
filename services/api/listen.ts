import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../shared/config.ts'
import type { Service } from './compose.ts'

/** Where operator commands reach a running service. */
export const operatorSocket = (dataDir: string): string => join(dataDir, 'operator.sock')

/** Starts listening, publicly and on the operator's socket; resolves with the public address. */
export const listenService = async (
  { app, operatorApp }: Pick<Service, 'app' | 'operatorApp'>,
  { HOST, PORT, DATA_DIR }: Config,
): Promise<string> => {
  const path = operatorSocket(DATA_DIR)
  // left behind by a process that died: the log is ours, so nobody listens there
  await rm(path, { force: true })
  const address = await app.listen({ host: HOST, port: PORT })
  await operatorApp.listen({ path })
  await chmod(path, 0o600)
  return address
}
