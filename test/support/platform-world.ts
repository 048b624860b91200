import { trailsOfVersion } from '../../shared/documents/trails.ts'
import { userId, streamName, epochMs, type EpochMs } from '../../shared/kernel/brands.ts'
import { keptMemory } from '../../services/api/platform/answers/kept-memory.ts'
import type { InjectOptions } from 'fastify'
import { buildApp, type ApiDeps } from '../../services/api/app.ts'
import { json } from '../../services/api/platform/answers/answer.ts'
import { defaulted, list, optional, required } from '../../services/api/platform/arguments/arguments.ts'
import type { Caller, User } from '../../services/api/platform/call.ts'
import { refused } from '../../services/api/platform/answers/errors.ts'
import { integer, oneLine, text } from '../../services/api/platform/arguments/kinds.ts'
import { endpoint, resolvingEndpoint, route, type Route } from '../../services/api/platform/route.ts'
import { RevisionConflict, StoreUnavailable } from '../../shared/event-store/port.ts'
import { moment, site } from './moment.ts'

const EDITOR: User = { id: userId(2), login: 'editor', role: 'editor' }
const isEditor = (caller: Caller) => caller?.role === 'editor'
const page = defaulted(integer({ minimum: 1 }), 1, { description: 'Page.' })
const id = required(integer(), { description: 'Id.' })
const title = required(oneLine({ minLength: 1 }), { description: 'Title.' })
export const N = 'cal/events/v1'

/** What the routes of a platform's world were asked, and what they see. Tests change it. */
type Seen = { readonly calls: string[]; version: number; nowMs: EpochMs; readonly reported: unknown[] }

const routes = ({ calls }: Seen): readonly Route[] => [
  route(N, `/${N}/things`, [
    endpoint({
      methods: ['GET'],
      args: { page, tags: optional(list(text()), { description: 'Tags.', showDefault: null }) },
      handle: ({ page: n, tags }) => {
        calls.push('list')
        const body = {
          things: [{ id: 1, a: { b: 1, c: 2 }, list: [{ x: 1, y: 2 }] }],
          page: n,
          tags: tags ?? null,
        }
        return { ...json(200, body, [['X-CAL-Total', '1']]), until: epochMs(moment.ms + 1000) }
      },
    }),
    resolvingEndpoint({
      methods: ['POST'],
      args: {
        title,
        parent: optional(integer(), { description: 'Parent.' }),
        start: required(text(), { description: 'Start.' }),
      },
      may: isEditor,
      resolve: ({ parent }) =>
        parent === 404
          ? {
              ok: false,
              problems: { parent: { code: 'rest_unknown_id', message: 'no such parent', data: null } },
            }
          : { ok: true, value: (parent ?? 0) * 2 },
      handle: (input, call, doubled) =>
        json(201, { ...input, doubled, actor: call.caller?.id, route: call.route }),
    }),
  ]),
  route(N, `/${N}/things/{id}`, [
    endpoint({ methods: ['GET'], args: { id }, handle: ({ id: n }) => json(200, { id: n }) }),
    endpoint({
      methods: ['DELETE'],
      args: { id },
      may: isEditor,
      handle: ({ id: n }) => json(200, { deleted: n }),
    }),
    endpoint({
      methods: ['POST', 'PUT', 'PATCH'],
      args: { id, title: optional(oneLine({ minLength: 1 }), { description: 'Title.' }) },
      may: isEditor,
      handle: input => json(200, input),
    }),
  ]),
  route(N, `/${N}/things/by-slug/{slug}`, [
    endpoint({
      methods: ['POST'],
      args: { slug: optional(text(), { description: 'Slug.' }) },
      handle: ({ slug }, call) => json(200, { old: call.path['slug'], new: slug ?? null }),
    }),
  ]),
  route(N, `/${N}/broken/{id}`, [
    endpoint({
      methods: ['GET'],
      args: { id },
      handle: ({ id: n }) => {
        if (n === 1) throw new StoreUnavailable('down')
        if (n === 2) throw new RevisionConflict(streamName('event-2'))
        if (n === 3) return refused('event-not-accessible')
        throw new TypeError('secret of the house')
      },
    }),
  ]),
]

const deps = (seen: Seen): ApiDeps => ({
  routes: routes(seen),
  adminRoutes: async () => [
    route('', '/admin/things', [
      endpoint({ methods: ['POST'], args: { title }, may: isEditor, handle: input => json(201, input) }),
    ]),
  ],
  site: () => site,
  nowMs: () => seen.nowMs,
  credentials: {
    authenticate: (_, secret) =>
      secret === 'right' ? { ok: true, user: EDITOR } : { ok: false, code: 'incorrect_password' },
    session: async (_, nonce) => (nonce === 'aaaaaaaaaa' ? { user: null, fresh: null } : null),
  },
  newCorrelation: () => 'c1',
  report: error => seen.reported.push(error),
  refresh: null,
  readModelVersion: () => String(seen.version),
  trails: trailsOfVersion(() => String(seen.version)),
  notReady: async () => [],
  kept: keptMemory(1_000_000),
})

/** A platform with some routes of nobody's, and what it was asked. */
export const platformWorld = () => {
  const seen: Seen = { calls: [], version: 1, nowMs: moment.ms, reported: [] }
  const app = buildApp(deps(seen))
  const ask = async (method: string, path: string, options: InjectOptions = {}) => {
    const response = await app.inject({
      ...options,
      method: method,
      url: `/index.php?rest_route=${path.startsWith('/') ? path : `/${N}/${path}`}`,
    })
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: response.body === '' ? null : response.json<Record<string, unknown>>(),
    }
  }
  return { seen, app, ask }
}
export type PlatformWorld = ReturnType<typeof platformWorld>

export const basic = (text: string) => ({
  headers: { authorization: `bAsIc ${Buffer.from(text).toString('base64')}` },
})
export const editor = basic('editor:right')
