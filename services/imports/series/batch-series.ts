import type { Revision } from '../../../shared/facts/common.ts'
import { isObject } from '../../../shared/kernel/json.ts'
import { looseLine } from '../item/loose.ts'
import type { RawItem } from '../item/item.ts'
import { revisionOf, type ItemVersion } from '../item/read-item.ts'
import { olderOf } from '../item/revision.ts'
import { spanOf, type DaySpan } from '../item/series.ts'

/** What a batch brings of a series. */
export type BatchSeries = {
  /** Original starts. */
  readonly occurrences: ReadonlySet<string>
  readonly revision: Revision
  /** What it covers, where it says so; null: it says that it covers nothing; undefined: it does not say. */
  readonly cover: DaySpan | null | undefined
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** What an item says of its series as a whole (spec 05 §7 `series`); undefined: nothing. */
const saidOf = (raw: RawItem): Pick<BatchSeries, 'revision' | 'cover'> | null | undefined => {
  const { series } = raw
  if (series === false) return null
  if (!isObject(series)) return undefined
  const [from, to] = [looseLine(series['start']) ?? '', looseLine(series['end']) ?? '']
  const cover = DAY.test(from) && DAY.test(to) ? { from, to } : null
  return { cover, revision: revisionOf(series) }
}

const wider = (one: BatchSeries['cover'], other: BatchSeries['cover']): BatchSeries['cover'] => {
  if (one === null || other === null) return null
  return one === undefined || other === undefined ? (one ?? other) : spanOf(one, other)
}

type Growing = {
  occurrences: Set<string>
  own: Revision
  said: Revision | undefined
  cover: BatchSeries['cover']
}

/** Collects the series of a batch, item by item. */
export const batchSeries = () => {
  const all = new Map<string, Growing>()
  return {
    add: (raw: RawItem, version: ItemVersion): void => {
      const { uid, occurrence } = version
      if (uid === null || occurrence === null) return
      const known = all.get(uid)
      const said = saidOf(raw)
      if (known === undefined) {
        const own = revisionOf(raw)
        const occurrences = new Set([occurrence])
        all.set(uid, { occurrences, own, said: said?.revision, cover: said === null ? null : said?.cover })
        return
      }
      known.occurrences.add(occurrence)
      // what the series says of itself counts
      if (known.said === undefined) known.own = olderOf(known.own, revisionOf(raw))
      if (said === undefined) return
      known.said ??= said?.revision
      known.cover = wider(known.cover, said === null ? null : said.cover)
    },
    of: (uid: string): BatchSeries | undefined => {
      const known = all.get(uid)
      return known && { ...known, revision: known.said ?? known.own }
    },
  }
}
