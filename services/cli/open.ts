import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { loadConfig } from '../../shared/config.ts'
import type { JsonObject } from '../../shared/event-store/port.ts'
import { composeService } from '../api/compose.ts'
import { operatorSocket } from '../api/listen.ts'
import type { Options } from './command.ts'
import { parsed, socketTransport, urlTransport, type Transport } from './transport.ts'

const answers = async (path: string): Promise<boolean> => {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    // nobody there, or no such socket: the service does not run
    return false
  } finally {
    socket.destroy()
  }
}

/** The service inside this process, on the data folder, without listening anywhere. */
const embedded = async (environment: NodeJS.ProcessEnv): Promise<Transport> => {
  const config = loadConfig(environment)
  const log = pino({ level: config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL }, pino.destination(2))
  const service = await composeService(config, { nowMs: Date.now, log })
  if (service.madeUpPassword !== null) {
    process.stderr.write(
      `administrator ${config.ADMIN_USER}, password ${service.madeUpPassword} (shown this once)\n`,
    )
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

/** `--url`: that address. Else the running service of the data folder, or one opened for this command. */
export const openTransport = async (options: Options, environment: NodeJS.ProcessEnv): Promise<Transport> => {
  const { url } = options
  if (url !== undefined) return urlTransport(url, options['user'] ?? environment['BELLTOWER_USER'] ?? null)
  const path = operatorSocket(environment['DATA_DIR'] ?? './data')
  return (await answers(path)) ? socketTransport(path) : embedded(environment)
}
