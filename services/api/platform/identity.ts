import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from './answer.ts'
import type { Caller, User } from './caller.ts'
import { refused, type ErrorCode } from './errors.ts'
import type { Nested } from './nesting.ts'
import type { Site } from './moment.ts'

/** What Basic credentials came to (spec 01 §8.1); null: they are none and the caller is a guest. */
export type Authenticated =
  { readonly ok: true; readonly user: User } | { readonly ok: false; readonly code: ErrorCode } | null

export type Credentials = {
  /** Value of the `Authorization` header. */
  readonly authenticate: (authorization: string, address: string) => Promise<Authenticated>
  /** Whether the nonce of action `core_rest` is valid, and who holds the session; spec 01 §8.2. */
  readonly session: (cookie: string | null, nonce: string) => Promise<{ readonly user: Caller } | null>
}

export type Identified =
  { readonly ok: true; readonly caller: Caller } | { readonly ok: false; readonly answer: Answer }

const GUEST: Identified = { ok: true, caller: null }
const refusal = (code: ErrorCode): Identified => ({
  ok: false,
  answer: { ...refused(code), noStore: true },
})

const nonceOf = (headers: IncomingHttpHeaders, query: Nested): string | null => {
  const header = headers['x-core-nonce']
  const value = header ?? query['_nonce']
  return typeof value === 'string' ? value : null
}

/** Who asks: step 1 of spec 01 §3, on every route. Basic counts more than a cookie. */
export const identify = async (
  { authenticate, session }: Credentials,
  site: Site,
  headers: IncomingHttpHeaders,
  query: Nested,
  address: string,
): Promise<Identified> => {
  const { authorization, cookie } = headers
  if (authorization !== undefined && site.applicationPasswords) {
    const authenticated = await authenticate(authorization, address)
    if (authenticated !== null)
      return authenticated.ok ? { ok: true, caller: authenticated.user } : refusal(authenticated.code)
  }
  const nonce = nonceOf(headers, query)
  if (nonce === null) return GUEST
  const held = await session(cookie ?? null, nonce)
  return held === null ? refusal('rest_cookie_invalid_nonce') : { ok: true, caller: held.user }
}
