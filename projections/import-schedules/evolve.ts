import type { ScheduleFact } from '../../shared/facts/schedule.ts'

/** What came of looking at the feed. */
type Checked = {
  /** ISO instant. */
  readonly at: string
  readonly outcome: 'imported' | 'unchanged' | 'failed'
  readonly reason: string | null
  readonly importId: string | null
}

export type ScheduleDoc = {
  readonly _id: string
  /** Position of the newest record it contains. */
  readonly rev: number
  /** What is removed is kept, so that a late write cannot bring it back. */
  readonly removed: boolean
  readonly url: string
  readonly everyMinutes: number
  readonly origin: string
  readonly source: string
  readonly postStatus: string
  readonly author: number
  readonly category: number | null
  readonly updateAuthority: string
  /** Position at which it was set as it is now. */
  readonly set: number
  /** ISO instants. */
  readonly setAt: string
  readonly dueAt: string
  readonly last: Checked | null
  /** The last import that it opened. */
  readonly importId: string | null
}

type Recorded = { readonly at: string; readonly position: number }

const set = (
  fact: Extract<ScheduleFact, { type: 'ScheduleSet' }>,
  { at, position }: Recorded,
): ScheduleDoc => ({
  _id: fact.scheduleId,
  rev: position,
  removed: false,
  url: fact.url,
  everyMinutes: fact.everyMinutes,
  origin: fact.origin,
  source: fact.source,
  postStatus: fact.postStatus,
  author: fact.author,
  category: fact.category,
  updateAuthority: fact.updateAuthority,
  set: position,
  setAt: at,
  dueAt: fact.dueAt,
  last: null,
  importId: null,
})

const outcomes = { FeedImported: 'imported', FeedUnchanged: 'unchanged', FeedFailed: 'failed' } as const

/** The schedule after one more fact; a fact it has seen changes nothing. */
export const evolve = (doc: ScheduleDoc | null, fact: ScheduleFact, when: Recorded): ScheduleDoc | null => {
  if (doc !== null && when.position <= doc.rev) return doc
  if (fact.type === 'ScheduleSet') return set(fact, when)
  if (doc === null) return null
  const seen = { ...doc, rev: when.position }
  if (fact.type === 'ScheduleRemoved') return { ...seen, removed: true }
  if (fact.type === 'ScheduleReattributed') return { ...seen, author: fact.changes.author[1] }
  const importId = fact.type === 'FeedUnchanged' ? null : fact.importId
  const reason = fact.type === 'FeedFailed' ? fact.reason : null
  const last = { at: when.at, outcome: outcomes[fact.type], reason, importId }
  return { ...seen, dueAt: fact.dueAt, last, importId: importId ?? doc.importId }
}
