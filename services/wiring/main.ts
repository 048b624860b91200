import '../runtime.ts'
import { systemClock } from '../../shared/kernel/brands.ts'
import { readFile } from 'node:fs/promises'
import { pino, type Logger } from 'pino'
import { InvalidConfig, loadConfig, type Config } from '../../shared/config.ts'
import { StoreRefused, StoreUnavailable } from '../../shared/event-store/port.ts'
import { wireService, type Wired } from './compose.ts'
import { freePort } from './free-port.ts'
import { giveBackAtRest } from './give-back-at-rest.ts'
import { giveBackMemory } from './give-back-memory.ts'
import { CannotListen, listenService } from './listen.ts'

/** One line for mistakes that an operator can mend; everything else is a bug and shows its stack. */
const explain = (error: unknown): string => {
  if (error instanceof InvalidConfig) return `the configuration is wrong:\n${error.message}`
  if (error instanceof StoreRefused)
    return `the configuration is wrong:\nEVENTSTORE_URL: the server does not let this user in, or not do this: ${error.message}`
  if (error instanceof StoreUnavailable || error instanceof CannotListen) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const fail = (error: unknown): never => {
  process.stderr.write(`belltower: ${explain(error)}\n`)
  process.exit(1)
}

const help = async (): Promise<string> => {
  const settings = await readFile(new URL('../../.env.example', import.meta.url), 'utf8')
  return `usage: npm start\n\nAll settings come from the environment.\n\n${settings}`
}

/** Site addresses name the port before anything listens: "any free port" is chosen here. */
const withPort = async (config: Config): Promise<Config> =>
  config.PORT === 0 ? { ...config, PORT: await freePort(0, config.HOST) } : config

/**
 * SIGTERM and SIGINT stop once, at whatever point of its life the service is; repeating them changes nothing. So does a
 * failure that nobody heard: what it left half done is not to be gone on with, but who was being answered is answered.
 */
const stopOnSignals = (wiring: Promise<Wired>, log: Logger): { readonly stopping: () => boolean } => {
  let stopping = false
  let failed = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    log.info('stopping')
    const outcome = await (await wiring).stop()
    process.exit(outcome === 'clean' && !failed ? 0 : 1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop().catch(fail))
  // promises that nobody awaits get here, too
  process.on('uncaughtException', error => {
    failed = true
    log.fatal({ err: error }, 'a failure that nobody heard')
    void stop().catch(fail)
  })
  return { stopping: () => stopping }
}

const serve = async (config: Config, log: Logger): Promise<void> => {
  const wiring = wireService(config, { nowMs: systemClock, log })
  const { stopping } = stopOnSignals(wiring, log)
  const service = await wiring
  try {
    const address = await listenService(service, config)
    log.info({ address }, 'listening')
    const { madeUpPassword } = await service.start()
    giveBackMemory()
    giveBackAtRest()
    process.stdout.write(`belltower serves ${address}\n`)
    if (madeUpPassword !== null)
      process.stdout.write(
        `administrator ${config.ADMIN_USER}, password ${madeUpPassword} (shown this once)\n`,
      )
  } catch (error) {
    // whatever is cut short by the stop is not a failure of its own; the stop ends the process
    if (stopping()) return
    await service.stop()
    throw error
  }
}

const main = async (argv: readonly string[]): Promise<void> => {
  if (argv[0] === '--help' || argv[0] === '-h') {
    process.stdout.write(await help())
    return
  }
  if (argv.length > 0) {
    process.stderr.write('belltower: npm start takes no arguments; npm start -- --help lists its settings\n')
    process.exitCode = 2
    return
  }
  const config = await withPort(loadConfig(process.env))
  await serve(config, pino({ level: config.LOG_LEVEL }, pino.destination(2)))
}

// whoever read our output may go away; the service stays
process.stdout.on('error', () => undefined)
await main(process.argv.slice(2)).catch(fail)
