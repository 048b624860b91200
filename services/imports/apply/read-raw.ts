import type { Cleaning } from '../../../shared/cleaning/texts.ts'
import type { RawItem } from '../item/item.ts'
import { readItem } from '../item/read-item.ts'
import { placeRowOf } from '../places/read-row.ts'

/** Reads an item, whatever it is, for the sake of the texts that it has cleaned. */
export const readRaw = (raw: RawItem, cleaning: Cleaning): unknown =>
  placeRowOf('', 1, raw, cleaning) ?? readItem(raw, cleaning)
