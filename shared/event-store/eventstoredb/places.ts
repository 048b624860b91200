import { logPosition } from '../../kernel/brands.ts'
import type { Hint } from './read-message.ts'
import type { Reader } from './read.ts'
import type { Appended, Position } from '../port.ts'

const KNOWN = 1_000
const SHARED = 16

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

  const knows = ({ commit, prepare }: Hint): boolean =>
    commit === prepare && known.has(logPosition(Number(commit)))

  const look = async ({ commit, prepare }: Hint): Promise<Position | null> => {
    try {
      return await (commit === prepare ? read.at(commit) : read.before(commit))
    } catch {
      // no progress now; a log that does not answer is noticed by its silence
      return null
    }
  }

  /** A record is there. */
  const note = (position: Position): void => {
    known.add(position)
    keep(known, KNOWN)
  }

  return {
    note,
    /** Whether it need not be looked for. */
    knows,
    /** An append by this process: where it stands need not be looked for once it is answered. */
    writing: async (append: Promise<Appended>): Promise<Appended> => {
      const appended = await append
      note(appended.position)
      return appended
    },
    /** The last record that is said to have been passed; null: it cannot be told. */
    locate: async (hint: Hint): Promise<Position | null> => {
      if (!Number.isSafeInteger(Number(hint.commit))) return null
      if (knows(hint)) return logPosition(Number(hint.commit))
      const key = `${hint.commit}/${hint.prepare}`
      const answer = asked.get(key) ?? look(hint)
      asked.set(key, answer)
      keep(asked, SHARED)
      return answer
    },
  }
}

export type Places = ReturnType<typeof places>
