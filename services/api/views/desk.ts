import type { EpochMs } from '../../../shared/kernel/brands.ts'
import type { Trail } from '../../../shared/documents/trails.ts'
import { madeOnce } from '../../../shared/remembered.ts'
import { underWay } from '../../../shared/under-way.ts'
import {
  renderCopy,
  stillRight,
  type Copies,
  type Copy,
  type CopyTrails,
  type KeptView,
  type Rendered,
  type ViewState,
} from '../../views/copies.ts'
import { keyOf, type ViewQuery, type ViewSite } from '../../views/query.ts'
import type { ViewReads } from '../../views/reads.ts'
import type { KeptMemory } from '../platform/answers/kept-memory.ts'
import { etagOf } from '../platform/answers/answer.ts'
import type { Moment, Site } from '../platform/call.ts'

export type FoundView = KeptView & {
  /** Epoch milliseconds up to which it says the same without any write; null: it is not to be kept. */
  readonly until: EpochMs | null
  /** Stands for `html`: another one whenever that is another text. Made once for each copy. */
  readonly mark: () => string
  /**
   * The view that is found at another moment, at once, which counts as finding it; null: it has to be looked for.
   */
  readonly again: (at: Moment) => FoundView | null
}

/** Where views come from. */
export type ViewDesk = {
  readonly find: (query: ViewQuery, at: Moment) => Promise<FoundView>
}

export type ViewDeskDeps = {
  readonly reads: ViewReads
  readonly copies: Copies
  /** What views are made of; absent: each counts only while no read model has moved. */
  readonly trails?: CopyTrails | undefined
  /** What this process keeps, with others. */
  readonly memory: KeptMemory
  /** null: what is kept cannot be trusted. */
  readonly state: () => ViewState | null
  /** Never goes back; this process's own. */
  readonly monotonicMs: () => number
  readonly report: (error: unknown, doing: string) => void
  /** Hears how each view was found. */
  readonly found: (how: 'fresh' | 'stale' | 'rendered') => void
}

export const viewSiteOf = ({ baseUrl, zone, perPage, settings }: Site): ViewSite => ({
  baseUrl,
  zone,
  perPage,
  startOfWeek: settings.startOfWeek,
  dateFormat: settings.dateFormat,
  timeFormat: settings.timeFormat,
  enabledViews: settings.enabledViews,
})

/** No view lacks a change for a second, not even one that nobody waited for; telling of changes takes time, too. */
const STALE_MS = 800
/** That a copy is wanted is noted so often. */
const NOTED_MS = 60_000
/**
 * `seenMs`: when it was last known to be fresh; `notedMs`: when it was last noted for all processes that it is wanted,
 * null before that. `trail`: null where another process rendered it.
 */
type Kept = { copy: Copy; readonly trail: Trail | null; seenMs: number; notedMs: EpochMs | null }

type Shelf = {
  readonly get: (key: string) => Kept | undefined
  /** `notedMs`: as in `Kept`. */
  readonly keep: (key: string, copy: Copy, trail: Trail | null, notedMs: EpochMs | null) => void
  /** What is asked for again is there for all processes, and rendered anew when something changes. */
  readonly note: (key: string, entry: Kept, ms: EpochMs) => void
}

/** Copies in this process, and in its name those that all processes share. */
const shelfOf = ({ copies, memory, state, monotonicMs, report }: ViewDeskDeps): Shelf => {
  const kept = memory.shelf<Kept>(({ copy, trail }) => copy.bytes + (trail?.bytes ?? 0))

  const inBackground = (work: Promise<void>, doing: string) => {
    work.catch((error: unknown) => report(error, doing))
  }

  /** What was purged meanwhile must not come back with a copy that was rendered before. */
  const store = async (copy: Copy): Promise<void> => {
    await copies.put(copy)
    if (state()?.version !== copy.version) await copies.drop(copy)
  }

  return {
    get: key => kept.get(key),
    keep: (key, copy, trail, notedMs) => kept.set(key, { copy, trail, seenMs: monotonicMs(), notedMs }),
    note: (key, entry, ms) => {
      // a text is searched for by one person, and anything may be one
      if (entry.copy.question.search !== '') return
      const { notedMs, copy } = entry
      if (notedMs !== null && ms - notedMs <= NOTED_MS) return
      entry.notedMs = ms
      if (notedMs === null) inBackground(store({ ...copy, usedMs: ms }), 'keeping a view')
      else inBackground(copies.use(key, ms), 'noting that a view is wanted')
    },
  }
}

