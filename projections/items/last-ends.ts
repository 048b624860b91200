import type { UtcTime } from '../../shared/kernel/brands.ts'
import type { WriteOp } from '../../shared/documents/port.ts'
import type { Fenced } from '../engine/guarded-write.ts'
import type { Purgeable } from './item.ts'
import { countedIds, itemsOf, type LinkMember, type Linking, type LinksApplied } from './links.ts'

/** When the last event of an item ends that counts; "": there is none. */
export type LastEnd = UtcTime | ''

type Ending = Fenced &
  Purgeable & { readonly _id: number; readonly lastEnd: LastEnd; readonly shown: boolean }

export type LastEnds<Entry extends Ending, Member extends LinkMember> = Linking<Member, Entry> & {
  readonly member: Member
}

/** What a batch says about the ends of one item's events: the latest that came, the latest that went. */
type Ends = { came: LastEnd; went: LastEnd }

const endsOf = <Member extends LinkMember>(
  { changed }: Pick<LinksApplied<Member, never>, 'changed'>,
  member: Member,
): ReadonlyMap<number, Ends> => {
  const ends = new Map<number, Ends>()
  const of = (id: number): Ends => {
    const known = ends.get(id) ?? { came: '', went: '' }
    ends.set(id, known)
    return known
  }
  for (const { before, after } of changed) {
    for (const id of countedIds(before, member)) {
      const item = of(id)
      if (before !== null && before.endUtc > item.went) item.went = before.endUtc
    }
    for (const id of countedIds(after, member)) {
      const item = of(id)
      if (after.endUtc > item.came) item.came = after.endUtc
    }
  }
  return ends
}

/**
 * Brings the last ends of items up to date, and shows what an event names, writing what changed. The latest of what
 * came counts at once; the links are asked where the last one may have gone, where a batch comes again, and where
 * another holder wrote last, so that doing it twice does not matter.
 */
export const putLastEnds = async <Entry extends Ending, Member extends LinkMember>(
  { items, links, member }: LastEnds<Entry, Member>,
  fresh: readonly number[],
  applied: LinksApplied<Member, Entry>,
  epoch: number,
): Promise<void> => {
  const ends = endsOf(applied, member)
  const ask = new Set([...fresh, ...applied.doubtful])
  const ids = new Set([...ask, ...ends.keys(), ...applied.named])
  if (ids.size === 0) return
  const asked = async (id: number): Promise<LastEnd> => {
    const filter = { [member]: id, counts: true }
    const [last] = await links.find(filter, { sort: { endUtc: -1 }, limit: 1 })
    return last?.endUtc ?? ''
  }
  const isEnd = async (id: number, end: LastEnd): Promise<boolean> => {
    const filter = { [member]: id, counts: true, endUtc: end }
    return (await links.find(filter, { limit: 1 })).length > 0
  }
  const lastEndOf = async ({ _id, lastEnd, epoch: writtenIn }: Entry): Promise<LastEnd> => {
    const { came, went } = ends.get(_id) ?? { came: '', went: '' }
    if (writtenIn !== epoch || ask.has(_id)) return asked(_id)
    const latest = came > lastEnd ? came : lastEnd
    if (went < latest || went === came) return latest
    // where many are taken back, others end as late: to find one of them costs less than to find the latest of all
    return (await isEnd(_id, latest)) ? latest : asked(_id)
  }
  const known = (await itemsOf({ items }, applied, ids)).filter(entry => !entry.purged)
  const latest = await Promise.all(known.map(lastEndOf))
  const changed = known.flatMap((entry, n): WriteOp<Entry>[] => {
    const lastEnd = latest[n] ?? ''
    const shown = entry.shown || applied.named.has(entry._id)
    if (lastEnd === entry.lastEnd && shown === entry.shown && entry.epoch === epoch) return []
    const filter = { _id: entry._id, epoch: { $lte: epoch }, purged: { $ne: true } }
    return [{ updateOne: { filter, update: { $set: { lastEnd, shown, epoch } } } }]
  })
  if (changed.length > 0) await items.bulkWrite(changed)
}
