import { createHmac } from 'node:crypto'
import type { EpochMs } from '../../shared/kernel/brands.ts'
import { sealOf } from '../accounts/seals.ts'
import type { Subscription } from './state.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

/**
 * What a subscription is signed with: 32 bytes, computed from the key of the log (64 hex) and the salt, so that it
 * stands in no fact, no history and no export (docs/adr/0030).
 */
const keyOf = (logKey: string, subscriptionId: string, salt: string): Buffer =>
  Buffer.from(sealOf(logKey, ['subscription', subscriptionId, salt]), 'base64url')

/** The secret as its receiver is given it: `whsec_` and base64. */
export const secretText = (logKey: string, subscriptionId: string, salt: string): string =>
  `whsec_${keyOf(logKey, subscriptionId, salt).toString('base64')}`

type Signed = {
  readonly logKey: string
  readonly subscriptionId: string
  readonly subscription: Pick<Subscription, 'salt' | 'former'>
}

type Message = { readonly id: string; readonly body: string; readonly nowMs: EpochMs }

/**
 * Headers of a message as Standard Webhooks has them: `webhook-id`, `webhook-timestamp` (seconds) and
 * `webhook-signature`, the base64 of HMAC-SHA256 over `id.timestamp.body`; after a rotation, for a while, a second one
 * with the secret of before.
 */
export const signedHeaders = (
  { logKey, subscriptionId, subscription: { salt, former } }: Signed,
  { id, body, nowMs }: Message,
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(nowMs / 1_000))
  const salts = [salt, ...(former !== null && nowMs < msOfIso(former.until) ? [former.salt] : [])]
  const signatures = salts.map(one => {
    const key = keyOf(logKey, subscriptionId, one)
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'Belltower',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
