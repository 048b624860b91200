import { expect, it, onTestFinished } from 'vitest'
import { logPosition } from '../../shared/kernel/brands.ts'
import { isBehindLog } from '../../services/wiring/read-side/read-current.ts'
import { composeService } from '../../services/wiring/compose.ts'
import { loadConfig } from '../../shared/config.ts'
import { APPLICATION_PASSWORD } from '../support/embedded-service.ts'
import { borrowedDouble } from '../support/eventstoredb-double/lent.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { quiet } from '../support/quiet.ts'

const V1 = '/index.php?rest_route=/cal/events/v1'
/** Well below the ten seconds in which a write gives up. */
const LIMIT_MS = 5_000

it('00 §8 a log that never answers has no later state to offer', async () => {
  const silent = { head: () => new Promise<never>(() => undefined) }
  expect(await isBehindLog(silent, { reached: () => logPosition(7) }, 'venues@1')).toBe(false)
})

it('00 §8 when the log falls silent, the very first read is answered from the read models and does not wait for it', async () => {
  const double = await borrowedDouble()
  const config = loadConfig({
    DATA_DIR: temporaryFolder(),
    SITE_URL: 'http://localhost',
    ADMIN_PASSWORD: 'the account password',
    ADMIN_APPLICATION_PASSWORD: APPLICATION_PASSWORD,
    EVENTSTORE_URL: double.url,
    SHUTDOWN_MS: '2000',
  })
  const service = await composeService(config, quiet())
  onTestFinished(async () => {
    await double.control.release()
    await service.stop()
  })
  const ask = (method: 'GET' | 'POST', path: string, payload?: object) =>
    service.app.inject({
      method,
      url: `${V1}/${path}`,
      headers: {
        authorization: `Basic ${Buffer.from(`admin:${APPLICATION_PASSWORD}`).toString('base64')}`,
      },
      ...(payload === undefined ? {} : { payload }),
    })
  const made = await ask('POST', 'venues', { venue: 'Hall', status: 'publish' })
  expect(made.statusCode).toBe(201)
  const { id } = made.json<{ readonly id: number }>()
  await double.control.freeze()
  const late = new Promise<'late'>(resolve => setTimeout(() => resolve('late'), LIMIT_MS))
  const read = await Promise.race([ask('GET', `venues/${id}`), late])
  expect(read).toMatchObject({ statusCode: 200 })
  const list = await ask('GET', 'venues')
  expect(list.json()).toMatchObject({ venues: [{ venue: 'Hall' }] })
  const write = await ask('POST', 'venues', { venue: 'Gym', status: 'publish' })
  expect(write.statusCode).toBe(503)
  expect(write.headers).toHaveProperty('retry-after')
}, 60_000)
