import type { EventStore, Followed, Position } from './port.ts'

/**
 * Steps through what there is under some prefixes, after a position (null: from the first), and ends when nothing more
 * waits, or with the signal.
 */
export async function* untilLive(
  store: Pick<EventStore, 'follow'>,
  prefixes: readonly string[],
  signal: AbortSignal,
  after: Position | null = null,
): AsyncGenerator<Followed, void> {
  for await (const step of store.follow(after, prefixes, signal, { unhurried: true })) {
    yield step
    if (step.live) return
  }
}
