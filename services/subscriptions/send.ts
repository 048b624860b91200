import type { EpochMs } from '../../shared/kernel/brands.ts'
import type { HttpSender, Sent } from '../../shared/http-sender.ts'
import { DELIVERY_MS } from '../../shared/limits/subscriptions.ts'
import type { Failure } from './decide.ts'
import { signedHeaders } from './signing.ts'
import type { Subscription } from './state.ts'

export type SendDeps = {
  readonly sender: Pick<HttpSender, 'post'>
  /** The key of the log, 64 hex. */
  readonly logKey: () => Promise<string>
  readonly nowMs: () => EpochMs
}

/** What a receiver made of a message. */
export type Answered =
  | { readonly kind: 'taken'; readonly status: number }
  /** It takes nothing now: it is away, or overloaded, or not where it was. */
  | { readonly kind: 'down'; readonly failure: Failure; readonly status: number | null }
  /** It does not take this message. */
  | { readonly kind: 'refused'; readonly failure: Failure; readonly status: number }

/** Statuses that say nothing of a message alone: who is asked, where, and whether it has time. */
const OF_THE_WHOLE: readonly number[] = [401, 403, 404, 405, 407, 408, 425, 429, 502, 503, 504]
const GONE = 410
const LONGEST_WAIT_S = 86_400

/** Seconds, or a date (RFC 9110 §10.2.3) → milliseconds; anything else asks for nothing. */
const waitOf = (text: string | null, nowMs: EpochMs): number | undefined => {
  if (text === null) return undefined
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text), LONGEST_WAIT_S) * 1_000
  const until = text.length > 40 ? NaN : Date.parse(text)
  return Number.isNaN(until) ? undefined : Math.min(Math.max(until - nowMs, 0), LONGEST_WAIT_S * 1_000)
}

const answeredBy = (sent: Sent, nowMs: EpochMs): Answered => {
  if (!sent.ok) return { kind: 'down', failure: { reason: sent.reason }, status: null }
  const { status, retryAfter } = sent
  if (status >= 200 && status < 300) return { kind: 'taken', status }
  const isRedirect = status >= 300 && status < 400
  const found = String(status)
  if (isRedirect) return { kind: 'down', failure: { reason: 'redirected', found }, status }
  if (status === GONE) return { kind: 'down', failure: { reason: 'gone', found, isGone: true }, status }
  const failure = { reason: 'bad_status', found }
  if (!OF_THE_WHOLE.includes(status)) return { kind: 'refused', failure, status }
  return { kind: 'down', failure: { ...failure, waitMs: waitOf(retryAfter, nowMs) }, status }
}

/** Sends one message, signed. `id`: the same however often it is sent. */
export const send = async (
  { sender, logKey, nowMs }: SendDeps,
  subscriptionId: string,
  subscription: Subscription,
  { id, body }: { readonly id: string; readonly body: string },
  signal: AbortSignal,
): Promise<Answered> => {
  const signed = { logKey: await logKey(), subscriptionId, subscription }
  const headers = signedHeaders(signed, { id, body, nowMs: nowMs() })
  const sent = await sender.post(subscription.url, { headers, body, timeoutMs: DELIVERY_MS, signal })
  return answeredBy(sent, nowMs())
}
