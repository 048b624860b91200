import type { FetchFailure, Fetched, HttpFetcher } from '../../../shared/http-fetcher.ts'
import { FEED_BYTES } from '../../../shared/limits/imports.ts'

/** For everything together: names, redirects, body. */
const PATIENCE_MS = 60_000

export type FeedBody = Extract<Fetched, { ok: true; changed: true }>

/** `webcal:` is what calendars call the web: https, or http where nothing else answers. */
const feedAddresses = (url: string): readonly string[] => {
  const rest = /^webcal:(.*)$/is.exec(url)?.[1]
  return rest === undefined ? [url] : [`https:${rest}`, `http:${rest}`]
}

/** Of the argument that names one. */
export const ADDRESS_PROBLEM =
  'url is no http, https or webcal address on the open internet, without user and password.'

/** Whether the address, by itself, is one that could be fetched. Asks nobody. */
export const isFeedAddress = (fetcher: Pick<HttpFetcher, 'allows'>, url: string): boolean =>
  feedAddresses(url).some(address => fetcher.allows(address))

type Asked = {
  /** As the last answer gave them: nothing is sent again when nothing has changed. */
  readonly known: { readonly etag: string | null; readonly lastModified: string | null } | null
  /** Calls the fetching off, which then fails as `timeout`. */
  readonly signal?: AbortSignal
}

/** Fetches a feed from an address that somebody named; any content type, for servers call calendars many things. */
export const fetchFeed = async (
  { fetch }: Pick<HttpFetcher, 'fetch'>,
  url: string,
  { known, signal }: Asked = { known: null },
): Promise<Fetched> => {
  let fetched: Fetched = { ok: false, reason: 'bad_address' }
  for (const address of feedAddresses(url)) {
    fetched = await fetch(address, {
      maxBytes: FEED_BYTES,
      timeoutMs: PATIENCE_MS,
      accepts: () => true,
      ...(known === null ? {} : { known }),
      ...(signal === undefined ? {} : { signal }),
    })
    if (fetched.ok || fetched.reason !== 'unreachable') return fetched
  }
  return fetched
}

const MESSAGES: Readonly<Record<FetchFailure, string>> = {
  bad_address: 'the address is not one of http, https or webcal, or it holds a password',
  forbidden_address: 'the address is not on the open internet, or of a port that is not used for feeds',
  unknown_host: 'the host of the address has no name',
  unreachable: 'the server cannot be reached',
  timeout: `the server did not send the feed within ${PATIENCE_MS / 1_000} seconds`,
  too_many_redirects: 'the server sends from one address to another without end',
  bad_status: 'the server answers with an error',
  // of any type a feed is taken
  wrong_type: 'the server sends the feed compressed, which it was asked not to do',
  too_large: `the feed has more than ${FEED_BYTES / 1024 / 1024} MiB`,
}

/** For people. */
export const fetchFailureMessage = ({ reason, status }: Extract<Fetched, { ok: false }>): string =>
  status === undefined ? MESSAGES[reason] : `${MESSAGES[reason]} (${status})`
