/** Looks at empty stretches of rules that every series may spend freely. */
const FREE = 2000

/** Looks one series may spend altogether, beyond the free ones at the cost of the file. */
const MOST = 50_000

/** Looks all series of a file may spend beyond their free ones. */
const OF_FILE = 2_000_000

/**
 * How long a file may search rules that hold next to nothing (`BYMONTH=2;BYMONTHDAY=30`): a counter for the file,
 * asked for one of each series, which answers for every fruitless look whether to go on.
 */
export const filePatience = (): (() => () => boolean) => {
  let shared = OF_FILE
  return () => {
    let spent = 0
    return () => {
      spent++
      if (spent > FREE) shared--
      return spent <= MOST && (spent <= FREE || shared >= 0)
    }
  }
}
