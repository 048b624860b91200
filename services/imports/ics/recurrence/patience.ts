import { FREE_LOOKS } from '../../../../shared/limits/imports.ts'

/** Looks at empty stretches of rules that every series may spend freely, while the file has as many. */
const FREE = 2_000

/** The same when the series before have spent those of the file. */
const FREE_AT_LEAST = 50

/** Looks one series may spend altogether, beyond the free ones at the cost of the file. */
const MOST = 50_000

/** Looks all series of a file may spend beyond their free ones. */
const OF_FILE = 2_000_000

/**
 * How long a file may search rules that hold next to nothing (`BYMONTH=2;BYMONTHDAY=30`): a counter for the file,
 * asked for one of each series, which answers for every fruitless look whether to go on.
 */
export const filePatience = (): (() => () => boolean) => {
  let [free, shared] = [FREE_LOOKS, OF_FILE]
  return () => {
    let spent = 0
    return () => {
      spent++
      if (spent <= FREE_AT_LEAST) return true
      if (spent <= FREE && free > 0) {
        free--
        return true
      }
      shared--
      return spent <= MOST && shared >= 0
    }
  }
}
