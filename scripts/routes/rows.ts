import type { FastifyInstance } from 'fastify'
import { userId } from '../../shared/kernel/brands.ts'
import type { PageRoute } from '../../services/api/pages/serve.ts'
import { declaredPaths, routeTableOf } from '../../services/api/route-table.ts'
import type { Caller } from '../../services/api/platform/call.ts'
import type { Arguments } from '../../services/api/platform/arguments/arguments.ts'
import type { Route } from '../../services/api/platform/route.ts'
import { Role } from '../../shared/facts/user.ts'

/** `files`: what the framework's router alone knows: feeds, pictures, assets, health, and the entries of the interface. */
export type Group = 'rest' | 'admin' | 'operator' | 'pages' | 'files'

export type RouteRow = {
  readonly group: Group
  /** "" outside the REST interface. */
  readonly namespace: string
  readonly methods: readonly string[]
  readonly path: string
  /** The least role that may, `guest` for everybody, `operator` for the owner's socket. */
  readonly who: string
  /** Whether the rights on the item decide after the role. */
  readonly itemDecides: boolean
  readonly arguments: readonly { readonly name: string; readonly required: boolean }[]
}

/** From nobody to everything. */
const CALLERS: readonly (Role | 'guest')[] = ['guest', ...Role.options.toReversed()]

const callerOf = (role: Role | 'guest'): Caller =>
  role === 'guest' ? null : { id: userId(1), login: role, role }

/** The least role, or each one that may when they are not all from one upwards. */
const leastOf = (may: (caller: Caller) => boolean): string => {
  const allowed = CALLERS.filter(role => may(callerOf(role)))
  const upwards = CALLERS.slice(CALLERS.length - allowed.length)
  if (allowed.length === 0) return 'nobody'
  return allowed.every((role, index) => role === upwards[index]) ? String(allowed[0]) : allowed.join(', ')
}

/** What stands in the path is given by it. */
const argumentsOf = (args: Arguments, path: string): RouteRow['arguments'] =>
  Object.entries(args)
    .filter(([name]) => !path.includes(`{${name}}`))
    .map(([name, { absent }]) => ({ name, required: absent === null }))

const rowsOf = (group: Group, { path, namespace, endpoints }: Route): readonly RouteRow[] => {
  const itemDecides = endpoints.some(endpoint => endpoint.itemDecides)
  return endpoints.map(({ methods, args, may }) => ({
    ...{ group, namespace, methods, path, itemDecides },
    who: group === 'operator' ? 'operator' : leastOf(may),
    arguments: argumentsOf(args, path),
  }))
}

const plain = { namespace: '', itemDecides: false, arguments: [] } as const

/** The router's spelling of variable parts in that of the index. */
const spelled = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

const pageRows = (pages: readonly PageRoute[]): readonly RouteRow[] =>
  pages.map(({ method, path, show }) => ({
    ...plain,
    group: 'pages',
    methods: [method],
    path: path === '' ? '/' : spelled(path),
    who: leastOf(show.may ?? (() => true)),
  }))

/** Of what the router knows: what no other row says, without slashes at the end. */
const fileRows = (
  app: FastifyInstance,
  declared: readonly string[],
  pages: readonly PageRoute[],
): readonly RouteRow[] => {
  const { addresses } = routeTableOf(app)
  const isPage = (path: string) => pages.some(page => page.path === path || page.path.startsWith(`${path}/`))
  const isSaid = (path: string): boolean =>
    isPage(path.replace(/\/\*$/, '')) ||
    (path.endsWith('/*') && declared.some(one => one.startsWith(path.slice(0, -1))))
  const methods = new Map<string, Set<string>>()
  for (const { method, path } of addresses) {
    const known = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    if (known === '/' || !isSaid(path)) methods.set(known, (methods.get(known) ?? new Set()).add(method))
  }
  return [...methods].map(([path, all]) => ({
    ...{ ...plain, group: 'files', path: spelled(path), who: 'guest' },
    // whatever can be read can be asked for its head
    methods: all.size > 2 ? ['any'] : [...all].filter(method => method !== 'HEAD'),
  }))
}

/** Every route of a service as it was declared; `app` is the one that has the operator's commands, too. */
export const routeRows = async (app: FastifyInstance): Promise<readonly RouteRow[]> => {
  const table = routeTableOf(app)
  const [pages, admin, operator] = await Promise.all([table.pages(), table.admin(), table.operator()])
  return [
    ...table.rest.flatMap(route => rowsOf('rest', route)),
    ...pageRows(pages),
    ...fileRows(app, await declaredPaths(app), pages),
    ...admin.flatMap(route => rowsOf('admin', route)),
    ...operator.flatMap(route => rowsOf('operator', route)),
  ]
}
