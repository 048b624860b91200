import fc from 'fast-check'
import { expect } from 'vitest'

/**
 * Whether work grows with what it is given. A text is made long by repeating one piece: at four times the length,
 * linear work takes four times the CPU of this thread, quadratic work sixteen times. CPU is taken at its least of some
 * runs, because whatever else happens on the machine only ever adds to it.
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
/** Below it, in CPU microseconds, a machine tells nothing; quadratic work at these lengths takes far more. */
const FLOOR_US = 1_500
const RUNS = 4
/** The same texts each time: what changes from run to run is then the machine alone. Others are tried by changing it. */
const SEED = 20_270_508
/** Of the length: what no longer fits where it is fast costs more once, quadratic work does so at every length. */
const ATTEMPTS = [1, 1, 2, 1, 2, 1, 1]

const cpuOf = (work: () => unknown): number => {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

/** At most `RUNS` runs; one is enough where it is already cheap. */
const least = (work: () => unknown, enough: number): number => {
  let cpu = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS && cpu > enough; run++) cpu = Math.min(cpu, cpuOf(work))
  return cpu
}

/**
 * How many times the CPU the work takes at four times the length: the least of some attempts. `make` stands outside of
 * what is measured.
 */
export const growth = <Input>(
  make: (length: number) => Input,
  work: (input: Input) => unknown,
  length = 16_000,
): number => {
  let lowest = Number.POSITIVE_INFINITY
  for (const times of ATTEMPTS) {
    const [one, four] = [make(times * length), make(4 * times * length)]
    const atOne = Math.max(
      least(() => work(one), FLOOR_US),
      FLOOR_US,
    )
    lowest = Math.min(lowest, least(() => work(four), LINEAR * atOne) / atOne)
    if (lowest <= LINEAR) break
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
