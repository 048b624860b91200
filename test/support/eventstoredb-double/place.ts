import type { Recorded } from './records.ts'

/** A place in the whole log, as the wire tells it. Events are where both numbers are the same. */
export type Place = { readonly commit: bigint; readonly prepare: bigint }

/** What some releases call the place before everything: -1, as a number without sign. */
export const NOWHERE: Place = { commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n }

export const placeOf = ({ position }: Recorded): Place => ({
  commit: BigInt(position),
  prepare: BigInt(position),
})

/** Where a page begins. */
export const before = (position: number): Place => ({ commit: BigInt(position), prepare: 0n })

export const isAfter = (one: Place, other: Place): boolean =>
  one.commit === other.commit ? one.prepare > other.prepare : one.commit > other.commit
