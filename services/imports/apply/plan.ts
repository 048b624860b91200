import { cleanNow, type Cleaning } from '../../../shared/cleaning/texts.ts'
import { digests } from './key-set.ts'
import { uidKey, versionKeys } from '../item/identity.ts'
import type { RawItem } from '../item/item.ts'
import { versionOf } from '../item/read-item.ts'
import { placeRowOf } from '../places/read-row.ts'
import { subjectOf } from '../item/dated-item.ts'
import type { TimingContext } from '../item/timing.ts'

type Texts = { readonly has: (text: string) => boolean }

/** What one item of a batch must know of the others (spec 05 §5: same identity twice; uid in the same batch). */
export type BatchPlan = {
  /** Items that another one of the batch replaces. */
  readonly duplicates: ReadonlySet<number>
  readonly uids: Texts
  /** All identities by uid, occurrence and global id. */
  readonly keys: Texts
}

/** One of several items with an identity in common. */
type Contender = {
  readonly position: number
  readonly isBroken: boolean
  readonly sequence: number
  readonly lastModified: string
}

/**
 * What can be imported wins; then higher SEQUENCE, then later LAST-MODIFIED, then the later one. A broken copy must
 * not take the place of one that can be read.
 */
const isNewer = (a: Contender, b: Contender): boolean => {
  if (a.isBroken !== b.isBroken) return b.isBroken
  if (a.sequence !== b.sequence) return a.sequence > b.sequence
  return a.lastModified === b.lastModified ? a.position > b.position : a.lastModified > b.lastModified
}

/** Keys without reading more of the item than they need; rows that will fail have none. */
const keysOf = (raw: RawItem, source: string, at: TimingContext, cleaning: Cleaning): readonly string[] => {
  const row = placeRowOf(source, 1, raw, cleaning)
  if (row !== null) return 'outcome' in row ? [] : row.keys
  const version = versionOf(raw)
  if (version.uid !== null) return versionKeys(source, version)
  const subject = subjectOf(source, at, 1, raw, cleaning)
  return 'outcome' in subject ? versionKeys(source, version) : subject.keys
}

const contenderOf = (
  raw: RawItem,
  source: string,
  at: TimingContext,
  position: number,
  cleaning: Cleaning,
): Contender => {
  const { sequence, lastModified } = versionOf(raw)
  const read = placeRowOf(source, position, raw, cleaning) ?? subjectOf(source, at, position, raw, cleaning)
  return { position, isBroken: 'outcome' in read, sequence: sequence ?? 0, lastModified: lastModified ?? '' }
}

/**
 * Collects the items of a batch, chunk by chunk, in any amount: what is kept of one that shares its identity with none
 * are a few dozen bytes. `contested` are positions that share an identity: `judge` is to see their items once more when
 * all have been added, since reading is most of the work and few need it. `plan` sums up.
 */
export const batchPlanner = (source: string, at: TimingContext) => {
  const keys = digests()
  /** Those that are no key by themselves, as the uids of series are none. */
  const uids = digests()
  const contested = new Set<number>()
  const duplicates = new Set<number>()
  /** By the place of a key. */
  const best = new Map<number, Contender>()
  return {
    /** Whether `add` needs more of an item than its uid. */
    readsWhole: (raw: RawItem): boolean => raw['csv_row'] !== undefined || versionOf(raw).uid === null,
    add: (position: number, raw: RawItem, cleaning = cleanNow): void => {
      const { uid } = versionOf(raw)
      const own = keysOf(raw, source, at, cleaning)
      if (uid !== null && !own.includes(uidKey(source, uid, null))) uids.put(uid, position)
      for (const key of own) {
        const first = keys.put(key, position)
        if (first !== position) contested.add(first).add(position)
      }
    },
    contested: (): ReadonlySet<number> => contested,
    judge: (position: number, raw: RawItem, cleaning = cleanNow): void => {
      const contender = contenderOf(raw, source, at, position, cleaning)
      for (const key of keysOf(raw, source, at, cleaning)) {
        const place = keys.placeOf(key)
        const other = best.get(place)
        if (other?.position === position) continue
        const wins = other === undefined || isNewer(contender, other)
        if (wins) best.set(place, contender)
        if (other !== undefined) duplicates.add(wins ? other.position : position)
      }
    },
    plan: (): BatchPlan => {
      // what a plan is asked for may keep alive what it was made from
      contested.clear()
      best.clear()
      return {
        duplicates,
        uids: { has: uid => keys.numberOf(uidKey(source, uid, null)) + uids.numberOf(uid) > 0 },
        keys: { has: key => keys.numberOf(key) > 0 },
      }
    },
  }
}
