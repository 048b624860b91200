import { identityKeys, versionKeys } from './identity.ts'
import type { RawItem } from './item.ts'
import { readItem, versionOf, type ItemVersion } from './read-item.ts'
import { periodOf, type TimingContext } from './timing.ts'

/** What one item of a batch must know of the others (spec 05 §5: same identity twice; uid in the same batch). */
export type BatchPlan = {
  /** Items that another one of the batch replaces. */
  readonly duplicates: ReadonlySet<number>
  readonly uids: ReadonlySet<string>
}

type Contender = { readonly position: number; readonly version: ItemVersion }

/** Higher SEQUENCE, then later LAST-MODIFIED, then the later one wins. */
const isNewer = (a: Contender, b: Contender): boolean => {
  const sequences = (a.version.sequence ?? 0) - (b.version.sequence ?? 0)
  if (sequences !== 0) return sequences > 0
  const [left, right] = [a.version.lastModified ?? '', b.version.lastModified ?? '']
  return left === right ? a.position > b.position : left > right
}

/** Keys without reading more of the item than they need; items that will fail have none. */
const keysOf = (raw: RawItem, version: ItemVersion, source: string, at: TimingContext): readonly string[] => {
  const keys = versionKeys(source, version)
  if (version.uid !== null) return keys
  const read = readItem(raw)
  if (!read.ok) return keys
  const resolved = periodOf(read.item.timing, at, null)
  return resolved.ok ? identityKeys(source, read.item, resolved.period) : keys
}

/** Collects the items of a batch, chunk by chunk, in any amount; `plan` sums up what was added. */
export const batchPlanner = (source: string, at: TimingContext) => {
  const best = new Map<string, Contender>()
  const contenders: { readonly contender: Contender; readonly keys: readonly string[] }[] = []
  const uids = new Set<string>()
  return {
    add: (position: number, raw: RawItem): void => {
      const version = versionOf(raw)
      const contender = { position, version }
      const keys = keysOf(raw, version, source, at)
      if (version.uid !== null) uids.add(version.uid)
      contenders.push({ contender, keys })
      for (const key of keys) {
        const rival = best.get(key)
        if (rival === undefined || isNewer(contender, rival)) best.set(key, contender)
      }
    },
    plan: (): BatchPlan => ({
      duplicates: new Set(
        contenders
          .filter(({ contender, keys }) => keys.some(key => best.get(key) !== contender))
          .map(({ contender }) => contender.position),
      ),
      uids,
    }),
  }
}
