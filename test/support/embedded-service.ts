import type { Logger } from 'pino'
import { beforeAll, onTestFinished } from 'vitest'
import { composeService } from '../../services/wiring/compose.ts'
import type { Surroundings } from '../../services/wiring/surroundings.ts'
import { loadConfig } from '../../shared/config.ts'
import { httpFetcher, type HttpFetcher } from '../../shared/http-fetcher.ts'
import { quiet } from './quiet.ts'
import { madeFolder, temporaryFolder } from './temporary-folder.ts'

export const APPLICATION_PASSWORD = 'abcdefghijklmnopqrstuvwx'
export const basic = (who: string, secret = APPLICATION_PASSWORD) => ({
  authorization: `Basic ${Buffer.from(`${who}:${secret}`).toString('base64')}`,
})
const asAdmin = basic('admin')

/** Settings of the school that tests are about. */
export const SCHOOL = {
  SITE_URL: 'https://school.example',
  SITE_TIMEZONE: 'America/New_York',
  ADMIN_PASSWORD: 'the account password',
  ADMIN_APPLICATION_PASSWORD: APPLICATION_PASSWORD,
}

type Sent = { readonly body?: object; readonly headers?: Readonly<Record<string, string>> }

type Env = Readonly<Record<string, string>>
/** What a test may replace. */
type Parts = readonly [
  nowMs?: () => number,
  log?: Logger,
  fetcher?: HttpFetcher,
  others?: Pick<Surroundings, 'snapshotPace' | 'beforeLog' | 'monotonicMs'>,
]

/** A whole embedded service inside this process, with its commands, which whoever starts it stops. */
export const startedService = async (
  env: Env,
  dataDir: string,
  ...[nowMs, log, fetcher = httpFetcher(), others = {}]: Parts
) => {
  const config = loadConfig({
    ...SCHOOL,
    DATA_DIR: dataDir,
    ...env,
  })
  const service = await composeService(config, {
    ...quiet(nowMs),
    ...(log === undefined ? {} : { log }),
    fetcher,
    ...others,
  })
  let stopped: Promise<unknown> | null = null
  return {
    dataDir,
    stop: () => (stopped ??= service.stop()),
    app: service.app,
    /** `GET /cal/events/v1/events&page=2`. */
    ask: async (request: string, { body, headers = asAdmin }: Sent = {}) => {
      const [method = '', path = ''] = request.split(/ (.*)/s)
      const answer = await service.app.inject({
        method,
        url: path.startsWith('/admin') ? path : `/index.php?rest_route=${path}`,
        headers,
        ...(body === undefined ? {} : { payload: body }),
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json<unknown>() }
    },
    /** An operator command by its arguments' names. */
    operate: async (name: string, body: object) => {
      const answer = await service.operatorApp().inject({
        method: 'POST',
        url: `/operator/${name}`,
        payload: body,
      })
      return { status: answer.statusCode, body: answer.json<unknown>() }
    },
  }
}
export type EmbeddedService = Awaited<ReturnType<typeof startedService>>

/** One that ends with the running test; `env` over a site at https://school.example. */
export const embeddedService = async (
  env: Env = {},
  dataDir = temporaryFolder(),
  ...parts: Parts
): Promise<EmbeddedService> => {
  const service = await startedService(env, dataDir, ...parts)
  onTestFinished(async () => {
    await service.stop()
  })
  return service
}

/**
 * One for all tests of a suite, for tests that change nothing; asked for inside of a test. `fill`: what is done to its
 * folder before it starts.
 */
export const sharedService = (
  env: Env = {},
  fill: (folder: string) => Promise<void> = async () => undefined,
  ...parts: Parts
): (() => EmbeddedService) => {
  let service: EmbeddedService | null = null
  beforeAll(async () => {
    const { folder, remove } = madeFolder()
    await fill(folder)
    const started = await startedService(env, folder, ...parts)
    service = started
    return async () => {
      await started.stop()
      remove()
    }
    // what fills it may write tens of thousands of facts
  })
  return () => {
    if (service === null) throw new Error('asked for before the tests of its suite run')
    return service
  }
}
