import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Answer } from './answers/answer.ts'
import { type ErrorCode, refused } from './answers/errors.ts'
import type { Caller, Moment, Site, User } from './call.ts'

type Authenticated =
  | { readonly ok: true; readonly user: User }
  | { readonly ok: false; readonly code: ErrorCode; readonly retryAfterS?: number }

type Session = { readonly user: Caller; readonly fresh: string | null }

export type Credentials = {
  /** Login or e-mail address and application password (spec 01 §8.1). */
  readonly authenticate: (
    who: string,
    secret: string,
    address: string,
  ) => Authenticated | Promise<Authenticated>
  /**
   * Who holds the session of the `Cookie` header when the nonce of action `core_rest` is valid; null: it is not
   * (spec 01 §8.2). `fresh`: a new nonce of the session; null for guests.
   */
  readonly session: (cookie: string | null, nonce: string, at: Moment) => Promise<Session | null>
}

export type Identified =
  | {
      readonly ok: true
      readonly caller: Caller
      /** Nonce for the header `X-CORE-Nonce` of the answer; null: none is due. */
      readonly nonce: string | null
    }
  | { readonly ok: false; readonly answer: Answer }

const GUEST: Identified = { ok: true, caller: null, nonce: null }
const refusal = (code: ErrorCode, retryAfterS?: number): Identified => ({
  ok: false,
  answer: {
    ...refused(code),
    ...(retryAfterS === undefined ? {} : { headers: [['Retry-After', String(retryAfterS)]] }),
    noStore: true,
  },
})

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i

/** What a well-formed Basic header says; null: another scheme, not base64, no `:`, or no password. */
export const basicOf = (authorization: string): readonly [who: string, secret: string] | null => {
  const encoded = BASIC.exec(authorization)?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon === -1 || colon === text.length - 1 ? null : [text.slice(0, colon), text.slice(colon + 1)]
}

/** Whether the caller is told by a Basic header, which counts more than anything else. */
export const isBasic = ({ authorization }: IncomingHttpHeaders, { applicationPasswords }: Site): boolean =>
  authorization !== undefined && applicationPasswords && basicOf(authorization) !== null

/**
 * Who asks: step 1 of spec 01 §3, on every route. `parameter`: gives `_nonce` as it was sent; asked where no header counts more.
 */
export const identify = async (
  { authenticate, session }: Credentials,
  at: Moment,
  { headers, address }: { readonly headers: IncomingHttpHeaders; readonly address: string },
  parameter?: () => Promise<unknown>,
): Promise<Identified> => {
  const { authorization, cookie } = headers
  const { applicationPasswords } = at.site
  const basic = authorization === undefined || !applicationPasswords ? null : basicOf(authorization)
  if (basic !== null) {
    const authenticated = await authenticate(...basic, address)
    return authenticated.ok
      ? { ok: true, caller: authenticated.user, nonce: null }
      : refusal(authenticated.code, authenticated.retryAfterS)
  }
  const nonce = headers['x-core-nonce'] ?? (parameter === undefined ? null : await parameter())
  if (typeof nonce !== 'string') return GUEST
  const held = await session(cookie ?? null, nonce, at)
  return held === null
    ? refusal('rest_cookie_invalid_nonce')
    : { ok: true, caller: held.user, nonce: held.fresh }
}

/** What an answer 401 says of how to sign in (spec 01 §6). */
const CHALLENGE = 'Basic realm="calendar", charset="UTF-8"'

/**
 * Browsers ask their user for a name and a password as soon as they see a challenge, even when a script asked, and that
 * password would be the wrong one: Basic takes none of an account. Each of these tells one from a program.
 */
const isInBrowser = (headers: IncomingHttpHeaders): boolean =>
  headers.origin !== undefined || headers.cookie !== undefined || headers['sec-fetch-site'] !== undefined

const isNamedBrowser = (headers: IncomingHttpHeaders): boolean =>
  /^mozilla\//i.test(headers['user-agent'] ?? '')

/** The header `WWW-Authenticate` for whoever may be told; null: for nobody. `offered`: Basic counts at this site. */
export const challengeFor = (headers: IncomingHttpHeaders, offered: boolean): string | null =>
  offered && !isInBrowser(headers) && !isNamedBrowser(headers) ? CHALLENGE : null

/** The same where readers of feeds ask, many of which call themselves Mozilla as well. */
export const challengeForReader = (headers: IncomingHttpHeaders, offered: boolean): string | null =>
  offered && !isInBrowser(headers) ? CHALLENGE : null

/** `_nonce`, a nonce of a view, or letters written in a way that nobody writes them in. */
const MAY_HOLD_NONCE = /_nonce|tvn|%5f|%25|%[67]/i

/** Whether it reads, and says at most in the header `Authorization` who does: without that all get the same answer. */
export const isPlainRead = ({
  method,
  headers,
  raw,
}: Pick<FastifyRequest, 'method' | 'headers' | 'raw'>): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers['x-core-nonce'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  !MAY_HOLD_NONCE.test(raw.url ?? '')
