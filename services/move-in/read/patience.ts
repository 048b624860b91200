import { OLD_LOST_MS, OLD_PATIENCE_MS } from '../../../shared/limits/moving.ts'

const minutes = (ms: number) => Math.round(ms / 60_000)

/** What is told of a question beside its answer, once so much time was lost that it is asked once. */
const ASKED_ONCE = `asked once, since ${minutes(OLD_PATIENCE_MS)} minutes were lost with questions that nothing came of`

/** Why nothing is asked any more. */
export const NOT_ASKED = `not asked for, since ${minutes(OLD_LOST_MS)} minutes were lost with questions that nothing came of`

/**
 * How long another calendar is waited for altogether: a server that comes back is worth some minutes, one of whose pages
 * fail whenever they are asked for is not worth them again and again. Time is lost with questions that in the end brought
 * nothing; of several at once it counts once.
 */
export const patienceWith = (clockMs: () => number) => {
  let [lostMs, countedToMs] = [0, -Infinity]
  const isShort = () => lostMs >= OLD_PATIENCE_MS
  return {
    isOver: (): boolean => lostMs >= OLD_LOST_MS,
    triesOf: (tries: number): number => (isShort() ? 1 : tries),
    /** Nothing came of a question that was begun then. What is told of it. */
    lost: (begunMs: number, why: string): string => {
      const told = isShort() ? `${why}; ${ASKED_ONCE}` : why
      const nowMs = clockMs()
      lostMs += Math.max(0, nowMs - Math.max(begunMs, countedToMs))
      countedToMs = Math.max(countedToMs, nowMs)
      return told
    },
  }
}
