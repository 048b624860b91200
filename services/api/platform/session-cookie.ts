import { parseCookie, stringifySetCookie } from 'cookie'
import type { Site } from './moment.ts'

const isSecure = ({ baseUrl }: Site): boolean => baseUrl.startsWith('https:')

/** With that prefix browsers take the cookie from this host over https only, so no neighbour can plant one. */
export const sessionCookieName = (site: Site): string =>
  isSecure(site) ? '__Host-belltower' : 'belltower_session'

/** The token in a `Cookie` header; null: there is none. */
export const tokenIn = (cookie: string | null, site: Site): string | null =>
  cookie === null ? null : (parseCookie(cookie)[sessionCookieName(site)] ?? null)

/** `Set-Cookie` of a session; token "" takes it away. */
export const sessionCookie = (token: string, site: Site, maxAgeS: number): string =>
  stringifySetCookie({
    name: sessionCookieName(site),
    value: token,
    path: '/',
    maxAge: token === '' ? 0 : maxAgeS,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(site),
  })
