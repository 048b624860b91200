import type { IsoTime } from '../../../../shared/kernel/brands.ts'
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
  readonly dueAt: IsoTime
  /** How often the feed was looked at. */
  readonly checks: number
  /** Whether it was looked at where it is now. */
  readonly isLookedAt: boolean
  readonly isPaused: boolean
  readonly known: KnownFeed | null
  /** ISO instant of the look that was to follow the last import; null: there was none. */
  readonly knownSince: IsoTime | null
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
    ...(fact.carried ?? { checks: 0, known: null, knownSince: null }),
    isLookedAt: false,
    isPaused: false,
    trouble: null,
    lastImport: null,
  }
}

export const evolve = (state: ScheduleState, fact: ScheduleFact): ScheduleState => {
  if (fact.type === 'ScheduleSet') return set(fact)
  if (fact.type === 'ScheduleRemoved') return { status: 'removed' }
  return state.status === 'set' ? after(state, fact) : state
}

type Later = Exclude<ScheduleFact, { type: 'ScheduleSet' | 'ScheduleRemoved' }>
type Looked = Extract<Later, { type: `Feed${'Imported' | 'Unchanged' | 'Failed'}` }>

const after = (state: Schedule, fact: Later): Schedule => {
  switch (fact.type) {
    case 'FeedImported':
    case 'FeedUnchanged':
    case 'FeedFailed':
      return looked(state, fact)
    // what the server before called its version, and why it failed, say nothing of this one
    case 'FeedAddressChanged': {
      const fresh = { isLookedAt: false, known: null, knownSince: null, trouble: null }
      return { ...state, ...fresh, url: fact.changes.url[1], dueAt: fact.dueAt }
    }
    case 'ScheduleRetimed':
      return { ...state, everyMinutes: fact.changes.everyMinutes[1], dueAt: fact.dueAt }
    case 'ScheduleReattributed':
    case 'ScheduleOptionsChanged':
      return { ...state, settings: withChanges(state.settings, fact.changes) }
    case 'SchedulePaused':
      return { ...state, isPaused: true }
    case 'ScheduleResumed':
      return { ...state, isPaused: false, dueAt: fact.dueAt }
  }
}

/** Member → [before, after]. */
type SettingChanges = {
  readonly [Name in keyof RunSettings]?: readonly [RunSettings[Name], RunSettings[Name]] | undefined
}

const withChanges = (settings: RunSettings, changes: SettingChanges): RunSettings => ({
  ...settings,
  postStatus: changes.postStatus?.[1] ?? settings.postStatus,
  author: changes.author?.[1] ?? settings.author,
  category: changes.category === undefined ? settings.category : changes.category[1],
  updateAuthority: changes.updateAuthority?.[1] ?? settings.updateAuthority,
})

const looked = (state: Schedule, fact: Looked): Schedule => {
  const checked = { ...state, checks: state.checks + 1, isLookedAt: true, dueAt: fact.dueAt }
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
