import { setTimeout as sleep } from 'node:timers/promises'
import { type StreamName, noPosition } from '../../../shared/kernel/brands.ts'
import type { EventStore, Position } from '../../../shared/event-store/port.ts'
import { within } from '../../../shared/event-store/within.ts'
import { identityStreamOf } from '../../../shared/facts/claim.ts'
import { NAMED } from '../../calendar/known-names.ts'
import { digests } from './key-set.ts'

/** Streams of what events are known by. */
const IDENTITIES = identityStreamOf('event', '')
const FOLLOWED = [IDENTITIES, ...NAMED]
/** So long items wait for what others appended before them; then the log is asked for each. */
const PATIENCE_MS = 500
const AGAIN_MS = 1_000
/** Imports look again and again. When none has for so long, nothing is followed until one does. */
const CALM_MS = 10_000

type Warn = (message: string, error: unknown) => void

/**
 * The log, for imports: what nobody ever was known by is not read. Whoever then claims it appends as if nothing was there,
 * and the append finds out whether that is true (spec 05 §5).
 */
export type NewIdentities = {
  readonly store: EventStore
  /**
   * Resolves when what anybody appended until now is known, or else is asked for, to how often what items name was changed
   * so far; null: that is not known. Throws StoreUnavailable.
   */
  readonly look: () => Promise<number | null>
}

type Followed = Pick<EventStore, 'follow' | 'head'>

type How = { readonly note: (stream: StreamName) => void; readonly calmMs: number }

/**
 * How often what items name was changed, as far as the log was followed, as `NewIdentities` has it; `note` is told of each
 * stream in which something came.
 */
const followed = (store: Followed, { note, calmMs }: How, signal: AbortSignal, warn: Warn) => {
  let reached: Position | null = null
  let changes = 0
  let lookedMs = -Infinity
  /** It came to the end of the log at least once: what is new since will not take long. */
  let isNear = false
  let moved = Promise.withResolvers<unknown>()
  let following: Promise<void> | null = null

  const isCalm = () => isNear && performance.now() - lookedMs >= calmMs
  const followOnce = async (): Promise<void> => {
    for await (const step of store.follow(reached, FOLLOWED, signal)) {
      for (const { stream } of step.records) {
        note(stream)
        if (!stream.startsWith(IDENTITIES)) changes++
      }
      reached = step.reached
      isNear ||= step.live
      moved.resolve(null)
      moved = Promise.withResolvers()
      if (isCalm()) return
    }
  }
  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      await followOnce().catch((error: unknown) => {
        isNear = false
        if (!signal.aborted) warn('imports cannot follow what events are known by; trying again', error)
      })
      if (isCalm()) break
      isNear = false
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined)
    }
    following = null
  }
  /** Whether everything up to there is known, now or soon. */
  const knows = async (head: Position): Promise<boolean> => {
    const end = performance.now() + PATIENCE_MS
    const isThere = () => (reached ?? noPosition) >= head
    while (isNear && !isThere() && performance.now() < end)
      await within(end - performance.now(), moved.promise).catch(() => undefined)
    return isNear && isThere()
  }
  return async (): Promise<number | null> => {
    lookedMs = performance.now()
    const head = await store.head()
    following ??= follow()
    return (await knows(head ?? noPosition)) ? changes : null
  }
}

/** For a log that is read quickly: of identities it is asked. */
export const allAskedFor = (store: EventStore): NewIdentities => ({
  store,
  look: async () => store.namesChanged?.() ?? null,
})

/**
 * For a log on a server, where reading costs more than appending: the streams are followed from the first look on, until
 * `signal` aborts. Until they are known, and while the log drops who follows it, each is asked for.
 */
export const newIdentities = (
  store: EventStore,
  signal: AbortSignal,
  warn: Warn,
  calmMs = CALM_MS,
): NewIdentities => {
  const begun = digests()
  const note = (stream: StreamName): void => {
    if (stream.startsWith(IDENTITIES)) begun.put(stream, 1)
  }
  const look = followed(store, { note, calmMs }, signal, warn)
  let isCurrent = false
  const isNew = (stream: StreamName) =>
    isCurrent && stream.startsWith(IDENTITIES) && begun.numberOf(stream) === 0
  return {
    store: {
      ...store,
      read: async (stream, options) => (isNew(stream) ? [] : store.read(stream, options)),
      // whatever becomes of an append: who was refused has to read who was first
      append: (stream, ...rest) => {
        note(stream)
        return store.append(stream, ...rest)
      },
      appendAll: (before, last) => {
        for (const { stream } of [...before, last]) note(stream)
        return store.appendAll(before, last)
      },
    },
    look: async () => {
      const changes = await look()
      isCurrent = changes !== null
      return changes
    },
  }
}
