import type { StoredRecord } from '../../shared/event-store/port.ts'
import type { Codec } from '../../shared/facts/codec.ts'
import { eventCodec, type EventFact } from '../../shared/facts/event.ts'
import { organizerCodec } from '../../shared/facts/organizer.ts'
import { termCodec } from '../../shared/facts/term.ts'
import { venueCodec } from '../../shared/facts/venue.ts'
import { madeOnce } from '../../shared/made-once.ts'
import { alikeValues } from './alike.ts'

/** Several projections read the same record; its fact is checked once, and its texts are shared. */
const once = <Fact>({ decode }: Pick<Codec<Fact>, 'decode'>) =>
  madeOnce(({ type, data }: StoredRecord): Fact => decode(type, data))

const alike = alikeValues()

export const eventFact = once<EventFact>({
  decode: (type, data) => {
    const fact = eventCodec.decode(type, data)
    return fact.type === 'EventCreated' ? { ...fact, values: alike(fact.values) } : fact
  },
})
export const venueFact = once(venueCodec)
export const organizerFact = once(organizerCodec)
export const termFact = once(termCodec)
