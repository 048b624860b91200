import { parseCookie, stringifySetCookie } from 'cookie'
import type { Site } from '../call.ts'

const isSecure = ({ baseUrl }: Site): boolean => baseUrl.startsWith('https:')

/** With that prefix browsers take the cookie from this host over https only, so no neighbour can plant one. */
const nameOf = (purpose: 'session' | 'browser' | 'opened', site: Site): string => {
  if (!isSecure(site)) return `belltower_${purpose}`
  return purpose === 'session' ? '__Host-belltower' : `__Host-belltower-${purpose}`
}

export const sessionCookieName = (site: Site): string => nameOf('session', site)

const valueIn = (cookie: string | null, name: string): string | null =>
  cookie === null ? null : (parseCookie(cookie)[name] ?? null)

/** `maxAgeS` null: until the browser is closed. */
const setCookie = (name: string, value: string, site: Site, maxAgeS: number | null): string =>
  stringifySetCookie({
    ...{ name, value, path: '/' },
    ...(maxAgeS === null ? {} : { maxAge: maxAgeS }),
    ...{ httpOnly: true, sameSite: 'lax', secure: isSecure(site) },
  })

/** The token in a `Cookie` header; null: there is none. */
export const tokenIn = (cookie: string | null, site: Site): string | null =>
  valueIn(cookie, sessionCookieName(site))

/** `Set-Cookie` of a session; token "" takes it away. */
export const sessionCookie = (token: string, site: Site, maxAgeS: number): string =>
  setCookie(sessionCookieName(site), token, site, token === '' ? 0 : maxAgeS)

/** 16 random bytes in hex. */
const BROWSER = /^[0-9a-f]{32}$/

/** What a browser is known by before anybody signs in; null: it is not known, or by something that is not ours. */
export const browserIn = (cookie: string | null, site: Site): string | null => {
  const value = valueIn(cookie, nameOf('browser', site))
  return value !== null && BROWSER.test(value) ? value : null
}

/** `Set-Cookie` by which a browser is known until it is closed; `browser`: 16 random bytes in hex. */
export const browserCookie = (browser: string, site: Site): string =>
  setCookie(nameOf('browser', site), browser, site, null)

/** What a browser says it has opened with passwords, as `opened.ts` wrote it; "" for nothing. */
export const openedIn = (cookie: string | null, site: Site): string =>
  valueIn(cookie, nameOf('opened', site)) ?? ''

/** `Set-Cookie` of what a browser has opened. */
export const openedCookie = (opened: string, site: Site, maxAgeS: number): string =>
  setCookie(nameOf('opened', site), opened, site, maxAgeS)
