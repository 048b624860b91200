import type { EpochMs } from '../../shared/kernel/brands.ts'
import { sealCodec, SEALS } from '../../shared/facts/seal.ts'
import { sealLog } from '../seal.ts'
import { working } from './worker.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

/** What comes behind the last seal waits for the next one. */
type Unsealed = {
  /** When the last seal was made, or the first record of all; epoch milliseconds. */
  readonly sinceMs: EpochMs
}

/** What is younger is not sealed yet. From then on it is looked again and again whether a seal is due. */
const FIRST_LOOK_MS = 90_000

const keyOf = (number: number): string => `behind-${number}`

/** The log is sealed every so often (spec 00 §6.2). */
export const sealingOfLog = working<Unsealed>(
  {
    name: 'seals',
    // nobody writes before there is a user
    prefixes: ['user-', SEALS],
    evolve: (open, { stream, type, data, meta }) => {
      const unsealed = { sinceMs: msOfIso(meta.at) }
      if (stream !== SEALS) return [...open.keys()].length > 0 ? {} : { changes: { [keyOf(0)]: unsealed } }
      const { number } = sealCodec.decode(type, data)
      return { changes: { [keyOf(number - 1)]: null, [keyOf(number)]: unsealed } }
    },
    enqueue: async (queue, works) => {
      if (works.length > 0) await queue.enqueue('log.seal', {})
    },
    isOverdue: ({ sinceMs }, nowMs) => nowMs - sinceMs >= FIRST_LOOK_MS,
  },
  context => ({ 'log.seal': sealLog(context) }),
)
