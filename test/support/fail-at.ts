import { StoreUnavailable, type EventStore } from '../../shared/event-store/port.ts'

/** Wraps a log so that its n-th call fails as an outage, before or after the real one took effect; unless healed by then. */
export const failAt = (
  store: EventStore,
  n: number,
  when: 'before' | 'after',
): { store: EventStore; fired: () => boolean; heal: () => void } => {
  let calls = 0
  let fired = false
  let healed = false
  const failing = async <Result>(name: string, call: () => Promise<Result>): Promise<Result> => {
    const mine = !healed && ++calls === n
    if (mine) fired = true
    if (mine && when === 'before') throw new StoreUnavailable(`${name} #${n}`)
    const result = await call()
    if (mine) throw new StoreUnavailable(`${name} #${n}, after it took effect`)
    return result
  }
  const append: EventStore['append'] = (...given) => failing('append', () => store.append(...given))
  return {
    store: {
      ...store,
      append,
      // as where one may be durable without the other
      appendAll: async (before, last) => {
        for (const { stream, records, expected } of before) await append(stream, records, expected)
        return append(last.stream, last.records, last.expected)
      },
      read: (...given) => failing('read', () => store.read(...given)),
      head: () => failing('head', () => store.head()),
      headAtRest: undefined,
      deleteStream: stream => failing('deleteStream', () => store.deleteStream(stream)),
      truncate: (...given) => failing('truncate', () => store.truncate(...given)),
      expireAfter: (...given) => failing('expireAfter', () => store.expireAfter(...given)),
    },
    fired: () => fired,
    heal: () => {
      healed = true
    },
  }
}
