import type { IncomingHttpHeaders } from 'node:http'

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
