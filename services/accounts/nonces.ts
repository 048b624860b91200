import { createHmac } from 'node:crypto'
import { nobody, type UserId, type EpochMs } from '../../shared/kernel/brands.ts'
import { sameSecret } from '../../shared/kernel/same-secret.ts'

/** What a nonce is good for (spec 01 §8.2). */
export const NONCE_ACTIONS = ['core_rest', 'cal_view_rest', 'cal_wizard'] as const
/** `page_form`: a form of a page, which no other site can make a browser send. */
export type NonceAction = (typeof NONCE_ACTIONS)[number] | 'page_form'

/** Whose nonce: user 0 is a guest; session null: none, as of Basic callers and of operators; or of a guest's browser. */
export type Bearer = { readonly userId: UserId; readonly session: string | null }

export const GUEST: Bearer = { userId: nobody, session: null }

const TICK_MS = 12 * 3_600_000
const LENGTH = 10
const tickAt = (ms: EpochMs): number => Math.floor(ms / TICK_MS)

const nonceAt = (secret: string, tick: number, action: NonceAction, { userId, session }: Bearer): string =>
  createHmac('sha256', Buffer.from(secret, 'hex'))
    .update(JSON.stringify([tick, action, userId, session]))
    .digest('hex')
    .slice(0, LENGTH)

/** 10 lower-case hex characters, good in this 12-hour tick and the next. */
export const issueNonce = (secret: string, action: NonceAction, bearer: Bearer, ms: EpochMs): string =>
  nonceAt(secret, tickAt(ms), action, bearer)

export const isNonce = (
  secret: string,
  nonce: string,
  action: NonceAction,
  bearer: Bearer,
  ms: EpochMs,
): boolean => {
  const now = sameSecret(nonce, nonceAt(secret, tickAt(ms), action, bearer))
  const before = sameSecret(nonce, nonceAt(secret, tickAt(ms) - 1, action, bearer))
  return now || before
}
