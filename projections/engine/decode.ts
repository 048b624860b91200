import type { StoredRecord } from '../../shared/event-store/port.ts'
import type { Codec } from '../../shared/facts/codec.ts'
import { eventCodec } from '../../shared/facts/event.ts'
import { organizerCodec } from '../../shared/facts/organizer.ts'
import { termCodec } from '../../shared/facts/term.ts'
import { venueCodec } from '../../shared/facts/venue.ts'

/** Several projections read the same record; its fact is checked once, and its texts are shared. */
const once = <Fact>(codec: Codec<Fact>) => {
  const known = new WeakMap<StoredRecord, { readonly fact: Fact }>()
  return (record: StoredRecord): Fact => {
    const found = known.get(record)
    if (found !== undefined) return found.fact
    const fact = codec.decode(record.type, record.data)
    known.set(record, { fact })
    return fact
  }
}

export const eventFact = once(eventCodec)
export const venueFact = once(venueCodec)
export const organizerFact = once(organizerCodec)
export const termFact = once(termCodec)
