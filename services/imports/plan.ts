import { versionKeys } from './identity.ts'
import type { RawItem } from './item.ts'
import { versionOf } from './read-item.ts'
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

/** Without the item itself: a file of any size is planned at the cost of its identities. */
type Contender = {
  readonly position: number
  readonly sequence: number
  readonly lastModified: string
}

/**
 * What can be imported wins; then higher SEQUENCE, then later LAST-MODIFIED, then the later one. A broken copy must
 * not take the place of one that can be read.
 */
const isNewer = (a: Contender, b: Contender, unreadable: ReadonlySet<number>): boolean => {
  const [broken, other] = [unreadable.has(a.position), unreadable.has(b.position)]
  if (broken !== other) return other
  if (a.sequence !== b.sequence) return a.sequence > b.sequence
  return a.lastModified === b.lastModified ? a.position > b.position : a.lastModified > b.lastModified
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

/**
 * Collects the items of a batch, chunk by chunk, in any amount. `contested` are positions that share an identity:
 * `judge` is to see their items once more, since reading is most of the work and few need it. `plan` sums up.
 */
export const batchPlanner = (source: string, at: TimingContext) => {
  const byKey = new Map<string, Contender | Contender[]>()
  const uids = new Set<string>()
  const unreadable = new Set<number>()
  const rivalries = () => [...byKey.values()].filter(one => Array.isArray(one))
  return {
    add: (position: number, raw: RawItem): void => {
      const { uid, sequence, lastModified } = versionOf(raw)
      const contender = { position, sequence: sequence ?? 0, lastModified: lastModified ?? '' }
      if (uid !== null) uids.add(uid)
      for (const key of keysOf(raw, source, at)) {
        const known = byKey.get(key)
        if (known === undefined) byKey.set(key, contender)
        else if (Array.isArray(known)) known.push(contender)
        else byKey.set(key, [known, contender])
      }
    },
    contested: (): ReadonlySet<number> =>
      new Set(rivalries().flatMap(rivals => rivals.map(({ position }) => position))),
    judge: (position: number, raw: RawItem): void => {
      const read = placeRowOf(source, position, raw) ?? subjectOf(source, at, position, raw)
      if ('outcome' in read) unreadable.add(position)
    },
    plan: (): BatchPlan => {
      const duplicates = new Set<number>()
      for (const rivals of rivalries()) {
        const best = rivals.reduce((one, next) => (isNewer(next, one, unreadable) ? next : one))
        for (const { position } of rivals) if (position !== best.position) duplicates.add(position)
      }
      return { duplicates, uids, keys: new Set(byKey.keys()) }
    },
  }
}
