import { askedLately } from '../../shared/asked-lately.ts'
import type { Filter } from '../../shared/documents/port.ts'
import { stillCurrent, type Trail, type Trails } from '../../shared/documents/trails.ts'
import { lastUsed } from '../../shared/remembered.ts'
import { everybody } from '../../shared/rights.ts'
import type { Sought } from './conditions.ts'

/** Most questions whose places are kept: pages of one list ask the same, and so does a list that is made anew. */
const QUESTIONS = 256
/** Longest text of one. */
const LENGTH = 1_000
/** Longest text of a range, which leaves out by their ids what ends beyond it: of a few hundred events at most. */
const RANGE = 4_000

type Found = { readonly more: readonly unknown[]; readonly range: Filter | null }

/**
 * What `find` finds of a question, on whichever page, kept for guests until an event changes that it depends on: the same
 * filters again, which need not be checked and planned again. What is asked once is not kept, and where events stand outside of
 * the range they are looked for each time: of what is purged nothing is to stay. So they are where very many are left out of it.
 */
export const keptPlaces = <Places extends Found>(
  trails: Trails | undefined,
  find: (query: Sought) => Promise<Places>,
): ((query: Sought) => Promise<Places> | Places) => {
  if (trails === undefined) return find
  const kept = lastUsed<string, { readonly places: Places; readonly trail: Trail }>(QUESTIONS)
  const asked = askedLately()

  const findAndKeep = async (key: string, query: Sought): Promise<Places> => {
    const { made: places, trail } = await trails.noting(() => find(query))
    if (places.more.length === 0 && JSON.stringify(places.range).length <= RANGE)
      kept.set(key, { places, trail })
    return places
  }

  return query => {
    // what has ended is another question with each second
    if (query.viewer !== everybody || query.ended !== undefined) return find(query)
    const key = JSON.stringify(query)
    if (key.length > LENGTH) return find(query)
    const known = stillCurrent(kept.get(key), trails)
    if (known !== null) return known.places
    if (asked.has(key)) return findAndKeep(key, query)
    asked.note(key)
    return find(query)
  }
}
