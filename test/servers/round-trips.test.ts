import { expect, inject, it, onTestFinished } from 'vitest'
import { countedService } from '../support/counting/counted-service.ts'
import { roundTrips } from '../support/counting/requests.ts'
import { ownLog } from '../support/eventstoredb-double/own-log.ts'
import { testDatabase } from '../support/mongodb.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')]

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
    const { idle, requests } = await roundTrips(service)
    const { create, title, list } = requests
    expect(idle.mongodb).toBeLessThanOrEqual(4)
    expect(create.mongodb.length).toBeLessThanOrEqual(18)
    expect(create.eventstore.length).toBeLessThanOrEqual(4)
    expect(title.mongodb.length).toBeLessThanOrEqual(13)
    expect(title.eventstore.length).toBeLessThanOrEqual(4)
    expect(list.mongodb.length).toBeLessThanOrEqual(5)
    // a count of nothing would prove nothing
    for (const { mongodb } of [create, title, list]) expect(mongodb).toContain('find board')
  },
  300_000,
)
