import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { composeService } from '../../services/api/compose.ts'
import { loadConfig } from '../../shared/config.ts'
import { httpFetcher, type HttpFetcher } from '../../shared/http-fetcher.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const APPLICATION_PASSWORD = 'abcdefghijklmnopqrstuvwx'
export const basic = (who: string, secret = APPLICATION_PASSWORD) => ({
  authorization: `Basic ${Buffer.from(`${who}:${secret}`).toString('base64')}`,
})
const asAdmin = basic('admin')

type Sent = { readonly body?: object; readonly headers?: Readonly<Record<string, string>> }

/** A whole embedded service inside this process, with its commands; `env` over a site at https://school.example. */
export const embeddedService = async (
  env: Readonly<Record<string, string>> = {},
  dataDir = temporaryFolder(),
  nowMs: () => number = Date.now,
  log = pino({ level: 'silent' }),
  fetcher: HttpFetcher = httpFetcher(),
) => {
  const config = loadConfig({
    DATA_DIR: dataDir,
    SITE_URL: 'https://school.example',
    SITE_TIMEZONE: 'America/New_York',
    ADMIN_PASSWORD: 'the account password',
    ADMIN_APPLICATION_PASSWORD: APPLICATION_PASSWORD,
    ...env,
  })
  const service = await composeService(config, { nowMs, log, fetcher })
  let stopped: Promise<unknown> | null = null
  const stop = () => (stopped ??= service.stop())
  onTestFinished(async () => {
    await stop()
  })
  return {
    dataDir,
    stop,
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
      const answer = await service.operatorApp.inject({
        method: 'POST',
        url: `/operator/${name}`,
        payload: body,
      })
      return { status: answer.statusCode, body: answer.json<unknown>() }
    },
  }
}
export type EmbeddedService = Awaited<ReturnType<typeof embeddedService>>
