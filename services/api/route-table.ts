import type { FastifyInstance } from 'fastify'
import type { PageGroup, PageRoute } from './pages/serve.ts'
import type { Addressed } from './platform/request/find-page.ts'
import type { Route } from './platform/route.ts'

/** Everything a service answers to, as it was declared, for whoever counts or lists it. */
export type RouteTable = {
  /** The interface with its indexes, in the order of the index. */
  readonly rest: readonly Route[]
  readonly admin: () => Promise<readonly Route[]>
  /** Empty where the operator's commands are not offered. */
  readonly operator: () => Promise<readonly Route[]>
  readonly pages: () => Promise<readonly PageRoute[]>
  /**
   * Feeds, and what the router of the framework knows, as it spells it; routes that are added later are there, too. All
   * pages and feeds are one route of it.
   */
  readonly addresses: readonly { readonly method: string; readonly path: string }[]
}

const DECORATOR = 'routeTable'

/** To be called before the first route is added. */
export const keepRouteTable = (
  app: FastifyInstance,
  declared: Omit<RouteTable, 'addresses' | 'pages'>,
  groups: readonly PageGroup[],
  feeds: readonly Addressed[],
): void => {
  const pages = async () => (await Promise.all(groups.map(({ routes }) => routes()))).flat()
  const addresses = feeds.map(({ method, path }): RouteTable['addresses'][number] => ({ method, path }))
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) addresses.push({ method: one, path: url })
  })
  app.decorate(DECORATOR, { ...declared, pages, addresses })
}

export const routeTableOf = (app: FastifyInstance): RouteTable => app.getDecorator<RouteTable>(DECORATOR)

/** Paths of the interface. */
export const restPaths = (app: FastifyInstance): readonly string[] =>
  routeTableOf(app).rest.map(({ path }) => path)

/** Paths of all routes that the framework's own router does not know. */
export const declaredPaths = async (app: FastifyInstance): Promise<readonly string[]> => {
  const { admin, operator } = routeTableOf(app)
  const desks = await Promise.all([admin(), operator()])
  return [...restPaths(app), ...desks.flat().map(({ path }) => path)]
}
