import type { RawItem } from './item.ts'

/** Characters of one text from which reading an item may take milliseconds. */
const LARGE = 16_384

/** Whether an item takes so long to read that everything else should have its turn before the next one. */
export const isLarge = (item: RawItem): boolean =>
  Object.values(item).some(value => typeof value === 'string' && value.length >= LARGE)
