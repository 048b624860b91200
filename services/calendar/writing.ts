import type { Revision } from '../../shared/kernel/brands.ts'
import {
  RevisionConflict,
  StoreUnavailable,
  type EventStore,
  type Position,
} from '../../shared/event-store/port.ts'
import { claimsOn, type Claims } from './claims.ts'
import { idSequence, type Ids } from './ids.ts'

/** What every write needs; one per process, since ids and claims remember hints. */
export type Writing = { readonly store: EventStore; readonly ids: Ids; readonly claims: Claims }

export const writingOn = (store: EventStore): Writing => ({
  store,
  ids: idSequence(store),
  claims: claimsOn(store),
})

/** `position`: where it was recorded, to wait for before reading; null when nothing had to be recorded. */
export type Written<Values, Refusal, Id extends number = number> =
  | {
      readonly ok: true
      readonly id: Id
      readonly values: Values
      readonly revision: Revision
      readonly position: Position | null
    }
  | { readonly ok: false; readonly refusal: Refusal }

/** Tidying up after a write that stands: when the store fails now, an unused claim simply runs out. */
export const bestEffort = async (tidying: Promise<void>): Promise<void> => {
  try {
    await tidying
  } catch (error) {
    if (!(error instanceof StoreUnavailable) && !(error instanceof RevisionConflict)) throw error
  }
}
