import type { ScheduleFact } from '../../../../shared/facts/schedule.ts'
import type { RunSettings } from '../../run/state.ts'

/** What a feed was the last time that it could be read. */
export type KnownFeed = {
  readonly etag: string | null
  readonly lastModified: string | null
  /** SHA-256 of the bytes, 64 hex. */
  readonly digest: string
}

/** Why the feed could not be imported, the last time; and the import that tells about it. */
export type Trouble = { readonly reason: string; readonly importId: string }

export type Schedule = {
  readonly status: 'set'
  readonly url: string
  readonly everyMinutes: number
  readonly settings: RunSettings
  /** ISO instant. */
  readonly dueAt: string
  /** How often the feed was looked at. */
  readonly checks: number
  readonly known: KnownFeed | null
  /** ISO instant of the look that was to follow the last import; null: there was none. */
  readonly knownSince: string | null
  readonly trouble: Trouble | null
  readonly lastImport: string | null
}

export type ScheduleState = { readonly status: 'unknown' } | { readonly status: 'removed' } | Schedule

export const initial: ScheduleState = { status: 'unknown' }

const set = (fact: Extract<ScheduleFact, { type: 'ScheduleSet' }>): Schedule => {
  const { origin, source, postStatus, author, category, updateAuthority, interval, stallMinutes } = fact
  return {
    status: 'set',
    url: fact.url,
    everyMinutes: fact.everyMinutes,
    settings: { origin, source, postStatus, author, category, updateAuthority, interval, stallMinutes },
    dueAt: fact.dueAt,
    checks: 0,
    known: null,
    knownSince: null,
    trouble: null,
    lastImport: null,
  }
}

export const evolve = (state: ScheduleState, fact: ScheduleFact): ScheduleState => {
  if (fact.type === 'ScheduleSet') return set(fact)
  if (fact.type === 'ScheduleRemoved') return { status: 'removed' }
  if (state.status !== 'set') return state
  if (fact.type === 'ScheduleReattributed')
    return { ...state, settings: { ...state.settings, author: fact.changes.author[1] } }
  const checked = { ...state, checks: state.checks + 1, dueAt: fact.dueAt }
  switch (fact.type) {
    case 'FeedImported': {
      const { etag, lastModified, digest, importId, dueAt } = fact
      const known = { etag, lastModified, digest }
      return { ...checked, known, knownSince: dueAt, trouble: null, lastImport: importId }
    }
    case 'FeedUnchanged':
      return { ...checked, trouble: null }
    case 'FeedFailed': {
      const { reason, importId } = fact
      return { ...checked, trouble: { reason, importId }, lastImport: importId }
    }
  }
}
