import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { aborted, addressing, systemResolve, type Surroundings } from './http-fetcher/addressing.ts'
import { ask } from './http-fetcher/ask.ts'
import { isPublicAddress } from './http-fetcher/public-address.ts'
import { targetOf, type FetchFailure, type Target } from './http-fetcher/target.ts'
import { DELIVERY_ANSWER_BYTES } from './limits/subscriptions.ts'

/** Where something may be sent to. */
export type SendingPolicy = Surroundings['policy'] & {
  /** Whether an IP address may be spoken to on any port, and without encryption. */
  readonly mayBeOpen: (address: string) => boolean
  /** Whether there is any such address. */
  readonly knowsOpen: boolean
}

type Sending = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For everything together: name, sending, answer. */
  readonly timeoutMs: number
  /** Calls it off, which then fails as `timeout`. */
  readonly signal: AbortSignal
}

export type Sent =
  | { readonly ok: true; readonly status: number; readonly retryAfter: string | null }
  | { readonly ok: false; readonly reason: FetchFailure }

export type HttpSender = {
  /** Whether the address, by itself, is one that could be sent to. Asks nobody. */
  readonly allows: (address: string) => boolean
  /** POST. Failures are values; nothing is tried again, and no redirect is followed. */
  readonly post: (address: string, sending: Sending) => Promise<Sent>
}

/** Of the open internet. */
const PORTS: readonly number[] = [443, 8443]

/**
 * The open internet, encrypted; and these networks (such as `10.0.0.0/8` or `127.0.0.1`), on any port and also without
 * encryption.
 */
export const sendingTo = (networks: readonly string[]): SendingPolicy => {
  const own = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) own.addAddress(address, family)
    else own.addSubnet(address, Number(bits), family)
  }
  const isOwn = (address: string) =>
    isIP(address) !== 0 && own.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  const knowsOpen = networks.length > 0
  return {
    mayReach: address => isPublicAddress(address) || isOwn(address),
    mayUsePort: port => knowsOpen || PORTS.includes(port),
    mayBeOpen: isOwn,
    knowsOpen,
  }
}

/** Its sender is not cut off in the middle of a few words. */
const ANSWER_MS = 1_000

/** Takes what is left of an answer, as long as that is little and comes soon. */
const drained = async (response: IncomingMessage): Promise<void> => {
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > DELIVERY_ANSWER_BYTES) return
  }
}

/** What the receiver answers; its words are nobody's concern. */
const answered = async (response: IncomingMessage): Promise<Sent> => {
  const { statusCode = 0, headers } = response
  await Promise.race([drained(response).catch(() => undefined), sleep(ANSWER_MS, undefined, { ref: false })])
  return { ok: true, status: statusCode, retryAfter: headers['retry-after'] ?? null }
}

const exchange = async (
  target: Target,
  address: string,
  { headers, body, signal }: Pick<Sending, 'headers' | 'body' | 'signal'>,
): Promise<Sent> => {
  const length = { 'content-length': String(Buffer.byteLength(body)) }
  const question = { method: 'POST', headers: { ...headers, ...length }, body, signal } as const
  const sent = await ask(target, address, question, answered)
  return typeof sent === 'string' ? { ok: false, reason: sent } : sent
}

type Around = Pick<Surroundings, 'resolve'> & { readonly policy: SendingPolicy }

/**
 * Sends to hosts that an operator named (spec 08 §5), with the guard of the fetcher: a name is resolved once for each
 * delivery, every one of its addresses must be allowed, and the connection goes to the address that was looked at.
 */
export const httpSender = ({
  policy,
  resolve = systemResolve,
}: Partial<Around> & Pick<Around, 'policy'>): HttpSender => {
  const addressOf = addressing({ policy, resolve })
  const checked = (address: string) => {
    const target = targetOf(address, policy)
    if (!target.ok || target.target.url.protocol === 'https:' || policy.knowsOpen) return target
    return { ok: false, reason: 'bad_address' } as const
  }
  return {
    allows: address => checked(address).ok,
    post: async (address, { timeoutMs, signal: stop, headers, body }) => {
      const target = checked(address)
      if (!target.ok) return target
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stop])
      const found = await addressOf(target.target, aborted(signal))
      if ('reason' in found) return { ok: false, reason: found.reason }
      const { protocol, port } = target.target.url
      const isUsual = protocol === 'https:' && ['', ...PORTS.map(String)].includes(port)
      if (!isUsual && !policy.mayBeOpen(found.address)) return { ok: false, reason: 'forbidden_address' }
      return exchange(target.target, found.address, { headers, body, signal })
    },
  }
}
