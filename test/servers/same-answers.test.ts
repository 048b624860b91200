import { expect, inject, it, onTestFinished } from 'vitest'
import { ownLog } from '../support/eventstoredb-double/own-log.ts'
import { testDatabase } from '../support/mongodb.ts'
import { wholeScript } from '../support/script/whole.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { differingIn, withoutListTags } from '../support/without-positions.ts'

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')]

it.skipIf(mongodbUrl === null || redisUrl === null)(
  'both deployments answer a script of more than 300 requests with the same status, headers and bytes',
  async () => {
    const log = await ownLog()
    onTestFinished(log.release)
    const { database, drop } = testDatabase(mongodbUrl ?? '')
    onTestFinished(drop)
    const embedded = await wholeScript({ DATA_DIR: temporaryFolder() })
    const onServers = await wholeScript({
      DATA_DIR: temporaryFolder(),
      EVENTSTORE_URL: log.url,
      MONGODB_URL: new URL(`/${database}`, mongodbUrl ?? '').href,
      REDIS_URL: new URL('/10', redisUrl ?? '').href,
    })
    expect(embedded.length).toBeGreaterThan(300)
    expect(onServers).toHaveLength(embedded.length)
    expect(differingIn(withoutListTags(embedded), withoutListTags(onServers))).toEqual([])
    // the script would prove little if everything were refused
    const statuses = new Set(embedded.map(({ status }) => status))
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 201, 207, 400, 401, 403, 404, 410])
  },
  900_000,
)