/** The copy of a key in this process, at once, which is noted; null: none is known to be fresh. */
const freshIn =
  ({ get, note }: Shelf, { state, trails, monotonicMs, found }: ViewDeskDeps) =>
  (key: string, at: Moment): Copy | null => {
    const [now, entry] = [state(), get(key)]
    const right = now === null || entry === undefined ? null : stillRight(entry.copy, entry.trail, now, at.ms)
    if (entry === undefined || right === null) return null
    entry.copy = right
    entry.seenMs = monotonicMs()
    trails?.include(entry.trail)
    note(key, entry, at.ms)
    found('fresh')
    return right
  }

/** Where nothing can be known of what changed. */
const UNKNOWN: ViewState = { version: '', asked: '' }

/** A text of hundreds of kilobytes takes as long to be told from others as all the rest of a page. */
const copiesFound = (freshHere: (key: string, at: Moment) => Copy | null) => {
  const markOf = madeOnce(({ html }: KeptView) => etagOf(html))
  // whoever keeps this holds on to no text
  const againAt =
    (key: string): FoundView['again'] =>
    at => {
      const copy = freshHere(key, at)
      return copy === null ? null : foundIn(copy, copy.untilMs)
    }
  const foundIn = ({ _id, shown }: Copy, until: EpochMs | null): FoundView => ({
    ...shown,
    until,
    mark: () => markOf(shown),
    again: againAt(_id),
  })
  return foundIn
}

/** Only work in the background has changed something since it was fresh, which was a moment ago. */
const isGoodEnough = ({ copy, seenMs }: Kept, now: ViewState, ms: EpochMs, monotonicMs: number): boolean =>
  copy.asked === now.asked && ms < copy.untilMs && monotonicMs - seenMs < STALE_MS

/**
 * Views from copies that are kept. Fresh ones are served without any question. Where only work in the background has
 * changed something, one that was fresh a moment ago is served as it is: a job renders it anew. All others are rendered
 * at once.
 */
export const viewDesk = (deps: ViewDeskDeps): ViewDesk => {
  const { reads, copies, trails, state, monotonicMs, found } = deps
  const shelf = shelfOf(deps)
  const { get, keep, note } = shelf
  const rendering = underWay<Rendered>()

  const freshHere = freshIn(shelf, deps)
  const foundIn = copiesFound(freshHere)

  const render = (query: ViewQuery, at: Moment, now: ViewState) =>
    renderCopy({ reads, site: viewSiteOf(at.site), trails }, query, now, { ms: at.ms, utc: at.nowUtc })

  const rendered = async (key: string, query: ViewQuery, at: Moment, now: ViewState): Promise<FoundView> => {
    const { copy, isWorth, trail } = await rendering(`${key} ${now.version}`, () => render(query, at, now))
    found('rendered')
    trails?.include(trail)
    if (!isWorth) return foundIn(copy, null)
    const before = get(key)
    const isAskedAgain = before !== undefined && before.copy.version !== copy.version
    keep(key, copy, trail, null)
    const entry = isAskedAgain ? get(key) : undefined
    if (entry !== undefined) note(key, entry, at.ms)
    return foundIn(copy, copy.untilMs)
  }

  /** null: no copy is fresh. */
  const fresh = async (key: string, { search }: ViewQuery, at: Moment, now: ViewState) => {
    const here = freshHere(key, at)
    if (here !== null) return foundIn(here, here.untilMs)
    const stored = search === '' ? await copies.get(key) : null
    if (stored === null) return null
    const trail = trails?.of.get(stored.shown) ?? null
    const right = stillRight(stored, trail, now, at.ms)
    if (right === null) return null
    keep(key, right, trail, at.ms)
    trails?.include(trail)
    found('fresh')
    return foundIn(right, right.untilMs)
  }

  return {
    find: async (query, at) => {
      const now = state()
      if (now === null) return foundIn((await render(query, at, UNKNOWN)).copy, null)
      const key = keyOf(query)
      // as it is before anything is awaited
      const entry = get(key)
      const view = await fresh(key, query, at, now)
      if (view !== null) return view
      if (entry === undefined || !isGoodEnough(entry, now, at.ms, monotonicMs()))
        return rendered(key, query, at, now)
      found('stale')
      return foundIn(entry.copy, null)
    },
  }
}
