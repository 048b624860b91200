import { pino } from 'pino'
import { loadConfig, type Config } from '../../shared/config.ts'
import type { JsonObject } from '../../shared/kernel/json.ts'
import { composeService } from '../wiring/compose.ts'
import { isAnswered, operatorSocket } from '../wiring/data-folder.ts'
import type { Options, Terminal } from './command.ts'
import { CommandFailed, WrongUsage } from './failure.ts'
import { parsed, socketTransport, urlTransport, type Transport } from './transport.ts'

/** Whether a service listens there. Throws CommandFailed when it is not ours to ask. */
const answers = async (path: string): Promise<boolean> => {
  try {
    return await isAnswered(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailed(`the service cannot be reached: ${reason}`, {}, { cause: error })
  }
}

/** The service inside this process, on the data folder or the servers, without listening anywhere. */
const embedded = async (config: Config, command: string, err: Terminal['err']): Promise<Transport> => {
  const log = pino({ level: config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL }, pino.destination(2))
  const holder = `the command ${command}`
  // where servers are named, it shares the work with whatever else runs, and does it all when nothing does
  const service = await composeService({ ...config, ROLE: 'all' }, { nowMs: Date.now, log, holder })
  if (service.madeUpPassword !== null) {
    err.write(`administrator ${config.ADMIN_USER}, password ${service.madeUpPassword} (shown this once)\n`)
  }
  return {
    send: async (method, path, body?: JsonObject) => {
      const answer = await service.operatorApp.inject({
        method: method === 'GET' ? 'GET' : 'POST',
        url: path,
        ...(body === undefined ? {} : { payload: body }),
      })
      return { status: answer.statusCode, body: parsed(answer.payload) }
    },
    close: async () => {
      await service.stop()
    },
  }
}

type Environment = Readonly<Record<string, string | undefined>>

const open = async (
  command: string,
  environment: Environment,
  { err }: Pick<Terminal, 'err'>,
): Promise<Transport> => {
  const config = loadConfig(environment)
  const path = operatorSocket(config.DATA_DIR)
  return (await answers(path)) ? socketTransport(path) : embedded(config, command, err)
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
  terminal: Pick<Terminal, 'err'>,
): Transport => {
  if (url !== undefined) return urlTransport(url, user ?? environment['BELLTOWER_USER'] ?? null)
  if (user !== undefined) throw new WrongUsage('--user goes with --url: without it nobody has to sign in')
  return whenNeeded(() => open(command, environment, terminal))
}
