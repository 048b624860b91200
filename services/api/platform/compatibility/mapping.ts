import { z } from 'zod'
import { NAMESPACES } from '../indexes.ts'
import type { Route } from '../route.ts'

/** Theirs → ours. */
const Pairs = z.record(z.string().min(1), z.string().min(1))

const Mapping = z.strictObject({
  /** Where their addresses begin, e.g. `/wp-json`. */
  prefix: z.string().regex(/^(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)+$/, 'is no path such as /wp-json'),
  namespaces: Pairs,
  /** Of members, taxonomies, types of items and parameters. */
  names: Pairs.default({}),
  headers: Pairs.default({}),
  /** Of `Link` headers. */
  relations: Pairs.default({}),
  /** Variable part of a route → how the keys of their index write it. */
  variables: Pairs.default({}),
  /** Route of ours → further names that bodies sent there may have for members of ours. */
  bodies: z.record(z.string().min(1), Pairs).default({}),
})

/** How the interface is spoken by programs that were written for another one (docs/compatibility.md). */
export type Mapping = z.infer<typeof Mapping>

type Table = Readonly<Record<string, string>>

const HEADERS = [
  ...['X-CORE-Total', 'X-CORE-TotalPages', 'X-CORE-Nonce', 'X-CAL-Total', 'X-CAL-TotalPages'],
  ...['X-CAL-PerPage', 'X-CAL-Lag', 'X-CAL-Correlation', 'X-CAL-Ignored', 'X-CALX-EEA'],
]
const RELATIONS = ['index', 'next', 'prev']
const VARIABLES = ['id', 'slug', 'import_id']
/** Names that no route declares: types, taxonomies, what views and every route read. */
const UNDECLARED = [
  ...['cal_events', 'cal_venue', 'cal_organizer', 'cal_events_cat', 'post_tag', 'attachment', '_nonce'],
  ...['cal-bar-date', 'cal-bar-search', 'cal_event_display', 'eventDisplay', 'eventDate', 'paged'],
]
/** What the site has at its root besides pages. */
const ROOTS = ['index.php', 'api', 'admin', 'operator', 'health', 'metrics', 'media', 'assets']

export type Known = {
  readonly routes: readonly Pick<Route, 'path' | 'endpoints'>[]
  /** Paths of pages, each with `/` at its beginning. */
  readonly pages: readonly string[]
}

const argumentsBelow = (routes: Known['routes'], path: string): ReadonlySet<string> =>
  new Set(
    routes
      .filter(route => route.path === path || route.path.startsWith(`${path}/`))
      .flatMap(({ endpoints }) => endpoints.flatMap(({ args }) => Object.keys(args))),
  )

/** What is wrong with one table: each of theirs is one of ours, and no two are the same. */
const tableProblems = (
  place: string,
  table: Table,
  ours: readonly string[],
  fold = (text: string) => text,
): readonly string[] => {
  const known = new Set(ours.map(fold))
  const seen = new Map<string, string>()
  return Object.entries(table).flatMap(([theirs, own]) => {
    const twin = seen.get(fold(own))
    seen.set(fold(own), theirs)
    return [
      ...(known.has(fold(own)) ? [] : [`${place}.${theirs}: the service has no "${own}"`]),
      ...(twin === undefined ? [] : [`${place}.${theirs}: "${own}" has the name "${twin}" already`]),
      ...(theirs !== own && known.has(fold(theirs))
        ? [`${place}.${theirs}: this is a name of the service itself`]
        : []),
    ]
  })
}

const bodyProblems = ({ bodies }: Mapping, { routes }: Known): readonly string[] =>
  Object.entries(bodies).flatMap(([path, table]) => {
    const taken = argumentsBelow(routes.map(writing), path)
    if (taken.size === 0) return [`bodies.${path}: the service has no such route that is written to`]
    return Object.entries(table).flatMap(([theirs, own]) => [
      ...(taken.has(own) ? [] : [`bodies.${path}.${theirs}: the route takes no "${own}"`]),
      ...(taken.has(theirs) ? [`bodies.${path}.${theirs}: the route takes this itself`] : []),
    ])
  })

const writing = ({ path, endpoints }: Known['routes'][number]) => ({
  path,
  endpoints: endpoints.filter(({ methods }) =>
    methods.some(method => method !== 'GET' && method !== 'DELETE'),
  ),
})

const prefixProblems = ({ prefix }: Mapping, { pages }: Known): readonly string[] => {
  const first = (path: string) => path.split('/')[1] ?? ''
  const taken = new Set([...ROOTS, ...pages.map(first)])
  return taken.has(first(prefix)) ? [`prefix: the site has something at /${first(prefix)} already`] : []
}

const problemsOf = (mapping: Mapping, known: Known): readonly string[] => {
  const { namespaces, names, headers, relations, variables } = mapping
  const lower = (text: string) => text.toLowerCase()
  const own = [...argumentsBelow(known.routes, ''), ...UNDECLARED]
  return [
    ...prefixProblems(mapping, known),
    ...tableProblems('namespaces', namespaces, NAMESPACES, lower),
    ...tableProblems('names', names, own),
    ...tableProblems('headers', headers, HEADERS, lower),
    ...tableProblems('relations', relations, RELATIONS),
    ...Object.keys(variables)
      .filter(name => !VARIABLES.includes(name))
      .map(name => `variables.${name}: no route has such a part; there are ${VARIABLES.join(', ')}`),
    ...Object.entries({ ...headers })
      .filter(([theirs]) => !/^[A-Za-z0-9-]+$/.test(theirs))
      .map(([theirs]) => `headers.${theirs}: this is no name of a header`),
    ...bodyProblems(mapping, known),
  ]
}

type ReadMapping =
  | { readonly ok: true; readonly mapping: Mapping }
  | { readonly ok: false; readonly problems: readonly string[] }

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Reads a mapping; every mistake is named by its place in the document. */
export const readMapping = (text: string, known: Known): ReadMapping => {
  const value = parsed(text.replace(/^\uFEFF/, ''))
  if (value === undefined) return { ok: false, problems: ['this is no JSON'] }
  const read = Mapping.safeParse(value)
  const problems = read.success
    ? problemsOf(read.data, known)
    : read.error.issues.map(({ path, message }) => `${path.join('.') || 'the document'}: ${message}`)
  return read.success && problems.length === 0 ? { ok: true, mapping: read.data } : { ok: false, problems }
}
