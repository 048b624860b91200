/** What is said of a text that cannot be the address of the site. */
export const NO_SITE_URL =
  'this is not an http or https address in ASCII (as in xn--… and %C3%BC) without user, query and fragment'

/** Whether this can be the address of the site: it stands in headers, which hold nothing beyond ASCII. */
export const isSiteUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null
  return (
    url !== null &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    /^[!-~]+$/.test(text) &&
    !/[?#<>"]/.test(text) &&
    url.username === '' &&
    url.password === ''
  )
}

/** The address of a site that has none but where its service listens. */
export const siteUrlAt = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`

/** The path under which a site is reached, without a slash at its end; "" for a host of its own. */
export const rootOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')

/** Whether a host name, as `URL` writes it, means this machine: a site there is *local* (spec 01 §8.1). */
export const isLocalHost = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
