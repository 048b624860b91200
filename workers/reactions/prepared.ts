import type { EpochMs } from '../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { PURGED } from '../../shared/facts/purge.ts'
import { LINKING, linkedBy, NOUNS, type Prepared } from '../schedule/linked.ts'
import { PREPARED_MS, settlePrepared } from '../schedule/settle-prepared.ts'
import { concerns, whenPurged, type Effect, type OpenWork } from './reaction.ts'
import { working } from './worker.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

/** A venue, organizer or term that was made for an event which has not come yet (spec 02 §5 create). */
type PreparedItem = Prepared & {
  /** Epoch milliseconds. */
  readonly preparedMs: EpochMs
  /** Put away, since no event had come; one that still comes gets it back. */
  readonly discarded: boolean
}

const ITEM = /^(venue|organizer|term)-(\d+)$/
const CREATED = ['VenueCreated', 'OrganizerCreated', 'TermCreated']
const PUT_AWAY = ['VenueTrashed', 'OrganizerTrashed', 'TermDiscarded']
/** Somebody has made it a term of its own. */
const ADOPTED = 'TermAdopted'

/** null: it was not made for an event. */
const prepared = ({ data, stream, type, meta }: StoredRecord): PreparedItem | null => {
  const [, noun, number] = ITEM.exec(stream) ?? []
  if ((noun !== 'venue' && noun !== 'organizer' && noun !== 'term') || !CREATED.includes(type)) return null
  if (data['hiddenUntilLinked'] !== true) return null
  return { noun, id: Number(number), preparedMs: msOfIso(meta.at), discarded: false }
}

/** An event has come for what it links, late for what was put away: that is brought back. */
const linking = (open: OpenWork<PreparedItem>, record: StoredRecord): Effect<PreparedItem> => {
  // mostly nothing waits, and every event passes here
  if (open.keys()[Symbol.iterator]().next().done === true) return {}
  const keys = NOUNS.flatMap(noun => linkedBy(record, noun).map(id => `${noun}-${id}`))
  const found = keys.flatMap(key => open.get(key) ?? [])
  return {
    changes: Object.fromEntries(found.map(({ noun, id }) => [`${noun}-${id}`, null])),
    once: found.filter(({ discarded }) => discarded),
  }
}

/** What was made for an event that never comes is put away (spec 02 §5), and brought back for one that comes late. */
export const settlingOfPrepared = working<PreparedItem>(
  {
    name: 'prepared',
    prefixes: [...LINKING, 'venue-', 'organizer-', 'term-', PURGED],
    evolve: (open, record) => {
      const { stream, type } = record
      if (concerns(LINKING, record)) return linking(open, record)
      if (stream.startsWith(PURGED)) return whenPurged(record)
      const fresh = prepared(record)
      if (fresh !== null) return { changes: { [stream]: fresh } }
      const before = open.get(stream)
      if (before === null) return {}
      if (type === ADOPTED) return { changes: { [stream]: null } }
      return PUT_AWAY.includes(type) ? { changes: { [stream]: { ...before, discarded: true } } } : {}
    },
    enqueue: async (queue, works) => {
      for (const { noun, id } of works) await queue.enqueue('prepared.settle', { noun, id })
    },
    // young ones are left to those who made them; discarded ones only concern an event that links them after all
    isOverdue: ({ discarded, preparedMs }, nowMs) => !discarded && nowMs - preparedMs >= PREPARED_MS,
  },
  context => ({ 'prepared.settle': settlePrepared(context) }),
)
