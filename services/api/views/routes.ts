import { type EpochMs, epochMs } from '../../../shared/kernel/brands.ts'
import { View } from '../../../shared/facts/site.ts'
import type { Held } from '../../accounts/sessions.ts'
import { VIEW_ADDRESS_LENGTH } from '../../../shared/limits/views.ts'
import { withNonces, type ViewNonces } from '../../views/render.ts'
import { type Answer, json } from '../platform/answers/answer.ts'
import {
  accept,
  anyObject,
  type ArgumentKind,
  optional,
  type Problem,
  type Problems,
  required,
} from '../platform/arguments/arguments.ts'
import type { Call, Moment } from '../platform/call.ts'
import { declaredAs, oneOf, text } from '../platform/arguments/kinds.ts'
import { resolvingEndpoint, route, type Route } from '../platform/route.ts'
import type { SessionDesk } from '../pages/session-desk.ts'
import { saidByAddress, saidByMembers, together, viewQueryOf, type Said } from './address.ts'
import { excessIn } from './excess.ts'
import type { ViewDesk } from './desk.ts'

const NAMESPACE = 'cal/views/v2'
const ACTION = 'cal_view_rest'

/** A nonce holds so long at least: half the time it is good for (spec 01 §8.2). */
const TICK_MS = 12 * 3_600_000

const anything = (): ArgumentKind<unknown> => ({ read: accept, declared: { type: null }, accepts: {} })

const args = {
  u: required(text({ maxLength: VIEW_ADDRESS_LENGTH }), {
    description: 'Address of the view: only its path and its query count.',
  }),
  view: optional(oneOf([...View.options, 'default']), {
    description: 'The view, whatever the address says.',
  }),
  tvn1: optional(text(), { description: 'Nonce of the reader.' }),
  tvn2: optional(text(), { description: 'Nonce of guests.' }),
  view_data: optional(anyObject(), { description: 'Arguments that override those of the address.' }),
  action: optional(declaredAs(anything(), { type: 'string' }), { description: 'Ignored.' }),
}

export type Desk = Pick<SessionDesk, 'sittingAt' | 'nonceFor' | 'isNonceOf' | 'nonceOfLogin'>

/** Own and guests' for a reader who is signed in, else guests' alone (spec 06 §1.3 nonces). */
export const viewNonces = async (
  desk: Pick<Desk, 'nonceFor'>,
  held: Held | null,
  { ms }: Moment,
): Promise<ViewNonces> => {
  const guest = await desk.nonceFor(null, ACTION, ms)
  return held === null
    ? { tvn1: guest, tvn2: '' }
    : { tvn1: await desk.nonceFor(held, ACTION, ms), tvn2: guest }
}

/** Epoch milliseconds up to which the nonce of guests is the one that it is at `ms`. */
export const viewNoncesUntil = (ms: EpochMs): EpochMs => epochMs((Math.floor(ms / TICK_MS) + 1) * TICK_MS)

/** The session of a cookie counts with a nonce of its user in either place (spec 06 §1 caller). */
const heldBy = async (desk: Desk, cookie: string | undefined, sent: readonly string[], at: Moment) => {
  const held = cookie === undefined || sent.length === 0 ? null : await desk.sittingAt(cookie, at)
  if (held === null) return null
  const good = await Promise.all(sent.map(nonce => desk.isNonceOf(held, nonce, ACTION, at.ms)))
  return good.includes(true) ? held : null
}

const isOff = (value: unknown): boolean =>
  value === false || value === 0 || (typeof value === 'string' && /^(?:0|false)$/i.test(value))

const excessProblems = (said: Readonly<Record<string, Said>>): Problems =>
  Object.fromEntries(
    Object.entries(said).flatMap(([name, one]): [string, Problem][] => {
      const excess = excessIn(one)
      return excess === null
        ? []
        : [[name, { code: 'rest_too_long', message: `${name}: ${excess}.`, data: null }]]
    }),
  )

/** `GET` and `POST /cal/views/v2/html` (spec 06 §1). */
export const viewRoutes = ({
  desk,
  views,
}: {
  readonly desk: Desk
  readonly views: ViewDesk
}): readonly Route[] => {
  const noncesFor = async (call: Call, sent: readonly string[]) => {
    const { caller, cookie, at } = call
    const held = await heldBy(desk, cookie, sent, at)
    const nonces = await viewNonces(desk, held, at)
    // whoever comes by a cookie is known by its session alone
    if (held !== null || caller === null || cookie !== undefined) return { nonces, isGuest: held === null }
    const own = await desk.nonceOfLogin(caller.login, ACTION, at.ms)
    return own === null
      ? { nonces, isGuest: true }
      : { nonces: { tvn1: own, tvn2: nonces.tvn1 }, isGuest: false }
  }

  const html = resolvingEndpoint({
    methods: ['GET', 'POST'],
    args,
    resolve: ({ u = '', view_data = {} }, { at }) => {
      const said = { u: saidByAddress(u, at.site.baseUrl), view_data: saidByMembers(view_data) }
      const problems = excessProblems(said)
      return Object.keys(problems).length > 0
        ? { ok: false, problems }
        : { ok: true, value: together(said.u, said.view_data) }
    },
    handle: async ({ view, tvn1, tvn2 }, call, saidThere): Promise<Answer> => {
      const { at, sent } = call
      const said = together(saidThere, view === undefined ? {} : { display: view })
      const query = viewQueryOf(said, at.site.settings, !isOff(sent['smu']))
      const given = [tvn1 ?? '', tvn2 ?? ''].filter(nonce => nonce !== '')
      const [found, { nonces, isGuest }] = await Promise.all([views.find(query, at), noncesFor(call, given)])
      const answer = json(200, { html: withNonces(found.html, nonces) })
      if (!isGuest) return { ...answer, noStore: true }
      return found.until === null
        ? answer
        : { ...answer, until: epochMs(Math.min(found.until, viewNoncesUntil(at.ms))) }
    },
  })
  return [route(NAMESPACE, `/${NAMESPACE}/html`, [html])]
}
