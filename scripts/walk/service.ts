import { systemClock } from '../../shared/kernel/brands.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { composeService } from '../../services/wiring/compose.ts'
import { loadConfig } from '../../shared/config.ts'
import type { EventStore } from '../../shared/event-store/port.ts'

const APPLICATION_PASSWORD = 'abcdefghijklmnopqrstuvwx'
const authorization = `Basic ${Buffer.from(`admin:${APPLICATION_PASSWORD}`).toString('base64')}`

/** An embedded service in this process, in a folder that goes with it. */
export const walkedService = async (beforeLog: (log: EventStore) => EventStore) => {
  const folder = mkdtempSync(join(tmpdir(), 'belltower-walk-'))
  const config = loadConfig({
    DATA_DIR: folder,
    ADMIN_PASSWORD: 'not used here',
    ADMIN_APPLICATION_PASSWORD: APPLICATION_PASSWORD,
  })
  const log = pino({ level: 'silent' })
  const service = await composeService(config, { nowMs: systemClock, log, beforeLog })
  return {
    /** `PUT /cal/events/v1/events/1`, by the administrator. Throws when it is refused. */
    ask: async (request: string, payload?: object): Promise<unknown> => {
      const [method = '', path = ''] = request.split(' ')
      const answer = await service.app.inject({
        method,
        url: path.startsWith('/admin') ? path : `/index.php?rest_route=${path}`,
        headers: { authorization },
        ...(payload === undefined ? {} : { payload }),
      })
      if (answer.statusCode >= 300) throw new Error(`${request}: ${answer.statusCode} ${answer.body}`)
      return answer.json<unknown>()
    },
    stop: async (): Promise<void> => {
      await service.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type WalkedService = Awaited<ReturnType<typeof walkedService>>
