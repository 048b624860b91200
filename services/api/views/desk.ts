import { underWay } from '../../../shared/under-way.ts'
import {
  isFresh,
  renderCopy,
  type Copies,
  type Copy,
  type KeptView,
  type Rendered,
  type ViewState,
} from '../../views/copies.ts'
import { keyOf, type ViewQuery, type ViewSite } from '../../views/query.ts'
import type { ViewReads } from '../../views/reads.ts'
import type { KeptMemory } from '../platform/answers/kept-memory.ts'
import type { Moment, Site } from '../platform/moment.ts'

type FoundView = KeptView & {
  /** Epoch milliseconds up to which it says the same without any write; null: it is not to be kept. */
  readonly until: number | null
}

/** Where views come from. */
export type ViewDesk = {
  readonly find: (query: ViewQuery, at: Moment) => Promise<FoundView>
}

export type ViewDeskDeps = {
  readonly reads: ViewReads
  readonly copies: Copies
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
 * null before that.
 */
type Kept = { readonly copy: Copy; seenMs: number; notedMs: number | null }

/**
 * Views from copies that are kept. Fresh ones are served without any question. Where only work in the background has
 * changed something, one that was fresh a moment ago is served as it is: a job renders it anew. All others are rendered
 * at once.
 */
export const viewDesk = (deps: ViewDeskDeps): ViewDesk => {
  const { reads, copies, memory, state, monotonicMs, report, found } = deps
  const kept = memory.shelf<Kept>(({ copy }) => copy.bytes)
  const rendering = underWay<Rendered>()

  const inBackground = (work: Promise<void>, doing: string) => {
    work.catch((error: unknown) => report(error, doing))
  }

  const keep = (key: string, copy: Copy, notedMs: number | null) => {
    kept.set(key, { copy, seenMs: monotonicMs(), notedMs })
  }

  /** What was purged meanwhile must not come back with a copy that was rendered before. */
  const store = async (copy: Copy): Promise<void> => {
    await copies.put(copy)
    if (state()?.version !== copy.version) await copies.drop(copy)
  }

  /** What is asked for again is there for all processes, and rendered anew when something changes. */
  const note = (key: string, entry: Kept, ms: number) => {
    // a text is searched for by one person, and anything may be one
    if (entry.copy.question.search !== '') return
    const { notedMs, copy } = entry
    if (notedMs !== null && ms - notedMs <= NOTED_MS) return
    entry.notedMs = ms
    if (notedMs === null) inBackground(store({ ...copy, usedMs: ms }), 'keeping a view')
    else inBackground(copies.use(key, ms), 'noting that a view is wanted')
  }

  const rendered = async (key: string, query: ViewQuery, at: Moment, now: ViewState): Promise<FoundView> => {
    const { copy, isWorth } = await rendering(`${key} ${now.version}`, () =>
      renderCopy({ reads, site: viewSiteOf(at.site) }, query, now, { ms: at.ms, utc: at.nowUtc }),
    )
    found('rendered')
    if (!isWorth) return { ...copy.shown, until: null }
    const before = kept.get(key)
    const isAskedAgain = before !== undefined && before.copy.version !== copy.version
    keep(key, copy, null)
    const entry = isAskedAgain ? kept.get(key) : undefined
    if (entry !== undefined) note(key, entry, at.ms)
    return { ...copy.shown, until: copy.untilMs }
  }

  const fresh = (key: string, entry: Kept, ms: number): FoundView => {
    found('fresh')
    entry.seenMs = monotonicMs()
    note(key, entry, ms)
    return { ...entry.copy.shown, until: entry.copy.untilMs }
  }

  return {
    find: async (query, at) => {
      const now = state()
      const key = keyOf(query)
      if (now === null) {
        const unknown = { version: '', asked: '' }
        const site = viewSiteOf(at.site)
        const { copy } = await renderCopy({ reads, site }, query, unknown, { ms: at.ms, utc: at.nowUtc })
        return { ...copy.shown, until: null }
      }
      const entry = kept.get(key)
      if (entry !== undefined && isFresh(entry.copy, now, at.ms)) return fresh(key, entry, at.ms)
      const stored = query.search === '' ? await copies.get(key) : null
      if (stored !== null && isFresh(stored, now, at.ms)) {
        keep(key, stored, at.ms)
        found('fresh')
        return { ...stored.shown, until: stored.untilMs }
      }
      const isCurrent =
        entry !== undefined &&
        entry.copy.asked === now.asked &&
        at.ms < entry.copy.untilMs &&
        monotonicMs() - entry.seenMs < STALE_MS
      if (!isCurrent) return rendered(key, query, at, now)
      found('stale')
      return { ...entry.copy.shown, until: null }
    },
  }
}
