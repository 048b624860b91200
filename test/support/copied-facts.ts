import { userId, streamName, epochMs } from '../../shared/kernel/brands.ts'
import { isoOfMs } from '../../shared/kernel/time/calculate.ts'
import type { EventStore, NewRecord } from '../../shared/event-store/port.ts'
import { recordId } from '../../shared/facts/codec.ts'

const record = (
  n: number,
  type = 'Noted',
  data: NewRecord['data'] = { n, text: `Nr. ${n} – “ü”` },
): NewRecord => ({
  id: recordId('copied facts', n),
  ...{ type, data },
  meta: {
    actor: n % 7 === 0 ? null : userId(n % 7),
    at: isoOfMs(epochMs(Date.UTC(2027, 0, 1) + n * 1_000)),
    source: 'cal',
    route: 'POST /notes',
    correlation: `request ${n % 50}`,
    causation: n % 3 === 0 ? recordId('copied facts', n - 1) : null,
  },
})

const past = (n: number) => ({
  position: n * 8,
  revision: 0,
  fact: 'EventCreated',
  at: '2027-01-01T00:00:00.000Z',
  actor: userId(1),
  source: 'cal',
  correlation: 'c',
})

const streamOf = (n: number) => streamName(`note-${n % 3 === 0 ? n : Math.floor(n / 40)}`)

const TOGETHER = 200

/** So many facts in streams of one and of many, in their order, and a purge among each thousand. */
export const factsTo = async (store: Pick<EventStore, 'append'>, from: number, to: number): Promise<void> => {
  const append = (n: number) => {
    if (n % 1_000 !== 500) return store.append(streamOf(n), [record(n)], 'any')
    const told = { kind: 'event', itemId: n, named: { venues: [], organizers: [], categories: [], tags: [] } }
    const purge = { ...told, past: [past(n - 2), past(n - 1)] }
    return store.append(streamName(`purged-event-${n}`), [record(n, 'ItemPurged', purge)], 'absent')
  }
  for (let first = from; first < to; first += TOGETHER) {
    const some = Array.from({ length: Math.min(TOGETHER, to - first) }, (_, n) => append(first + n))
    await Promise.all(some)
  }
}
