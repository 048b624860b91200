import { pino } from 'pino'
import { expect, inject, it, onTestFinished } from 'vitest'
import { composeService } from '../../services/wiring/compose.ts'
import { loadConfig } from '../../shared/config.ts'
import { ownLog } from '../support/eventstoredb-double/own-log.ts'
import { APPLICATION_PASSWORD } from '../support/embedded-service.ts'
import { testDatabase } from '../support/mongodb.ts'
import { histories, imports, platform, secondGeneration } from '../support/script/everything-else.ts'
import { changeItems, createItems, makeMistakes, readItems } from '../support/script/first-generation.ts'
import { tellerOn, type Told } from '../support/script/teller.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')]
const NOW = Date.UTC(2027, 0, 10, 17)

/** The whole script at a service of this process. */
const answersOf = async (servers: Readonly<Record<string, string>>): Promise<readonly Told[]> => {
  const clock = { ms: NOW }
  const config = loadConfig({
    DATA_DIR: temporaryFolder(),
    SITE_URL: 'https://school.example',
    SITE_TIMEZONE: 'America/New_York',
    ADMIN_PASSWORD: 'the account password',
    ADMIN_APPLICATION_PASSWORD: APPLICATION_PASSWORD,
    ...servers,
  })
  const service = await composeService(config, { nowMs: () => clock.ms, log: pino({ level: 'silent' }) })
  try {
    const teller = tellerOn({ ...service, clock }, APPLICATION_PASSWORD)
    for (const role of ['editor', 'author', 'contributor', 'subscriber']) await teller.user(role, role)
    const made = await createItems(teller)
    await readItems(teller, made)
    await makeMistakes(teller)
    await changeItems(teller, made)
    await secondGeneration(teller, made)
    await platform(teller, made)
    await imports(teller)
    await histories(teller, made)
    return teller.told
  } finally {
    await service.stop()
  }
}

/**
 * Positions in the log are each log's own: histories, and the revisions of records of imports, are compared without
 * them and without the length they have.
 */
const withoutPositions = (told: Told): Told => {
  if (!/\/admin\/(?:history|imports)\//.test(told.request)) return told
  const headers = { ...told.headers, 'content-length': 'that of its positions' }
  return { ...told, headers, text: told.text.replaceAll(/"(position|revision)":\d+/g, '"$1":0') }
}

it.skipIf(mongodbUrl === null || redisUrl === null)(
  'both deployments answer a script of more than 300 requests with the same status, headers and bytes',
  async () => {
    const log = await ownLog()
    onTestFinished(log.release)
    const { database, drop } = testDatabase(mongodbUrl ?? '')
    onTestFinished(drop)
    const embedded = await answersOf({})
    const onServers = await answersOf({
      EVENTSTORE_URL: log.url,
      MONGODB_URL: new URL(`/${database}`, mongodbUrl ?? '').href,
      REDIS_URL: new URL('/9', redisUrl ?? '').href,
    })
    expect(embedded.length).toBeGreaterThan(300)
    const differing = embedded.flatMap((told, n) => {
      const other = onServers[n]
      const [here, there] = [withoutPositions(told), other === undefined ? null : withoutPositions(other)]
      return JSON.stringify(here) === JSON.stringify(there) ? [] : [{ here, there }]
    })
    expect(onServers).toHaveLength(embedded.length)
    expect(differing).toEqual([])
    // the script would prove little if everything were refused
    const statuses = new Set(embedded.map(({ status }) => status))
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 201, 207, 400, 401, 403, 404, 410])
  },
  180_000,
)
