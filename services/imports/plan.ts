import { versionKeys } from './identity.ts'
import type { RawItem } from './item.ts'
import { versionOf, type ItemVersion } from './read-item.ts'
import { placeRowOf } from './read-row.ts'
import { subjectOf } from './subject.ts'
import type { TimingContext } from './timing.ts'

/** What one item of a batch must know of the others (spec 05 §5: same identity twice; uid in the same batch). */
export type BatchPlan = {
  /** Items that another one of the batch replaces. */
  readonly duplicates: ReadonlySet<number>
  readonly uids: ReadonlySet<string>
  /** All identities by uid, occurrence and global id. */
  readonly keys: ReadonlySet<string>
}

type Contender = {
  readonly position: number
  readonly version: ItemVersion
  /** Asked only when there is a rival: reading is most of the work. */
  readonly isReadable: () => boolean
}

/**
 * What can be imported wins; then higher SEQUENCE, then later LAST-MODIFIED, then the later one. A broken copy must
 * not take the place of one that can be read.
 */
const isNewer = (a: Contender, b: Contender): boolean => {
  if (a.isReadable() !== b.isReadable()) return a.isReadable()
  const sequences = (a.version.sequence ?? 0) - (b.version.sequence ?? 0)
  if (sequences !== 0) return sequences > 0
  const [left, right] = [a.version.lastModified ?? '', b.version.lastModified ?? '']
  return left === right ? a.position > b.position : left > right
}

const once = <Value>(find: () => Value): (() => Value) => {
  let found: { readonly value: Value } | null = null
  return () => (found ??= { value: find() }).value
}

/** Keys without reading more of the item than they need; rows that will fail have none. */
const keysOf = (raw: RawItem, source: string, at: TimingContext): readonly string[] => {
  const row = placeRowOf(source, 1, raw)
  if (row !== null) return 'outcome' in row ? [] : row.keys
  const version = versionOf(raw)
  if (version.uid !== null) return versionKeys(source, version)
  const subject = subjectOf(source, at, 1, raw)
  return 'outcome' in subject ? versionKeys(source, version) : subject.keys
}

/** Collects the items of a batch, chunk by chunk, in any amount; `plan` sums up what was added. */
export const batchPlanner = (source: string, at: TimingContext) => {
  const best = new Map<string, Contender>()
  const contenders: { readonly contender: Contender; readonly keys: readonly string[] }[] = []
  const uids = new Set<string>()
  return {
    add: (position: number, raw: RawItem): void => {
      const version = versionOf(raw)
      const isReadable = once(
        () => !('outcome' in (placeRowOf(source, position, raw) ?? subjectOf(source, at, position, raw))),
      )
      const contender = { position, version, isReadable }
      const keys = keysOf(raw, source, at)
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
      keys: new Set(best.keys()),
    }),
  }
}
