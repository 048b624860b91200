import fc from 'fast-check'
import { expect } from 'vitest'

/**
 * Whether work grows with what it is given. A text is made long by repeating one piece: at four times the length,
 * linear work takes four times the time, quadratic work sixteen times. The least of some runs counts, because whatever
 * else happens on the machine only ever adds to it.
 */

/** A text of about that many characters. */
export type TextOf = (length: number) => string

/** Signs of the formats that the service reads; `hostile` puts them together. */
const SIGNS: readonly string[] = [
  ...[
    'a',
    'Z',
    '0',
    '9',
    '-',
    '_',
    '.',
    ',',
    ';',
    ':',
    '=',
    '&',
    '?',
    '#',
    '/',
    '\\',
    '|',
    '*',
    '+',
    '~',
    '@',
  ],
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '\0',
    '\u00a0',
    '\u2028',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '"',
    "'",
  ],
  ...['%', '%41', '%ff', '%e5%b1%b1', '%00', '&amp;', '&#', '<b>', '</b>', '<!--', '-->', '<a href="', '</'],
  ...['é', 'ß', 'İ', '\u0301', '\u200d', '山', '😀', '\ud83d', '\ude00', '\ufeff'],
]

/**
 * One to three signs over and over, between a beginning and an end of another kind: what is read ahead in vain, and
 * what goes back to where it began, shows there.
 */
export const hostile = (signs: readonly string[] = SIGNS): fc.Arbitrary<TextOf> => {
  const sign = fc.constantFrom(...signs)
  const edge = fc.array(sign, { maxLength: 2 }).map(all => all.join(''))
  return fc
    .record({
      head: edge,
      piece: fc.array(sign, { minLength: 1, maxLength: 3 }).map(all => all.join('')),
      tail: edge,
    })
    .map(({ head, piece, tail }) => {
      const of: TextOf = length => head + piece.repeat(Math.ceil(length / piece.length)) + tail
      return Object.assign(of, { toString: () => JSON.stringify({ head, piece, tail }) })
    })
}

/** Linear work at four times the length, with room for what a machine adds. */
export const LINEAR = 6
/** Below it, in microseconds, a machine tells nothing; quadratic work at these lengths takes far more. */
const FLOOR_US = 1_500
const RUNS = 4
/** The same texts each time: what changes from run to run is then the machine alone. Others are tried by changing it. */
const SEED = 20_270_508
/** Of the length: what no longer fits where it is fast costs more once, quadratic work does so at every length. */
const ATTEMPTS = [1, 2, 1, 2, 1]
/** Many times the steps of four milliseconds in which some machines count the CPU of a thread. */
const COUNTED_US = 60_000

const clockOf = (work: () => unknown): number => {
  const before = performance.now()
  work()
  return 1_000 * (performance.now() - before)
}

/** By the clock, which is fine enough for one run; at most `RUNS` of them, and one where it is already cheap. */
const least = (work: () => unknown, enough: number): number => {
  let clock = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS && clock > enough; run++) clock = Math.min(clock, clockOf(work))
  return clock
}

/** Of one run, by the CPU of many: what else happens on the machine does not count. */
const cpuOf = (work: () => unknown): number => {
  const before = process.threadCpuUsage()
  for (let runs = 1; ; runs++) {
    work()
    const { user, system } = process.threadCpuUsage(before)
    if (user + system >= COUNTED_US) return (user + system) / runs
  }
}

/**
 * How many times the work takes at four times the length. A look at the clock is believed when it finds little; else
 * the CPU is counted, and the least of some attempts stands. `make` stands outside of what is measured.
 */
export const growth = <Input>(
  make: (length: number) => Input,
  work: (input: Input) => unknown,
  length = 16_000,
): number => {
  const measured = (times: number, cost: (run: () => unknown, enough: number) => number): number => {
    const [one, four] = [make(times * length), make(4 * times * length)]
    const atOne = Math.max(
      cost(() => work(one), FLOOR_US),
      FLOOR_US,
    )
    return cost(() => work(four), LINEAR * atOne) / atOne
  }
  const whole = make(4 * length)
  const first = clockOf(() => work(whole))
  // whatever it takes at a quarter of the length
  if (first <= LINEAR * FLOOR_US) return first / FLOOR_US
  let lowest = measured(1, least)
  for (const times of ATTEMPTS) {
    if (lowest <= LINEAR) break
    lowest = Math.min(lowest, measured(times, cpuOf))
  }
  return lowest
}

/** Fails with the smallest text found for which the work grows faster than the text. */
export const expectLinear = (
  work: (text: string) => unknown,
  {
    signs = SIGNS,
    length = 16_000,
    runs = 60,
  }: {
    readonly signs?: readonly string[]
    readonly length?: number
    readonly runs?: number
  } = {},
): void => {
  fc.assert(
    fc.property(hostile(signs), textOf => {
      expect(growth(textOf, work, length), `of ${String(textOf)}`).toBeLessThanOrEqual(LINEAR)
    }),
    { numRuns: runs, seed: SEED },
  )
}
