import type { Filter } from '../../shared/documents/port.ts'
import { stillCurrent, type Trail, type Trails } from '../../shared/documents/trails.ts'

/** Longest text of a range, which leaves out by their ids what ends beyond it: of a few hundred events at most. */
const RANGE = 4_000

type Found = { readonly more: readonly unknown[]; readonly range: Filter | null }

/**
 * What `find` finds of one question, kept from the second time on until an event changes that it depends on: the same filters
 * again, which need not be checked and planned again. Where events stand outside of the range they are looked for each time: of
 * what is purged nothing is to stay. So they are where very many are left out of it.
 */
export const keptPlaces = <Places extends Found>(
  trails: Trails | undefined,
  find: () => Promise<Places>,
): (() => Promise<Places> | Places) => {
  if (trails === undefined) return find
  let kept: { readonly places: Places; readonly trail: Trail } | undefined
  let isAsked = false

  const findAndKeep = async (): Promise<Places> => {
    const { made: places, trail } = await trails.noting(find)
    const isShort = places.more.length === 0 && JSON.stringify(places.range).length <= RANGE
    kept = isShort ? { places, trail } : undefined
    return places
  }

  return () => {
    const known = stillCurrent(kept, trails)
    if (known !== null) return known.places
    if (isAsked) return findAndKeep()
    isAsked = true
    return find()
  }
}
