// From a fresh clone to a running calendar: serves from a temporary folder, imports a made-up school year twice.
import '../../services/runtime.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { composeService } from '../../services/api/compose.ts'
import { listenService } from '../../services/api/listen.ts'
import { importFile } from '../../services/cli/import-file.ts'
import { urlTransport } from '../../services/cli/transport.ts'
import { loadConfig } from '../../shared/config.ts'
import { nowUtc } from '../../shared/kernel/time/calculate.ts'
import { freePort } from './free-port.ts'
import { schoolYear } from './school-year.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

/** The school year that is running or about to start: it begins in August. */
const currentSchoolYear = (now: Date) =>
  now.getUTCMonth() >= 6 ? now.getUTCFullYear() : now.getUTCFullYear() - 1

const folder = await mkdtemp(join(tmpdir(), 'belltower-demo-'))
const applicationPassword = randomBytes(12).toString('hex')
const config = loadConfig({
  PORT: process.env['PORT'] ?? String(await freePort(8080)),
  DATA_DIR: join(folder, 'data'),
  SITE_NAME: 'Hillside School',
  SITE_TIMEZONE: 'America/New_York',
  ADMIN_PASSWORD: randomBytes(12).toString('hex'),
  ADMIN_APPLICATION_PASSWORD: applicationPassword,
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
})
const log = pino({ level: config.LOG_LEVEL }, pino.destination(2))
const service = await composeService(config, { nowMs: Date.now, log })
const address = await listenService(service, config)

const stop = async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())

const transport = urlTransport(address, `admin:${applicationPassword}`)
const importCalendar = (file: string, source: string) =>
  importFile({
    transport,
    terminal: {
      out: say,
      err: process.stderr,
      nowUtc: () => nowUtc(Date.now()),
      clockMs: () => performance.now(),
      pause: ms => sleep(ms),
      readFile: path => readFile(path),
    },
    args: [file],
    options: { url: address, source },
    json: false,
  })

say(`Belltower serves ${address} from ${folder}`)
const failures: string[] = []
const calendars = schoolYear(currentSchoolYear(new Date()))
for (const run of ['First run: everything is new', 'Second run: nothing may change'] as const) {
  say(`\n${run}`)
  for (const { file, school, text } of calendars) {
    say(`\n${school}, ${file}`)
    await writeFile(join(folder, file), text)
    if ((await importCalendar(join(folder, file), file)) !== 0) failures.push(`${file}: ${run}`)
  }
}

const list = `${address}/index.php?rest_route=/cal/events/v1/events`
const { events } = (await (await fetch(list)).json()) as { events: readonly { id: number }[] }
say(`
Open these:
  ${list}
  ${list}&search=concert
  ${list}&categories=sports&per_page=5
  ${address}/index.php?rest_route=/
  ${address}/health/ready
With the demo's administrator (user admin, application password ${applicationPassword}):
  curl -u admin:${applicationPassword} ${address}/admin/history/event/${events[0]?.id ?? 1}

It keeps serving until you press Ctrl-C; the folder is removed then.`)
if (failures.length > 0) {
  say(`\nNot as it should be: ${failures.join('; ')}`)
  process.exitCode = 1
}
