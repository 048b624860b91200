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
  const ended: string[] = []
  const noting = async (...given: Parameters<typeof ask>) => {
    const answer = await ask(...given)
    ended.push(`${given[0]} ${answer.statusCode}`)
    return answer
  }
  const read = noting('GET', `venues/${id}`)
  // a write is given up after ten seconds
  const write = noting('POST', 'venues', { venue: 'Gym', status: 'publish' })
  await read
  const list = await noting('GET', 'venues')
  expect(list.json()).toMatchObject({ venues: [{ venue: 'Hall' }] })
  expect((await write).headers).toHaveProperty('retry-after')
  expect(ended).toEqual(['GET 200', 'GET 200', 'POST 503'])
})
