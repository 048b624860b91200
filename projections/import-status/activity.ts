import { LRUCache } from 'lru-cache'
import type { Position } from '../../shared/kernel/brands.ts'
import type { Collection } from '../../shared/documents/port.ts'
import {
  ActivityList,
  ActivityType,
  noActivity,
  type Activity,
  type ItemOutcome,
} from '../../shared/facts/import.ts'
import type { ActivityPageDoc, ImportDoc } from './collections.ts'

/** Ids of a list that are one document: it is written again with each record that adds to it. */
const PAGE_IDS = 250
/** Imports that are worked on at the same time. */
const KEPT = 16

type Name = `${ActivityType}/${ActivityList}`
const nameOf = (type: ActivityType, list: ActivityList): Name => `${type}/${list}`

const places = ActivityType.options.flatMap(type =>
  ActivityList.options.map(list => ({ type, list, name: nameOf(type, list) })),
)

type Counted = Pick<ImportDoc, '_id' | 'touched'>

const countIn = ({ touched }: Counted, name: Name): number => touched[name] ?? 0

const pageId = (importId: string, name: Name, page: number) => `${importId}/${name}/${page}`

/** Documents of a list from one of its ids on, and where in the first of them that id is. */
const pagesFrom = (doc: Counted, name: Name, begin: number): readonly string[] => {
  const [first, end] = [Math.floor(begin / PAGE_IDS), Math.ceil(countIn(doc, name) / PAGE_IDS)]
  return Array.from({ length: Math.max(0, end - first) }, (_, n) => pageId(doc._id, name, first + n))
}

type Pages = Pick<Collection<ActivityPageDoc>, 'getMany'>

/**
 * The last `newest` ids of each list, in the order in which they were touched first. A document may know of more than
 * the header counts: it was written before the header was.
 */
export const activityOf = async (pages: Pages, doc: Counted, newest = Infinity): Promise<Activity> => {
  const begins = places.map(place => {
    const count = countIn(doc, place.name)
    const begin = Math.max(0, count - newest)
    return { ...place, count, begin, ids: begin < count ? pagesFrom(doc, place.name, begin) : [] }
  })
  const found = await pages.getMany(begins.flatMap(({ ids }) => ids))
  const stored = new Map(found.map(page => [page._id, page.ids]))
  const activity = noActivity()
  for (const { type, list, ids, begin, count } of begins) {
    const skipped = Math.floor(begin / PAGE_IDS) * PAGE_IDS
    activity[type][list] = ids.flatMap(id => stored.get(id) ?? []).slice(begin - skipped, count - skipped)
  }
  return activity
}

export type ActivityCounts = Record<ActivityType, Record<ActivityList, number>>

/** How many ids each list holds. */
export const activityCounts = (doc: Counted): ActivityCounts => {
  const none = { created: 0, updated: 0, skipped: 0, scheduled: 0 }
  const counts: ActivityCounts = {
    cal_events: { ...none },
    cal_organizer: { ...none },
    cal_venue: { ...none },
    cal_events_cat: { ...none },
    post_tag: { ...none },
    attachment: { ...none },
  }
  for (const { type, list, name } of places) counts[type][list] = countIn(doc, name)
  return counts
}

/** One list as far as it has come. `tail`: the ids of its last document, while that is not full. */
type List = { readonly seen: Set<number>; readonly tail: number[] }
type Lists = ReadonlyMap<Name, List>

const isAsFar = (lists: Lists, doc: Counted): boolean =>
  places.every(({ name }) => (lists.get(name)?.seen.size ?? 0) === countIn(doc, name))

/** What each import touched, grown by outcomes at the cost of these. An id is in a list once, however often it is met. */
export const activityLists = (pages: Pages) => {
  const kept = new LRUCache<string, Lists>({ max: KEPT })

  const stored = async (doc: Counted): Promise<Lists> => {
    const activity = await activityOf(pages, doc)
    return new Map(
      places.map(({ type, list, name }) => {
        const ids = activity[type][list]
        return [name, { seen: new Set(ids), tail: ids.slice(ids.length - (ids.length % PAGE_IDS)) }]
      }),
    )
  }
  /** What was not saved in the end, or was saved by somebody else, is read again. */
  const listsOf = async (doc: Counted): Promise<Lists> => {
    const known = kept.get(doc._id)
    if (known !== undefined && isAsFar(known, doc)) return known
    const lists = await stored(doc)
    kept.set(doc._id, lists)
    return lists
  }

  return {
    /** `doc`: before these outcomes, which the record at `position` told. Answers the new counts and the documents. */
    add: async (doc: Counted, outcomes: readonly ItemOutcome[], position: Position) => {
      const lists = await listsOf(doc)
      const touched: Record<string, number> = { ...doc.touched }
      const changed = new Map<string, ActivityPageDoc>()
      for (const [type, list, id] of outcomes.flatMap(outcome => outcome.touched)) {
        const name = nameOf(type, list)
        const known = lists.get(name)
        if (known === undefined || known.seen.has(id)) continue
        const page = pageId(doc._id, name, Math.floor(known.seen.size / PAGE_IDS))
        known.seen.add(id)
        known.tail.push(id)
        touched[name] = known.seen.size
        changed.set(page, { _id: page, rev: position, ids: [...known.tail] })
        if (known.tail.length === PAGE_IDS) known.tail.length = 0
      }
      return { touched, pages: [...changed.values()] }
    },
    /** Nothing more will come. */
    forget: (importId: string): void => {
      kept.delete(importId)
    },
  }
}

export type ActivityLists = ReturnType<typeof activityLists>
