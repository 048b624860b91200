import { setTimeout as sleep } from 'node:timers/promises'
import { logPosition, noPosition } from '../../kernel/brands.ts'
import type { Reader } from './read.ts'
import type { Appended, Position } from '../port.ts'

/**
 * How far a server says to have come: everything before `commit` was sent, and with the same `prepare` what is there,
 * too. Releases name places where no record is, some of them where the next one will be. So this is no Position: it is
 * not stored, compared with or started from, and only `locate` makes one of it, by a look into the log.
 */
export type Hint = { readonly commit: bigint; readonly prepare: bigint }

const KNOWN = 1_000
const SHARED = 16
/** What this process is writing tells where it is by its answer; that is waited for so long, and then looked for. */
const ANSWER_MS = 20

/** What was put in first goes first. */
const keep = <Element>(
  all: { readonly size: number; keys(): Iterator<Element>; delete(key: Element): boolean },
  most: number,
): void => {
  const oldest = all.keys().next()
  if (all.size > most && oldest.done !== true) all.delete(oldest.value)
}

/** Positions of records, for everybody who follows the log through this process. */
export const places = (read: Pick<Reader, 'at' | 'before'>) => {
  const known = new Set<Position>()
  const asked = new Map<string, Promise<Position | null>>()
  const writing = new Set<Promise<unknown>>()
  const awaited = new Map<Position, PromiseWithResolvers<undefined>>()

  /** Resolves when a record is known to be there, and when it no longer can become known by itself. */
  const untilNoted = async (position: Position): Promise<void> => {
    if (writing.size === 0) return
    const noted = Promise.withResolvers<undefined>()
    awaited.set(position, noted)
    const late = sleep(ANSWER_MS, undefined, { ref: false })
    await Promise.race([noted.promise, Promise.allSettled(writing), late])
    awaited.delete(position)
  }
  const look = async ({ commit, prepare }: Hint): Promise<Position | null> => {
    try {
      if (commit !== prepare) return await read.before(commit)
      const position = logPosition(Number(commit))
      await untilNoted(position)
      return known.has(position) ? position : await read.at(commit)
    } catch {
      // no progress now; a log that does not answer is noticed by its silence
      return null
    }
  }

  /** A record is there. */
  const note = (position: Position): void => {
    known.add(position)
    keep(known, KNOWN)
    awaited.get(position)?.resolve(undefined)
  }

  return {
    note,
    /** An append by this process: where it stands need not be looked for. */
    writing: async (append: Promise<Appended>): Promise<Appended> => {
      writing.add(append)
      try {
        const appended = await append
        note(appended.position)
        return appended
      } finally {
        writing.delete(append)
      }
    },
    /** The last record that is said to have been passed, if it is beyond `reached`; null: nothing new. */
    locate: async (hint: Hint, reached: Position | null): Promise<Position | null> => {
      const commit = logPosition(Number(hint.commit))
      if (!Number.isSafeInteger(commit) || commit <= (reached ?? noPosition)) return null
      if (hint.commit === hint.prepare && known.has(commit)) return commit
      const key = `${hint.commit}/${hint.prepare}`
      const answer = asked.get(key) ?? look(hint)
      asked.set(key, answer)
      keep(asked, SHARED)
      return answer
    },
  }
}

export type Places = ReturnType<typeof places>
