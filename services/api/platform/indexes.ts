import type { Json, JsonObject } from '../../../shared/kernel/json.ts'
import { nextMidnight, nextTurnOfClock } from './site-clock.ts'
import { restUrl } from './request/addressing.ts'
import { json } from './answers/answer.ts'
import { type Argument, type Arguments, type Declared, defaulted } from './arguments/arguments.ts'
import { refused } from './answers/errors.ts'
import { declaredAs, text } from './arguments/kinds.ts'
import type { Moment } from './call.ts'
import { endpoint, route, type Route } from './route.ts'

/** Every namespace, in the order in which the index lists them (spec 00 §3). */
export const NAMESPACES = [
  'oembed/1.0',
  'cal/event-aggregator/v1',
  'cal/events/v1',
  'cal/views/v2',
  'calx/v2/onboarding',
  'calx/v1',
  'ext/instagram',
  'ext',
  'core/v2',
  'core-site-health/v1',
  'core-block-editor/v1',
  'core-abilities/v1',
] as const

const itemsOf = ({ type, items, ...rest }: Declared): JsonObject => ({
  ...(type === null ? {} : { type }),
  ...rest,
  ...(items === undefined ? {} : { items: itemsOf(items) }),
})

/** Index entry of one argument; members in the order of spec 01 §7. */
const describeArgument = (argument: Argument<unknown>, at: Moment): JsonObject => {
  const {
    type,
    items,
    enum: values,
    format,
    minimum,
    maximum,
    maxItems,
    pattern,
    uniqueItems,
  } = argument.declared
  const members: readonly (readonly [string, Json | undefined])[] = [
    ['type', type ?? undefined],
    ['description', argument.description === '' ? undefined : argument.description],
    ['default', argument.publishedDefault?.(at)],
    ['required', argument.publishedRequired],
    ['enum', values],
    ['format', format],
    ['items', items === undefined ? undefined : itemsOf(items)],
    ['minimum', minimum],
    ['maximum', maximum],
    ['maxItems', maxItems],
    ['pattern', pattern],
    ['uniqueItems', uniqueItems],
  ]
  return Object.fromEntries(members.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

const describeArguments = (args: Arguments, at: Moment): Json => {
  const entries = Object.entries(args).map(
    ([name, argument]) => [name, describeArgument(argument, at)] as const,
  )
  return entries.length === 0 ? [] : Object.fromEntries(entries)
}

const methodsOf = (described: Route) => [...new Set(described.endpoints.flatMap(({ methods }) => methods))]

/** The route object of the index; also what OPTIONS answers. */
export const describeRoute = (described: Route, at: Moment): JsonObject => ({
  namespace: described.namespace,
  methods: methodsOf(described),
  endpoints: described.endpoints.map(({ methods, args }) => ({ methods, args: describeArguments(args, at) })),
  ...(described.self ? { _links: { self: [{ href: restUrl(at.site.baseUrl, described.path) }] } } : {}),
})

const describeRoutes = (routes: readonly Route[], at: Moment): JsonObject =>
  Object.fromEntries(routes.map(one => [one.path, describeRoute(one, at)]))

const context = defaulted(declaredAs(text(), { type: null }), 'view', { description: '' })

const rootBody = (routes: readonly Route[], at: Moment): JsonObject => {
  const { site } = at
  return {
    name: site.name,
    description: site.description,
    url: site.baseUrl,
    home: site.home,
    gmt_offset: Number(site.gmtOffset),
    timezone_string: site.timezoneString,
    page_for_posts: site.settings.pageForPosts,
    page_on_front: site.settings.pageOnFront,
    show_on_front: site.settings.showOnFront,
    namespaces: NAMESPACES,
    authentication: site.applicationPasswords
      ? { 'application-passwords': { endpoints: { authorization: `${site.baseUrl}/authorize-application` } } }
      : {},
    routes: describeRoutes(routes, at),
  }
}

const namespaceIndex = (own: string, all: () => readonly Route[]): Route =>
  route(own, `/${own}`, [
    endpoint({
      methods: ['GET'],
      args: {
        namespace: defaulted(declaredAs(text(), { type: null }), own, { description: '' }),
        context,
      },
      handle: ({ namespace }, { at }) => {
        if (!NAMESPACES.some(known => known === namespace)) return refused('rest_invalid_namespace')
        const routes = all().filter(one => one.namespace === namespace)
        const up = [{ href: restUrl(at.site.baseUrl, '/') }]
        const body = { namespace, routes: describeRoutes(routes, at), _links: { up } }
        return { ...json(200, body), until: nextMidnight(at) }
      },
    }),
  ])

/**
 * The whole interface in index order: root, routes without a namespace, then each namespace with its index first.
 * Routes keep their given order within a namespace.
 */
export const withIndexes = (routes: readonly Route[]): readonly Route[] => {
  const all: Route[] = []
  const root = route('', '/', [
    endpoint({
      methods: ['GET'],
      args: { context },
      handle: (_, { at }) => ({ ...json(200, rootBody(all, at)), until: nextTurnOfClock(at) }),
    }),
  ])
  const of = (namespace: string) => routes.filter(one => one.namespace === namespace)
  all.push(root, ...of(''))
  for (const namespace of NAMESPACES)
    all.push(
      namespaceIndex(namespace, () => all),
      ...of(namespace),
    )
  return all
}
