import { setImmediate as nextTurn } from 'node:timers/promises'

/** Characters of text that take a few milliseconds to be made. */
const SLICE = 131_072

/** What `make` makes of each, in order. Whenever a slice of text has been made, everything else has its turn. */
export const inSlices = async <One, Made>(
  all: readonly One[],
  make: (one: One) => Made,
  lengthOf: (made: Made, one: One) => number,
): Promise<Made[]> => {
  const made: Made[] = []
  let length = 0
  for (const one of all) {
    if (length >= SLICE) {
      await nextTurn()
      length = 0
    }
    const next = make(one)
    made.push(next)
    length += lengthOf(next, one)
  }
  return made
}
