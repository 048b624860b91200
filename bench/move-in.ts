import { utcTime } from '../shared/kernel/brands.ts'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCli } from '../services/cli/run.ts'
import { openSqliteLog } from '../shared/event-store/sqlite/sqlite.ts'
import { httpFetcher } from '../shared/http-fetcher.ts'
import { startServer } from './child.ts'
import { ADMIN_APPLICATION_PASSWORD } from './credentials.ts'
import { LIST } from './lists.ts'
import type { Row } from './row.ts'
import { fillCalendar } from './school-events.ts'

const EVENTS = 1_500
/** With venues, organizers and categories. */
const THINGS = EVENTS + 52

/** The command as it is given, its service in the same process; milliseconds. */
const moved = async (dataDir: string, words: readonly string[]): Promise<number> => {
  const told: string[] = []
  const begun = performance.now()
  const terminal = {
    out: (text: string) => void told.push(text),
    err: { write: (text: string) => told.push(text) },
    nowUtc: () => utcTime(''),
    clockMs: () => performance.now(),
    pause: (ms: number) => sleep(ms),
    fetcher: httpFetcher(),
    readFile: async () => new Uint8Array(),
  }
  const environment = { DATA_DIR: dataDir, ADMIN_PASSWORD: 'not used here', LOG_LEVEL: 'error' }
  const code = await runCli(['move-in', ...words], terminal, environment)
  if (code !== 0) throw new Error(`moving in ended with ${code}: ${told.join('\n').slice(-2_000)}`)
  return performance.now() - begun
}

/** A calendar of 1,500 events moves in from a server on this machine, once more, and is compared. */
export const benchMoveIn = async (): Promise<readonly Row[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    const [oldDir, dataDir] = [join(folder, 'old'), join(folder, 'new')]
    await mkdir(oldDir)
    const store = await openSqliteLog({ file: join(oldDir, 'log.sqlite') })
    await fillCalendar(store, EVENTS, '2026-06-01')
    await store.close()
    const child = await startServer({ dataDir: oldDir, samplePath: LIST })
    const words = [child.serving.service, '--user', `admin:${ADMIN_APPLICATION_PASSWORD}`]
    const first = await moved(dataDir, words)
    const again = await moved(dataDir, words)
    const compared = await moved(dataDir, [...words, '--verify'])
    await child.stop()
    const row = (name: string, ms: number, aim: number | null): Row => ({
      ...{ name, value: (THINGS * 1_000) / ms, unit: 'items/s', ratio: null, aim },
    })
    return [
      row(`${THINGS} things move in`, first, 150),
      row('the same again', again, null),
      row('both sides compared', compared, null),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
