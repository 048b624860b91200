import { setTimeout as sleep } from 'node:timers/promises'
import type { UserId, EpochMs } from '../../../shared/kernel/brands.ts'
import type { ImportProgress, ImportQueries } from '../../../projections/import-status/queries.ts'
import type { Pieces } from '../platform/answers/answer.ts'
import { STREAMS, USER_STREAMS } from '../../../shared/limits/requests.ts'

export type ProgressStreams = {
  /**
   * The progress of an import as server-sent events: at once, and at each of a few looks a second that finds it
   * changed; `end` when it is over. `known`: revision that the client has already.
   */
  readonly of: (first: ImportProgress, known: number | null, user: UserId | null) => Pieces
  /** Whether this user, or everybody together, has as many as there may be. */
  readonly isFull: (user: UserId | null) => boolean
  /** Every stream ends within a moment; clients come back by themselves. */
  readonly end: () => void
}

type ProgressStreamDeps = {
  readonly progressOf: ImportQueries['progressOf']
  readonly nowMs: () => EpochMs
}

const LOOK_MS = 300
/** Proxies and sockets take a longer silence for the end. */
const BEAT_LOOKS = 34
/** Then the client comes again, and says again who it is. */
const LONGEST_LOOKS = 2_000
const RETRY_MS = 2_000

const eventText = (progress: ImportProgress): string =>
  `event: ${progress.over ? 'end' : 'progress'}\nid: ${progress.revision}\ndata: ${JSON.stringify(progress)}\n\n`

/**
 * Streams of one process. All of them look together, at the read model: whoever works on the import, and whoever
 * keeps the read model, may be other processes. Nobody looks while nobody listens.
 */
export const progressStreams = ({ progressOf, nowMs }: ProgressStreamDeps): ProgressStreams => {
  const ending = new AbortController()
  const wanted = new Set<string>()
  const open = new Set<{ readonly user: UserId | null }>()
  let look: Promise<ReadonlyMap<string, ImportProgress>> | null = null

  const lookOnce = async () => {
    await sleep(LOOK_MS, undefined, { signal: ending.signal }).catch(() => undefined)
    look = null
    const ids = [...wanted]
    wanted.clear()
    if (ending.signal.aborted) return new Map<string, ImportProgress>()
    // while the read model cannot be asked, there is nothing new
    const found = await progressOf(ids, nowMs()).catch(() => [])
    return new Map(found.map(progress => [progress.import_id, progress] as const))
  }
  const nextLook = async (importId: string): Promise<ImportProgress | null> => {
    wanted.add(importId)
    return (await (look ??= lookOnce())).get(importId) ?? null
  }

  const looking: ProgressStreams['of'] = (first, known) =>
    async function* (gone) {
      const isEnding = () => gone.aborted || ending.signal.aborted
      let shown = first
      yield `retry: ${RETRY_MS}\n\n${first.revision === known ? '' : eventText(first)}`
      for (let looks = 1, silent = 0; looks < LONGEST_LOOKS && !shown.over; looks++) {
        const progress = await nextLook(first.import_id)
        if (isEnding()) return
        silent++
        if (progress !== null && progress.revision !== shown.revision) {
          shown = progress
          silent = 0
          yield eventText(progress)
        } else if (silent >= BEAT_LOOKS) {
          silent = 0
          // a silence lowers the rate
          yield progress === null || progress.per_second === shown.per_second ? ':\n\n' : eventText(progress)
        }
      }
    }

  const of: ProgressStreams['of'] = (first, known, user) =>
    async function* (gone) {
      const place = { user }
      open.add(place)
      try {
        yield* looking(first, known, user)(gone)
      } finally {
        open.delete(place)
      }
    }
  const isFull = (user: UserId | null) =>
    open.size >= STREAMS || [...open].filter(place => place.user === user).length >= USER_STREAMS

  return { of, isFull, end: () => ending.abort() }
}
