import { noPosition } from '../../kernel/brands.ts'
import { isWanted } from './names.ts'
import type { Reader } from './read.ts'
import { positionOf } from './record.ts'
import type { Position } from '../port.ts'

const PAGE = 64
const PAGES = 16

export type Survey = {
  /** As far as the log holds nothing that is wanted. */
  readonly reached: Position | null
  /** There something follows that is wanted: the subscription still has to send it. */
  readonly owed: boolean
}

/**
 * Reads on in the log itself, where the subscription is silent: a server tells nothing of the unwanted events
 * just before the place at which it caught up, and a subscription may have come to a standstill unnoticed.
 * Throws StoreUnavailable when the log cannot be read.
 */
export const survey = async (
  read: Pick<Reader, 'head' | 'all'>,
  after: Position | null,
  prefixes: readonly string[],
): Promise<Survey> => {
  let reached = after
  const head = await read.head()
  for (let page = 0; page < PAGES && (reached ?? noPosition) < (head ?? noPosition); page++) {
    const from = reached ?? noPosition
    for (const event of await read.all(reached, PAGE)) {
      const position = positionOf(event)
      if (position <= from) continue
      if (isWanted(event.streamId, prefixes)) return { reached, owed: true }
      reached = position
    }
    if (reached === from) break
  }
  return { reached, owed: false }
}
