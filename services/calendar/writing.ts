import type { UtcTime } from '../../shared/kernel/brands.ts'
import { RevisionConflict, StoreUnavailable } from '../../shared/event-store/port.ts'
import type { EventStore, Position } from '../../shared/event-store/port.ts'
import type { By } from '../../shared/facts/common.ts'
import { claimsOn, type Claims } from './claims.ts'
import { idSequence, type Ids } from './ids.ts'
import type { Context } from '../handle.ts'
import { utcOfIso } from '../../shared/kernel/time/calculate.ts'

/** What every write needs; one per process, since ids and claims remember hints. */
export type Writing = { readonly store: EventStore; readonly ids: Ids; readonly claims: Claims }

export const writingOn = (store: EventStore): Writing => ({
  store,
  ids: idSequence(store),
  claims: claimsOn(store),
})

/** `position`: where it was recorded, to wait for before reading; null when nothing had to be recorded. */
export type Written<Values, Refusal> =
  | {
      readonly ok: true
      readonly id: number
      readonly values: Values
      readonly revision: number
      readonly position: Position | null
    }
  | { readonly ok: false; readonly refusal: Refusal }

/** Who counts as the cause, as far as later decisions ask (spec 05 §5-6). */
export const byOf = ({ source }: Context): By =>
  source === 'import' || source === 'move-in' ? 'import' : source === 'worker' ? 'service' : 'person'

/** `YYYY-MM-DD HH:MM:SS`, UTC: the instant of the decision as facts hold it. */
export const instantOf = ({ at }: Context): UtcTime => utcOfIso(at)

/** Tidying up after a write that stands: when the store fails now, an unused claim simply runs out. */
export const bestEffort = async (tidying: Promise<void>): Promise<void> => {
  try {
    await tidying
  } catch (error) {
    if (!(error instanceof StoreUnavailable) && !(error instanceof RevisionConflict)) throw error
  }
}
