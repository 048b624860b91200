import type { EventStore } from '../../shared/event-store/port.ts'

/** A log, and what was asked of it since the last time, as `read event-41`. */
export const countedLog = (log: EventStore) => {
  let calls: string[] = []
  const noted = <Args extends readonly unknown[], Result>(name: string, call: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      calls.push([name, ...args.slice(0, 1).filter(arg => typeof arg === 'string')].join(' '))
      return call(...args)
    }
  }
  const store: EventStore = {
    append: noted('append', log.append),
    appendAll: (before, last) => {
      calls.push(...[...before, last].map(({ stream }) => `append ${stream}`))
      return log.appendAll(before, last)
    },
    read: noted('read', log.read),
    follow: noted('follow', log.follow),
    head: noted('head', log.head),
    deleteStream: noted('delete', log.deleteStream),
    truncate: noted('truncate', log.truncate),
    expireAfter: noted('expire', log.expireAfter),
    close: log.close,
  }
  return {
    store,
    taken: (): readonly string[] => {
      const taken = calls
      calls = []
      return taken
    },
  }
}
