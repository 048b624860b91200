import { parseCookie, stringifySetCookie } from 'cookie'
import type { Site } from './moment.ts'

const isSecure = ({ baseUrl }: Site): boolean => baseUrl.startsWith('https:')

/** With that prefix browsers take the cookie from this host over https only, so no neighbour can plant one. */
export const sessionCookieName = (site: Site): string =>
  isSecure(site) ? '__Host-belltower' : 'belltower_session'

const browserCookieName = (site: Site): string =>
  isSecure(site) ? '__Host-belltower-browser' : 'belltower_browser'

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

/** 16 random bytes in hex. */
const BROWSER = /^[0-9a-f]{32}$/

/** What a browser is known by before anybody signs in; null: it is not known, or by something that is not ours. */
export const browserIn = (cookie: string | null, site: Site): string | null => {
  const value = cookie === null ? undefined : parseCookie(cookie)[browserCookieName(site)]
  return value !== undefined && BROWSER.test(value) ? value : null
}

/** `Set-Cookie` by which a browser is known until it is closed; `browser`: 16 random bytes in hex. */
export const browserCookie = (browser: string, site: Site): string =>
  stringifySetCookie({
    name: browserCookieName(site),
    value: browser,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(site),
  })
