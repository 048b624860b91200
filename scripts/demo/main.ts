// From a fresh clone to a running calendar: serves from a temporary folder, imports a made-up school year twice, then moves it.
import '../../services/runtime.ts'
import { systemClock } from '../../shared/kernel/brands.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { z } from 'zod'
import { composeService, type Service } from '../../services/wiring/compose.ts'
import { freePort } from '../../services/wiring/free-port.ts'
import { listenService } from '../../services/wiring/listen.ts'
import { importAsAggregator } from '../../services/cli/imports/import-file.ts'
import { urlTransport, type Transport } from '../../services/cli/transport.ts'
import { loadConfig } from '../../shared/config.ts'
import { nowUtc } from '../../shared/kernel/time/calculate.ts'
import { schoolYear } from './school-year.ts'
import { httpFetcher } from '../../shared/http-fetcher.ts'
import { reasonOf } from '../../shared/kernel/thrown.ts'

const RUNS = [
  { title: 'First run: everything is new', isLater: false },
  { title: 'Second run: nothing may change', isLater: false },
  { title: 'Third run: every weekly series half an hour later, no event twice', isLater: true },
] as const

const say = (text: string) => process.stdout.write(`${text}\n`)

/** The school year that is running or about to start: it begins in August. */
const currentSchoolYear = (now: Date) =>
  now.getUTCMonth() >= 6 ? now.getUTCFullYear() : now.getUTCFullYear() - 1

/** Exit code of the import. */
const importCalendar = (transport: Transport, url: string, file: string, source: string): Promise<number> =>
  importAsAggregator({
    transport,
    terminal: {
      out: say,
      err: process.stderr,
      nowUtc: () => nowUtc(systemClock()),
      clockMs: () => performance.now(),
      pause: ms => sleep(ms),
      fetcher: httpFetcher(),
      readFile: path => readFile(path),
    },
    args: [file],
    options: { url, source },
    json: false,
    environment: {},
  })

/** Imports every calendar in each run; resolves with what did not go well. */
const importAll = async (transport: Transport, url: string, folder: string): Promise<readonly string[]> => {
  const failures: string[] = []
  for (const { title, isLater } of RUNS) {
    say(`\n${title}`)
    for (const { file, school, text } of schoolYear(currentSchoolYear(new Date()), isLater)) {
      say(`\n${school}, ${file}`)
      await writeFile(join(folder, file), text)
      const code = await importCalendar(transport, url, join(folder, file), file)
      if (code !== 0) failures.push(`${file}: ${title}`)
    }
  }
  return failures
}

const Listed = z.object({ events: z.array(z.object({ id: z.number(), start_date: z.string() })) })

type Secrets = { readonly password: string; readonly applicationPassword: string }

const sayAddresses = async (address: string, { password, applicationPassword }: Secrets): Promise<void> => {
  const list = `${address}/index.php?rest_route=/cal/events/v1/events`
  const { events } = Listed.parse(await (await fetch(list)).json())
  const [first] = events
  say(`
Pages:
  ${address}/events/month/${first?.start_date.slice(0, 7) ?? ''}/
  ${address}/events/list/
  ${address}/events/ical/
Sign in as admin with the password ${password} to work at the desk, and to see what was imported and what happened:
  ${address}/sign-in
  ${address}/manage
  ${address}/imports
  ${address}/history/event/${first?.id ?? 1}
REST:
  ${list}
  ${list}&search=concert
  ${list}&categories=sports&per_page=5
  ${address}/index.php?rest_route=/
  ${address}/health/ready
As the demo's administrator (user admin, application password ${applicationPassword}):
  curl -u admin:${applicationPassword} ${address}/admin/history/event/${first?.id ?? 1}

It keeps serving until you press Ctrl-C; the folder is removed then.`)
}

const folder = await mkdtemp(join(tmpdir(), 'belltower-demo-'))
let service: Service | null = null
let ending: Promise<void> | null = null

/** Once, however often it is asked for; what is cut short by it is no failure. */
const end = (code: number): Promise<void> =>
  (ending ??= (async () => {
    await service?.stop()
    await rm(folder, { recursive: true, force: true })
    process.exit(code)
  })())

// a function, because it changes while we await
const isEnding = () => ending !== null

let exitCode = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(exitCode))

try {
  const [password, applicationPassword] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')]
  const config = loadConfig({
    PORT: process.env['PORT'] ?? String(await freePort(8080)),
    DATA_DIR: join(folder, 'data'),
    SITE_NAME: 'Hillside School',
    SITE_TIMEZONE: 'America/New_York',
    ADMIN_PASSWORD: password,
    ADMIN_APPLICATION_PASSWORD: applicationPassword,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  })
  service = await composeService(config, {
    nowMs: systemClock,
    log: pino({ level: config.LOG_LEVEL }, pino.destination(2)),
  })
  const address = await listenService(service, config)
  say(`Belltower serves ${address} from ${folder}`)
  const transport = urlTransport(address, `admin:${applicationPassword}`)
  const failures = await importAll(transport, address, folder)
  if (failures.length > 0) {
    exitCode = 1
    say(`\nNot as it should be: ${failures.join('; ')}`)
  }
  await sayAddresses(address, { password, applicationPassword })
} catch (error) {
  if (!isEnding()) {
    process.stderr.write(`belltower: the demo failed: ${reasonOf(error)}\n`)
    await end(1)
  }
}
