import { setImmediate as nextTurn } from 'node:timers/promises'
import { openedOnce } from './remembered.ts'

/** Loads of modules that come before another, each of them what the ones before it did not bring along. */
export type Pieces = readonly (() => Promise<unknown>)[]

/**
 * Loads one piece after the other, with a turn for everybody else after each: Node loads a module and all that it imports
 * in a single turn, half a millisecond for each of them.
 */
const inPieces = async (pieces: Pieces): Promise<void> => {
  for (const piece of pieces) {
    await piece()
    await nextTurn()
  }
}

/**
 * What is large and not always needed, loaded when it is first asked for: `late(() => import('…'))`. A start that does
 * without it is the sooner done and the smaller for it. What brings along more than two dozen modules names pieces of
 * itself that are loaded before it. What failed is loaded again by the next who asks.
 */
export const late = <Loaded>(load: () => Promise<Loaded>, pieces: Pieces = []): (() => Promise<Loaded>) =>
  openedOnce(async () => {
    await inPieces(pieces)
    return load()
  }).now
