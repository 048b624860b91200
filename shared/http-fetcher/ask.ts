import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { FOREIGN_HEAD_BYTES } from '../limits/fetched.ts'
import { http } from '../node-http.ts'
import type { Target } from './target.ts'

type Question = {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  /** Absent: none is sent. */
  readonly body?: string
  readonly signal: AbortSignal
}

/** The connection goes to the address that was checked, whatever the name means by now. */
const pinned =
  (address: string): LookupFunction =>
  (_host, options, done) => {
    const family = isIPv6(address) ? 6 : 4
    if (options.all === true) done(null, [{ address, family }])
    else done(null, address, family)
  }

const optionsFor = (
  { host, literal, url }: Target,
  address: string,
  { method, headers, signal }: Question,
): RequestOptions => ({
  method,
  lookup: pinned(address),
  // a connection of its own: none is kept that another name could share
  agent: false,
  maxHeaderSize: FOREIGN_HEAD_BYTES,
  signal,
  headers: { ...headers, 'accept-encoding': 'identity', connection: 'close' },
  ...(url.protocol === 'https:' && !literal ? { servername: host } : {}),
})

/**
 * One request to one checked address, without following anything. The connection ends with what `take` makes of the
 * answer; whatever goes wrong until then is one of the two reasons.
 */
export const ask = async <Taken>(
  target: Target,
  address: string,
  question: Question,
  take: (response: IncomingMessage) => Promise<Taken>,
): Promise<Taken | 'timeout' | 'unreachable'> => {
  const send = target.url.protocol === 'https:' ? httpsRequest : http.request
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = send(target.url, optionsFor(target, address, question), resolve)
  request.on('error', reject)
  request.end(question.body)
  try {
    return await take(await promise)
  } catch {
    return question.signal.aborted ? 'timeout' : 'unreachable'
  } finally {
    request.destroy()
  }
}
