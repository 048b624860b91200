import '../runtime.ts'
import { pino } from 'pino'
import { InvalidConfig, loadConfig } from '../../shared/config.ts'
import { StoreUnavailable } from '../../shared/event-store/port.ts'
import { composeService } from './compose.ts'
import { listenService } from './listen.ts'

/** One line for mistakes that an operator can mend; everything else is a bug and shows its stack. */
const explain = (error: unknown): string => {
  if (error instanceof InvalidConfig) return `the configuration is wrong:\n${error.message}`
  if (error instanceof StoreUnavailable) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `the address is taken: ${error.message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const fail = (error: unknown): never => {
  process.stderr.write(`belltower: ${explain(error)}\n`)
  process.exit(1)
}

const main = async () => {
  const config = loadConfig(process.env)
  const log = pino({ level: config.LOG_LEVEL }, pino.destination(2))
  const service = await composeService(config, { nowMs: Date.now, log })
  const stop = async () => {
    log.info('stopping')
    const outcome = await service.stop()
    process.exit(outcome === 'clean' ? 0 : 1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
  try {
    const address = await listenService(service, config)
    log.info({ address }, 'serving')
    process.stdout.write(`belltower serves ${address}\n`)
    if (service.madeUpPassword !== null) {
      process.stdout.write(
        `administrator ${config.ADMIN_USER}, password ${service.madeUpPassword} (shown this once)\n`,
      )
    }
  } catch (error) {
    await service.stop()
    throw error
  }
}

await main().catch(fail)
