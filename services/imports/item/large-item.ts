import type { Json } from '../../../shared/kernel/json.ts'
import type { RawItem } from './item.ts'

/** Characters of all its texts from which reading an item may take milliseconds. */
const LARGE = 16_384

/** What is left of so many characters after those of a value; negative: it has more. */
const leftOf = (left: number, value: Json): number => {
  if (typeof value === 'string') return left - value.length
  if (typeof value !== 'object' || value === null) return left
  for (const one of Object.values(value)) {
    if (left < 0) return left
    left = leftOf(left, one)
  }
  return left
}

/** Whether an item takes so long to read that its texts are cleaned elsewhere, and everything else has its turn. */
export const isLarge = (item: RawItem): boolean => leftOf(LARGE, item) < 0
