import type { Followed, Position } from '../port.ts'
import type { LiveFeed } from './feed.ts'
import type { Reader } from './reader.ts'

/**
 * Two modes. Behind: steps through the file; the step that meets its end and the change to live happen in one
 * turn of the main thread, where nothing can land between them. Live: takes what the feed pushes; too much of
 * it, or the loss of the writer, leads back to the file.
 */
export const followLog = async function* (
  reader: Reader,
  feed: LiveFeed,
  after: Position | null,
  prefixes: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Followed> {
  const view = reader.view(prefixes)
  const follower = feed.join(prefixes)
  signal.addEventListener('abort', follower.wake, { once: true })
  let reached = after
  try {
    while (!signal.aborted) {
      const failure = follower.failure()
      if (failure !== null) throw failure
      if (follower.isBehind()) {
        const stretch = view.after(reached)
        reached = stretch.reached
        if (stretch.atEnd) follower.goLive(reached)
        yield { records: stretch.records, reached, live: stretch.atEnd }
        // a long way to catch up must not keep everybody else from the thread
        if (!stretch.atEnd) await new Promise(resolve => setImmediate(resolve))
        continue
      }
      const delivery = follower.take()
      if (delivery === null) {
        await follower.sleep()
        continue
      }
      reached = delivery.reached
      yield { records: delivery.records, reached, live: !delivery.more }
    }
  } finally {
    signal.removeEventListener('abort', follower.wake)
    feed.leave(follower)
  }
}
