import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { servedPages, type PageRoute } from '../../../../services/api/pages/serve.ts'
import { answering } from '../../../../services/api/platform/request/find-page.ts'
import { keptMemory } from '../../../../services/api/platform/answers/kept-memory.ts'
import { moment, site } from '../../../support/moment.ts'

/** A site with one page, and what its operator hears. */
const served = (route: PageRoute) => {
  const told: string[] = []
  const app = Fastify()
  const pages = servedPages(
    {
      groups: [{ firsts: [route.path], routes: async () => [route] }],
      assets: async () => ({ path: name => `/assets/${name}`, file: () => undefined }),
      desk: { sittingAt: async () => null, nonceFor: async () => '' },
      site: () => site,
      nowMs: () => moment.ms,
      refresh: null,
      report: (_, doing) => told.push(doing),
      newCorrelation: () => 'c1',
    },
    {
      bodyOf: () => null,
      bodies: { coded: () => Buffer.alloc(0), asItIs: (_, make) => make() },
      kept: keptMemory(0),
      indexesOf: () => [],
    },
  )
  app.get('/*', answering(pages.routes))
  return { app, told }
}

it.each([
  ['/new-password?user=7&key=abc', '/new-password?user=7&key='],
  ['/new-password?%6bey=abc&user=7', '/new-password?%6bey=&user=7'],
  ['/new-password?monkey=abc', '/new-password?monkey=abc'],
])('07 §10 a failure at %s is told without the secret of the link', async (url, shown) => {
  const { app, told } = served({
    ...{ method: 'GET', path: '/new-password' },
    show: async () => {
      throw new TypeError('out of order')
    },
  })
  expect((await app.inject(url)).statusCode).toBe(500)
  expect(told).toEqual([`GET ${shown}`])
})
