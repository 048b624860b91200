import { expect, inject, it, onTestFinished } from 'vitest'
import { countedService } from '../support/counting/counted-service.ts'
import { roundTrips } from '../support/counting/requests.ts'
import { ownLog } from '../support/eventstoredb-double/own-log.ts'
import { testDatabase } from '../support/mongodb.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')]

const BOUNDS = {
  create: { mongodb: 14, eventstore: 4 },
  title: { mongodb: 11, eventstore: 4 },
  list: { mongodb: 5, eventstore: 0 },
}

it.skipIf(mongodbUrl === null || redisUrl === null)(
  'one process asks of its servers no more than so much, idle and for one request of each kind',
  async () => {
    const log = await ownLog()
    onTestFinished(log.release)
    const { database, drop } = testDatabase(mongodbUrl ?? '')
    onTestFinished(drop)
    const service = await countedService(temporaryFolder(), {
      EVENTSTORE_URL: log.url,
      MONGODB_URL: new URL(`/${database}`, mongodbUrl ?? '').href,
      REDIS_URL: new URL('/8', redisUrl ?? '').href,
    })
    onTestFinished(service.stop)
    const { idle, requests } = await roundTrips(service, BOUNDS)
    expect(idle.mongodb).toBeLessThanOrEqual(4)
    for (const kind of ['create', 'title', 'list'] as const) {
      const { mongodb, eventstore } = requests[kind]
      expect(mongodb.length, `${kind}: ${mongodb.join()}`).toBeLessThanOrEqual(BOUNDS[kind].mongodb)
      expect(eventstore.length, `${kind}: ${eventstore.join()}`).toBeLessThanOrEqual(BOUNDS[kind].eventstore)
      // a count of nothing would prove nothing
      expect(mongodb).toContain('find board')
    }
  },
  600_000,
)
