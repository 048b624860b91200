import type { FastifyReply, FastifyRequest } from 'fastify'

/** Whatever answers at an address. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * `path`: without a slash at its end; `:name` is any part, `/*` at the end all below it, and before one last part all that is
 * between.
 */
export type Addressed = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Whether it is only reached without a slash at its end; absent: with and without one. */
  readonly noSlash?: boolean
}

/** A path and everything below it. */
export const atOrBelow = (path: string): readonly Addressed[] =>
  [path, `${path}/*`].flatMap(one => [
    { method: 'GET', path: one },
    { method: 'POST', path: one },
  ])

/** What answers at an address; it gets the values of the variable parts, as `FoundPage` has them. */
export type Answering = Addressed & {
  readonly answer: (
    request: FastifyRequest,
    reply: FastifyReply,
    params: Readonly<Record<string, string>>,
  ) => Promise<void>
}

/** What a request to a page asks for; null: there is no such page. */
export type FindPage<Route> = (method: string, url: string) => FoundPage<Route> | null

export type FoundPage<Route> = {
  readonly route: Route
  /** Values of the variable parts by name; of all below a path, and of all between, by `*`. */
  readonly params: Readonly<Record<string, string>>
}

/** What may follow the parts of a path that were read so far. */
type Branch<Route> = {
  readonly named: Map<string, Branch<Route>>
  any: Branch<Route> | null
  /** The page that ends here; the one of everything below, by how that ends, and of all else. */
  here: Route | null
  readonly ending: Map<string, Route>
  below: Route | null
}

const newBranch = <Route>(): Branch<Route> => ({
  ...{ named: new Map(), any: null, here: null },
  ...{ ending: new Map(), below: null },
})

const isVariable = (part: string): boolean => part.startsWith(':')

const add = <Route extends Addressed>(root: Branch<Route>, route: Route): void => {
  let branch = root
  const parts = route.path.split('/').slice(1)
  for (const [index, part] of parts.entries()) {
    if (part === '*') {
      const end = parts[index + 1]
      if (end === undefined) branch.below = route
      else branch.ending.set(end, route)
      return
    }
    const next = (isVariable(part) ? branch.any : branch.named.get(part)) ?? newBranch<Route>()
    if (isVariable(part)) branch.any = next
    else branch.named.set(part, next)
    branch = next
  }
  branch.here = route
}

type Ended<Route> = { readonly route: Route; readonly values: readonly string[] }

/** What is between the beginning of a path and a last part that is known. */
const between = <Route>({ ending }: Branch<Route>, parts: readonly string[]) => {
  // with or without a slash at the end
  const last = parts.length - (parts.at(-1) === '' ? 2 : 1)
  const route = last > 0 ? ending.get(parts[last] ?? '') : undefined
  return route === undefined ? null : { route, value: parts.slice(0, last).join('/') }
}

/** What is written goes before what may be anything, and that before everything below. */
const walk = <Route extends Addressed>(
  branch: Branch<Route>,
  parts: readonly string[],
  values: readonly string[],
): Ended<Route> | null => {
  const [part = '', ...rest] = parts
  const isHere = parts.length === 0 || (part === '' && rest.length === 0 && branch.here?.noSlash !== true)
  if (branch.here !== null && isHere) return { route: branch.here, values }
  if (parts.length === 0) return null
  const next = branch.named.get(part)
  const named = next === undefined ? null : walk(next, rest, values)
  if (named !== null) return named
  const any = branch.any === null || part === '' ? null : walk(branch.any, rest, [...values, part])
  if (any !== null) return any
  const ended = between(branch, parts)
  if (ended !== null) return { route: ended.route, values: [...values, ended.value] }
  return branch.below && { route: branch.below, values: [...values, parts.join('/')] }
}

/** Parts of the path of a request address, of which none has a slash unless it is encoded; null: no path is so spelled. */
const partsOf = (url: string): readonly string[] | null => {
  const [path = ''] = url.split(/[?#]/, 1)
  try {
    return path.split('/').slice(1).map(decodeURIComponent)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

const namesOf = ({ path }: Addressed): readonly string[] =>
  path.split('/').flatMap(part => (isVariable(part) ? part.slice(1) : part === '*' ? part : []))

/**
 * Finds pages and feeds by their addresses. The framework's router keeps a context with all hooks for each method of each
 * address, which is most of what a start and an empty service take; all of these have one of it.
 */
export const pageFinder = <Route extends Addressed>(routes: readonly Route[]): FindPage<Route> => {
  const roots = { GET: newBranch<Route>(), POST: newBranch<Route>() }
  // the home page shares its address with others, and is reached by them
  for (const route of routes) if (route.path !== '') add(roots[route.method], route)
  return (method, url) => {
    const parts = partsOf(url)
    if (parts === null) return null
    const found = walk(roots[method === 'POST' ? 'POST' : 'GET'], parts, [])
    if (found === null) return null
    const { route, values } = found
    return { route, params: Object.fromEntries(namesOf(route).map((name, at) => [name, values[at] ?? ''])) }
  }
}

/** Answers with whatever is at the address that is asked for; where nothing is, as `notFound` does. */
export const answering = (routes: readonly Answering[]): Handler => {
  const find = pageFinder(routes)
  return async (request, reply) => {
    const found = find(request.method, request.raw.url ?? '')
    if (found === null) reply.callNotFound()
    else await found.route.answer(request, reply, found.params)
  }
}
