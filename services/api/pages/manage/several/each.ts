import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Outcome } from '../call.ts'
import { memberWord } from '../../history/words.ts'

/** What became of one thing; `why`: it was refused, or not all of it came back. */
export type Done = {
  /** 0: there is no such thing, as it was not made. */
  readonly id: number
  /** "": this reader may not see it. */
  readonly title: string
  readonly isDone: boolean
  readonly why: string | null
}

/** Others may write meanwhile: then it is looked at anew. */
const ATTEMPTS = 4

export type One = {
  readonly outcome: Outcome
  readonly title: string
  /** Members that stay because somebody else changed them. */
  readonly kept?: readonly string[]
}

/** What stays because somebody else changed it. */
export const keptText = (members: readonly string[]): string =>
  `Changed by somebody since, and left as it is: ${members
    .map(member => memberWord(member))
    .join(', ')
    .toLowerCase()}.`

const isConflict = (outcome: Outcome): boolean => !outcome.ok && outcome.status === 409

/** Tries it, and again when somebody else wrote in between. */
const persistently = async (attempt: () => Promise<One>): Promise<One> => {
  for (let tried = 1; ; tried++) {
    const one = await attempt()
    if (one.title === '' || !isConflict(one.outcome) || tried === ATTEMPTS) return one
  }
}

/** Each of some things after the other, everything else in between. */
export const eachOf = async (
  ids: readonly number[],
  attempt: (id: number) => Promise<One>,
): Promise<readonly Done[]> => {
  const all: Done[] = []
  for (const id of ids) {
    await nextTurn()
    const { outcome, title, kept = [] } = await persistently(() => attempt(id))
    const stayed = kept.length === 0 ? null : keptText(kept)
    all.push({ id, title, isDone: outcome.ok, why: outcome.ok ? stayed : outcome.message })
  }
  return all
}
