import { isIP } from 'node:net'

/** Where the fetcher may go. */
export type AddressPolicy = {
  /** IP address without brackets. */
  readonly mayReach: (address: string) => boolean
  readonly mayUsePort: (port: number) => boolean
}

/** Why something was not fetched. */
export type FetchFailure =
  | 'bad_address'
  | 'forbidden_address'
  | 'unknown_host'
  | 'unreachable'
  | 'timeout'
  | 'too_many_redirects'
  | 'bad_status'
  | 'wrong_type'
  | 'too_large'

export type Target = {
  readonly url: URL
  /** Without brackets. */
  readonly host: string
  /** The host is an IP address already. */
  readonly literal: boolean
}

type Checked =
  { readonly ok: true; readonly target: Target } | { readonly ok: false; readonly reason: FetchFailure }

const refuse = (reason: FetchFailure) => ({ ok: false, reason }) as const

/**
 * What an address says by itself: http or https, nobody's password, a port of the web, and no IP address that is
 * out of bounds, however it is written (`0x7f.1`, `2130706433`, `[::ffff:10.0.0.1]`).
 */
export const targetOf = (text: string, policy: AddressPolicy, base?: URL): Checked => {
  if (!URL.canParse(text, base?.href)) return refuse('bad_address')
  const url = new URL(text, base?.href)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse('bad_address')
  if (url.username !== '' || url.password !== '') return refuse('bad_address')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const literal = isIP(host) !== 0
  if (!policy.mayUsePort(port) || (literal && !policy.mayReach(host))) return refuse('forbidden_address')
  url.hash = ''
  return { ok: true, target: { url, host, literal } }
}
