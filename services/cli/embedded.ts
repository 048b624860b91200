import { systemClock } from '../../shared/kernel/brands.ts'
import { pino } from 'pino'
import type { Config } from '../../shared/config.ts'
import type { JsonObject } from '../../shared/kernel/json.ts'
import { composeService } from '../wiring/compose.ts'
import type { Terminal } from './command.ts'
import { parsed, type Transport } from './transport.ts'

/** The service inside this process, on the data folder or the servers, without listening anywhere. */
export const embedded = async (
  config: Config,
  command: string,
  { err, parts }: Pick<Terminal, 'err' | 'parts'>,
): Promise<Transport> => {
  const log = pino({ level: config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL }, pino.destination(2))
  const holder = `the command ${command}`
  // where servers are named, it shares the work with whatever else runs, and does it all when nothing does
  const surroundings = { ...parts, nowMs: systemClock, log, holder }
  const service = await composeService({ ...config, ROLE: 'all' }, surroundings)
  if (service.madeUpPassword !== null) {
    err.write(`administrator ${config.ADMIN_USER}, password ${service.madeUpPassword} (shown this once)\n`)
  }
  return {
    send: async (method, path, body?: JsonObject) => {
      const answer = await service.operatorApp().inject({
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
