import { describe, expect, inject, it, vi } from 'vitest'
import { deployed } from '../support/server-deployment.ts'
import { ADMIN_PASSWORD } from '../support/service-process.ts'

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')]
const LIMIT = { timeout: 90_000, interval: 500 }
const ITEMS = 120

describe.skipIf(mongodbUrl === null || redisUrl === null)(
  'processes on their servers that are killed',
  () => {
    it('lose nothing of an import, and nothing of it happens twice', async () => {
      const { launch, command, feed } = await deployed(mongodbUrl ?? '', redisUrl ?? '', 8)
      const [api, worker, feeder] = await Promise.all([
        launch('api'),
        launch('workers'),
        launch('projections'),
      ])
      for (const { isReady } of [api, worker, feeder]) await vi.waitFor(isReady, LIMIT)
      const spare = await Promise.all([launch('workers'), launch('projections')])
      const importing = command(
        'import',
        await feed('lesson', ITEMS, '20280501'),
        '--url',
        api.url,
        '--user',
        `admin:${ADMIN_PASSWORD}`,
      )
      const total = async () =>
        Number((await api.ask('GET', 'events&start_date=2028-01-01&end_date=2029-01-01')).body['total'])
      await vi.waitFor(async () => expect(await total()).toBeGreaterThan(0), LIMIT)
      await Promise.all([worker.kill(), feeder.kill()])
      await vi.waitFor(async () => expect(await total()).toBe(ITEMS), LIMIT)
      const imported = await importing
      expect(imported.code, imported.output).toBe(0)
      for (const { isReady } of [api, ...spare]) await vi.waitFor(isReady, LIMIT)
      const titles = []
      for (const page of [1, 2, 3]) {
        const list = await api.ask(
          'GET',
          `events&start_date=2028-01-01&end_date=2029-01-01&per_page=50&page=${page}`,
        )
        titles.push(
          ...(list.body['events'] as readonly { readonly title: string }[]).map(({ title }) => title),
        )
      }
      expect(new Set(titles).size).toBe(ITEMS)
      expect(titles).toHaveLength(ITEMS)
    }, 240_000)
  },
)
