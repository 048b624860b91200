import { loadConfig } from '../../shared/config.ts'
import { isAnswered, operatorSocket } from '../wiring/data-folder.ts'
import type { Environment, Options, Terminal } from './command.ts'
import { failedBecause, WrongUsage } from './failure.ts'
import { socketTransport, urlTransport, type Transport } from './transport.ts'

/** Whether a service listens there. Throws CommandFailed when it is not ours to ask. */
const answers = async (path: string): Promise<boolean> => {
  try {
    return await isAnswered(path)
  } catch (error) {
    throw failedBecause('the service cannot be reached', error)
  }
}

const open = async (
  command: string,
  environment: Environment,
  terminal: Pick<Terminal, 'err' | 'parts'>,
): Promise<Transport> => {
  const config = loadConfig(environment)
  const path = operatorSocket(config.DATA_DIR)
  if (await answers(path)) return socketTransport(path)
  // the whole service, which most commands do without
  const { embedded } = await import('./embedded.ts')
  return embedded(config, command, terminal)
}

/** Opens at the first message: a command that fails before it has something to say touches nothing. */
const whenNeeded = (opening: () => Promise<Transport>): Transport => {
  let opened: Promise<Transport> | null = null
  return {
    send: async (...message) => (await (opened ??= opening())).send(...message),
    close: async () => {
      const transport = await opened?.catch(() => null)
      await transport?.close()
    },
  }
}

/** `--url`: that address. Else the running service of the data folder, or one opened for this command. */
export const transportFor = (
  command: string,
  { url, user }: Options,
  environment: Environment,
  terminal: Pick<Terminal, 'err' | 'parts'>,
): Transport => {
  if (url !== undefined) return urlTransport(url, user ?? environment['BELLTOWER_USER'] ?? null)
  if (user !== undefined) throw new WrongUsage('--user goes with --url: without it nobody has to sign in')
  return whenNeeded(() => open(command, environment, terminal))
}
