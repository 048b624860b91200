import { cleanNow, type Cleaning } from '../../../shared/cleaning/texts.ts'
import { batchSeries, type BatchSeries } from '../series/batch-series.ts'
import { digests } from './key-set.ts'
import { uidKey, versionKeys } from '../item/identity.ts'
import type { RawItem } from '../item/item.ts'
import { versionOf, type ItemVersion } from '../item/read-item.ts'
import type { TimingContext } from '../item/timing.ts'
import { readItemOf, type ReadItem } from './read-raw.ts'

type Texts = { readonly has: (text: string) => boolean }

/** What one item of a batch must know of the others (spec 05 §5: same identity twice; uid in the same batch). */
export type BatchPlan = {
  /** Items that another one of the batch replaces. */
  readonly duplicates: ReadonlySet<number>
  readonly uids: Texts
  /** All identities by uid, occurrence and global id. */
  readonly keys: Texts
  readonly series: (uid: string) => BatchSeries | undefined
  /** An item of the batch, read; what was read for the plan is not read again. */
  readonly read: (position: number, raw: RawItem, cleaning: Cleaning) => ReadItem
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

const isRow = ({ csv_row: kind }: RawItem) => kind === 'venue' || kind === 'organizer'

const contenderOf = (raw: RawItem, position: number, isBroken: boolean): Contender => {
  const { sequence, lastModified } = versionOf(raw)
  return { position, isBroken, sequence: sequence ?? 0, lastModified: lastModified ?? '' }
}

/** What items say, read when it is first needed; with the item itself, what nobody keeps any more is forgotten. */
const readingsOf = (source: string, at: TimingContext) => {
  const readings = new WeakMap<RawItem, ReadItem>()
  const read = (position: number, raw: RawItem, cleaning: Cleaning): ReadItem =>
    readings.get(raw) ?? readItemOf(source, at, position, raw, cleaning)
  const readFirst = (position: number, raw: RawItem, cleaning: Cleaning): ReadItem => {
    const reading = read(position, raw, cleaning)
    readings.set(raw, reading)
    return reading
  }
  return { read, readFirst }
}

/** Which of the items with a key wins: the newest (spec 05 §5). */
const contest = () => {
  /** By the place of a key. */
  const best = new Map<number, Contender>()
  const duplicates = new Set<number>()
  const judge = (contender: Contender, places: readonly number[]): void => {
    for (const place of places) {
      const other = best.get(place)
      if (other?.position === contender.position) continue
      const wins = other === undefined || isNewer(contender, other)
      if (wins) best.set(place, contender)
      if (other !== undefined) duplicates.add(wins ? other.position : contender.position)
    }
  }
  return { duplicates, judge, forget: () => best.clear() }
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
  const series = batchSeries()
  const contested = new Set<number>()
  const { read, readFirst } = readingsOf(source, at)
  const { judge, duplicates, forget } = contest()
  /** Keys without reading more of the item than they need; rows that will fail have none. */
  const keysOf = (
    position: number,
    raw: RawItem,
    version: ItemVersion,
    cleaning: Cleaning,
  ): readonly string[] => {
    if (version.uid !== null && !isRow(raw)) return versionKeys(source, version)
    const reading = readFirst(position, raw, cleaning)
    if (!('outcome' in reading)) return reading.keys
    return isRow(raw) ? [] : versionKeys(source, version)
  }
  return {
    /** Whether `add` needs more of an item than its uid. */
    readsWhole: (raw: RawItem): boolean => isRow(raw) || versionOf(raw).uid === null,
    add: (position: number, raw: RawItem, cleaning = cleanNow): void => {
      const version = versionOf(raw)
      const { uid } = version
      series.add(raw, version)
      const own = keysOf(position, raw, version, cleaning)
      if (uid !== null && !own.includes(uidKey(source, uid, null))) uids.put(uid, position)
      for (const key of own) {
        const first = keys.put(key, position)
        if (first !== position) contested.add(first).add(position)
      }
    },
    contested: (): ReadonlySet<number> => contested,
    judge: (position: number, raw: RawItem, cleaning = cleanNow): void => {
      const isBroken = 'outcome' in readFirst(position, raw, cleaning)
      const places = keysOf(position, raw, versionOf(raw), cleaning).map(keys.placeOf)
      judge(contenderOf(raw, position, isBroken), places)
    },
    plan: (): BatchPlan => {
      // what a plan is asked for may keep alive what it was made from
      contested.clear()
      forget()
      return {
        duplicates,
        uids: { has: uid => keys.numberOf(uidKey(source, uid, null)) + uids.numberOf(uid) > 0 },
        keys: { has: key => keys.numberOf(key) > 0 },
        series: series.of,
        read,
      }
    },
  }
}
