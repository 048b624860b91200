import type { EpochMs } from '../../../shared/kernel/brands.ts'
import { sameSecret } from '../../../shared/kernel/same-secret.ts'
import type { Guard } from '../../accounts/guard.ts'

/** A protected item; ids of events, venues and organizers are of one sequence. */
export type Locked = { readonly _id: number; readonly values: { readonly password: string } }

type Unlocked =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'wrong' }
  | { readonly ok: false; readonly code: 'too-many'; readonly retryAfterS: number }

/** Whether a password opens an item; every guess is counted, wherever it is sent (spec 01 §8.4). */
export type Unlock = (
  item: Locked,
  password: string,
  from: { readonly address: string; readonly ms: EpochMs },
) => Unlocked

export const unlockWith =
  (guard: Guard): Unlock =>
  ({ _id, values }, password, { address, ms }) => {
    const attempt = guard.attempt({ kind: 'item', id: _id }, address, ms)
    if (!attempt.ok) return { ok: false, code: 'too-many', retryAfterS: attempt.retryAfterS }
    if (!sameSecret(password, values.password)) return { ok: false, code: 'wrong' }
    attempt.right()
    return { ok: true }
  }
