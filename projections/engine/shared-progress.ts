import { setTimeout as sleep } from 'node:timers/promises'
import { coalesced } from '../../shared/coalesced.ts'
import { DocumentsUnavailable } from '../../shared/documents/port.ts'
import type { Position } from '../../shared/event-store/port.ts'
import {
  generationName,
  noMark,
  type Board,
  type BoardDoc,
  type GenerationsDoc,
  type MarkDoc,
} from './marks.ts'
import { lagOf, type Progress } from './progress.ts'

/** Pause between two looks at the board while somebody waits for a read model. */
const LOOK_MS = 4
/** While the board cannot be read, a request waits so long for its return. */
const OUTAGE_MS = 50

type Needs = {
  readonly board: Board
  /** The read models that this process asks. */
  readonly names: readonly string[]
  /** Never goes back; this process's own. */
  readonly monotonicMs: () => number
  /** Whoever has not been heard of for so long runs nothing any more. */
  readonly ttlMs: number
}

type Heard = { readonly epoch: number; readonly beat: number; readonly sinceMs: number }

/** What the board said when it was last read; null: it could not be read. */
type Seen = {
  readonly marks: ReadonlyMap<string, MarkDoc>
  readonly generations: ReadonlyMap<string, GenerationsDoc>
  readonly owed: Position
}

/** Marks of before tell only that something changed. */
const askedAtOf = (mark: MarkDoc | null): Position => mark?.askedAt ?? mark?.changedAt ?? 0

const seenIn = (documents: readonly BoardDoc[]): Seen => {
  const marks = new Map<string, MarkDoc>()
  const generations = new Map<string, GenerationsDoc>()
  let owed: Position = -1
  for (const document of documents) {
    if (document.kind === 'mark') marks.set(document._id, document)
    else if (document.kind === 'generations') generations.set(document.model, document)
    else owed = document.position
  }
  return { marks, generations, owed }
}

/**
 * The progress of read models that other processes keep, as they tell it on the board. What is answered is what the
 * last `refresh` found; a board that cannot be read knows nothing, so that single items come from the log and no kept
 * answer counts.
 */
export const sharedProgress = ({ board, names, monotonicMs, ttlMs }: Needs): Progress => {
  let seen: Seen | null = null
  const heard = new Map<string, Heard>()

  const listen = ({ marks }: Seen): void => {
    for (const { _id, epoch, beat } of marks.values()) {
      const known = heard.get(_id)
      if (known?.epoch !== epoch || known.beat !== beat)
        heard.set(_id, { epoch, beat, sinceMs: monotonicMs() })
    }
  }
  let isOut = false
  const look = coalesced(async () => {
    try {
      seen = seenIn(await board.find({}))
      isOut = false
      listen(seen)
    } catch (error) {
      if (!(error instanceof DocumentsUnavailable)) throw error
      seen = null
      isOut = true
    }
  })
  // an outage is not waited for by each request anew: what a board that cannot be read knows is safe
  const refresh = async (): Promise<void> => {
    if (isOut) await Promise.race([look(), sleep(OUTAGE_MS)])
    else await look()
  }
  const generation = (name: string): number => seen?.generations.get(name)?.serving ?? 1
  const followerOf = (name: string): string => generationName(name, generation(name))
  const markOf = (name: string) => seen?.marks.get(followerOf(name)) ?? null
  const isAlive = ({ _id, holder }: MarkDoc): boolean =>
    holder !== null && monotonicMs() - (heard.get(_id)?.sinceMs ?? -Infinity) < ttlMs

  /** Other generations and versions that readers may be answered by, now or soon: of a newer release, for one. */
  const isAwaited = (mark: MarkDoc): boolean =>
    mark.awaited && mark.caughtUp && mark.stopped === null && isAlive(mark)
  const isVisible = (projections: readonly string[], written: Position): boolean => {
    if (seen === null) return false
    const own = new Set(names.map(followerOf))
    const others = [...seen.marks.values()].filter(mark => !own.has(mark._id) && isAwaited(mark))
    const asked = projections.map(markOf)
    return [...asked, ...others].every(mark => (mark?.reached ?? -1) >= written)
  }

  return {
    refresh,
    waitUntilVisible: async (projections, written, timeoutMs) => {
      if (written === null) return 'visible'
      for (const began = monotonicMs(); ;) {
        await refresh()
        if (isVisible(projections, written)) return 'visible'
        if (monotonicMs() - began >= timeoutMs) return 'lagging'
        await sleep(LOOK_MS)
      }
    },
    reached: name => markOf(name)?.reached ?? null,
    changedAt: name => markOf(name)?.changedAt ?? 0,
    lagMs: (name, nowMs) => lagOf(markOf(name) ?? noMark, nowMs),
    parked: name => markOf(name)?.parked ?? 0,
    stopped: name => markOf(name)?.stopped ?? null,
    isUnattended: name => {
      const mark = markOf(name)
      return mark === null || !isAlive(mark)
    },
    names: () => names,
    generation,
    building: name => seen?.generations.get(name)?.building ?? null,
    version: asked =>
      seen === null ? null : asked.map(name => `${generation(name)}:${markOf(name)?.changedAt ?? 0}`).join(),
    askedVersion: asked =>
      seen === null ? null : asked.map(name => `${generation(name)}:${askedAtOf(markOf(name))}`).join(),
    owe: async written => {
      if (seen === null) return
      try {
        await board.bulkWrite([
          {
            replaceOne: {
              filter: { _id: 'owed', position: { $lt: written } },
              replacement: { _id: 'owed', kind: 'owed', position: written },
              upsert: true,
            },
          },
        ])
      } catch (error) {
        // without the board nobody has a kept answer that counts
        if (!(error instanceof DocumentsUnavailable)) throw error
      }
      await refresh()
    },
    hasAnswered: name => seen !== null && (markOf(name)?.reached ?? -1) >= seen.owed,
  }
}
