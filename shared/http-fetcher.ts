import { addressing, aborted, systemResolve, type Surroundings } from './http-fetcher/addressing.ts'
import { exchange, type Exchanged, type NotFetched, type Wanted } from './http-fetcher/exchange.ts'
import { isPublicAddress } from './http-fetcher/public-address.ts'
import { targetOf, type AddressPolicy, type Target } from './http-fetcher/target.ts'
import { MOST_REDIRECTS } from './limits/fetched.ts'

export type { AddressPolicy, FetchFailure } from './http-fetcher/target.ts'

/** The open internet, on the usual ports of the web. */
export const openInternet: AddressPolicy = {
  mayReach: isPublicAddress,
  mayUsePort: port => [80, 443, 8080, 8443].includes(port),
}

export type FetchOptions = {
  readonly maxBytes: number
  /** For everything together: names, redirects, body. */
  readonly timeoutMs: number
  /** Calls it off, which then fails as `timeout`. */
  readonly signal?: AbortSignal
  /** Most redirects that are followed; default 5. */
  readonly redirects?: number
  /** Looks at the content type before the body is read; "" when none was sent. */
  readonly accepts: (contentType: string) => boolean
  /** As the last answer gave them: nothing is sent again when nothing has changed. */
  readonly known?: { readonly etag: string | null; readonly lastModified: string | null }
}

export type Fetched =
  | {
      readonly ok: true
      readonly changed: true
      readonly bytes: Buffer
      readonly contentType: string
      /** Where the last redirect led. */
      readonly url: string
      readonly etag: string | null
      readonly lastModified: string | null
    }
  | { readonly ok: true; readonly changed: false }
  | ({ readonly ok: false } & NotFetched)

export type HttpFetcher = {
  /** Whether the address, by itself, is one that could be fetched. Asks nobody. */
  readonly allows: (address: string) => boolean
  /** GET. Failures are values; nothing is tried again. */
  readonly fetch: (address: string, options: FetchOptions) => Promise<Fetched>
}

const isAnyKnown = ({ known }: FetchOptions): boolean => known?.etag != null || known?.lastModified != null

const wantedOf = ({ maxBytes, accepts, known }: FetchOptions, signal: AbortSignal): Wanted => ({
  maxBytes,
  accepts,
  signal,
  headers: {
    'user-agent': 'Belltower',
    accept: '*/*',
    ...(known?.etag == null ? {} : { 'if-none-match': known.etag }),
    ...(known?.lastModified == null ? {} : { 'if-modified-since': known.lastModified }),
  },
})

/**
 * Fetches from hosts that somebody else named (spec 02 §5 image): a name is resolved once, every one of its addresses
 * must be allowed, and the connection goes to the address that was looked at, so a name that changes its mind wins
 * nothing. Redirects are looked at like the first address.
 */
export const httpFetcher = ({
  policy = openInternet,
  resolve = systemResolve,
}: Partial<Surroundings> = {}): HttpFetcher => {
  const addressOf = addressing({ policy, resolve })

  const step = async (target: Target, wanted: Wanted, over: Promise<null>): Promise<Exchanged> => {
    const addressed = await addressOf(target, over)
    return 'reason' in addressed
      ? { got: 'failure', why: addressed }
      : exchange(target, addressed.address, wanted)
  }

  const fetch: HttpFetcher['fetch'] = async (address, options) => {
    const late = AbortSignal.timeout(options.timeoutMs)
    const signal = options.signal === undefined ? late : AbortSignal.any([late, options.signal])
    const over = aborted(signal)
    const wanted = wantedOf(options, signal)
    let checked = targetOf(address, policy)
    const most = options.redirects ?? MOST_REDIRECTS
    for (let redirects = 0; redirects <= most; redirects++) {
      if (!checked.ok) return checked
      const { target } = checked
      const answer = await step(target, wanted, over)
      switch (answer.got) {
        case 'failure':
          return { ok: false, ...answer.why }
        case 'unchanged':
          // no answer to somebody who has nothing yet
          return isAnyKnown(options) ? { ok: true, changed: false } : { ok: false, reason: 'bad_status' }
        case 'body': {
          const { bytes, contentType, etag, lastModified } = answer
          return { ok: true, changed: true, bytes, contentType, etag, lastModified, url: target.url.href }
        }
        case 'redirect':
          checked = targetOf(answer.location, policy, target.url)
      }
    }
    return { ok: false, reason: 'too_many_redirects' }
  }

  return { allows: address => targetOf(address, policy).ok, fetch }
}
