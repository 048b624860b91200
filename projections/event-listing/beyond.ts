import type { Filter } from '../../shared/documents/port.ts'
import { stillCurrent, type Trail, type Trails } from '../../shared/documents/trails.ts'
import { lastUsed } from '../../shared/remembered.ts'
import { findAny } from './find-any.ts'
import type { Rows } from './row.ts'
import { crossing, type Bound } from './window.ts'

type Ids = readonly number[]

/** Ids of the events of `base` that have begun when an upper limit of ends comes, and end beyond it. */
export type Beyond = (base: readonly Filter[], limit: Bound) => Promise<Ids> | Ids

/** Most limits that are kept: by default all lists of a day end at the same instant (spec 04 §5). */
const LIMITS = 64
/** Most ids of one: where more are under way, they are looked for each time. */
const IDS = 256

const ask = async (rows: Rows, base: readonly Filter[], { at, inclusive }: Bound): Promise<Ids> =>
  (await findAny(rows, crossing(at, !inclusive), base)).map(row => row._id)

/**
 * Kept by the question, where it asks for no more than an audience, until an event changes that it is about. Ids alone
 * are kept: of what is purged nothing is to stay.
 */
export const beyondLimits = (rows: Rows, trails: Trails | undefined): Beyond => {
  const kept = lastUsed<string, { readonly ids: Ids; readonly trail: Trail }>(LIMITS)

  const askAndKeep = async (noting: Trails, key: string, base: readonly Filter[], limit: Bound) => {
    const { made: ids, trail } = await noting.noting(() => ask(rows, base, limit))
    if (ids.length <= IDS) kept.set(key, { ids, trail })
    return ids
  }

  return (base, limit) => {
    if (trails === undefined || base.length > 1) return ask(rows, base, limit)
    const key = JSON.stringify([base, limit])
    return stillCurrent(kept.get(key), trails)?.ids ?? askAndKeep(trails, key, base, limit)
  }
}
