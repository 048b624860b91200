import type { EpochMs } from '../kernel/brands.ts'
import type { Position, StoredRecord } from '../event-store/port.ts'
import { placeOf } from './forgotten.ts'
import { msOfIso } from '../kernel/time/calculate.ts'

/** A moment in the life of an item: after a fact of it, or an instant (epoch milliseconds). */
export type Moment = { readonly position: Position } | { readonly ms: EpochMs }

const isPast = (record: StoredRecord, moment: Moment): boolean =>
  'ms' in moment ? msOfIso(record.meta.at) <= moment.ms : placeOf(record) <= moment.position

/** Records of an item up to the last one that is of a moment or before; none: it was not there yet. */
export const recordsUntil = (records: readonly StoredRecord[], moment: Moment): readonly StoredRecord[] =>
  records.slice(0, records.findLastIndex(record => isPast(record, moment)) + 1)
