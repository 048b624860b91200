import type { UserId, Position, IsoTime, TermId } from '../../shared/kernel/brands.ts'
import type { ImportFact } from '../../shared/facts/import.ts'
import type { ScheduleFact } from '../../shared/facts/schedule.ts'

/** What came of looking at the feed. */
type Checked = {
  /** ISO instant. */
  readonly at: IsoTime
  readonly outcome: 'imported' | 'unchanged' | 'failed'
  readonly reason: string | null
  /** What was found instead (spec 05 §11). */
  readonly found: string | null
  readonly importId: string | null
}

/** How an import ended: `off`: people called it off, which tells nothing of its feed. */
type End = 'good' | 'bad' | 'off'

/** An import that is over. */
type Ended = {
  readonly importId: string
  readonly end: End
  readonly reason: string | null
  readonly at: IsoTime
}

/** What runs one after the other came to (spec 05 §14 keeps failing). */
type Health = {
  /** Runs that failed since the last good one. */
  readonly failures: number
  /** ISO instant of the first of them. */
  readonly failingSince: IsoTime | null
  /** Why the last of them failed. */
  readonly why: { readonly reason: string; readonly found: string | null; readonly importId: string } | null
  /** ISO instant; null: none was good so far. */
  readonly goodAt: IsoTime | null
}

export type ScheduleDoc = {
  readonly _id: string
  /** Position of the newest record it contains. */
  readonly rev: Position
  /** What is removed is kept, so that a late write cannot bring it back. */
  readonly removed: boolean
  readonly url: string
  readonly everyMinutes: number
  readonly origin: string
  readonly source: string
  readonly postStatus: string
  readonly author: UserId
  readonly category: TermId | null
  readonly updateAuthority: string
  /** Position at which it was set as it is now. */
  readonly set: number
  /** ISO instants. */
  readonly setAt: IsoTime
  readonly dueAt: IsoTime
  /** Since when and by whom; null: it is not paused. */
  readonly paused: { readonly at: IsoTime; readonly by: UserId | null } | null
  readonly last: Checked | null
  /** The last import that it opened. */
  readonly importId: string | null
  /** The last import that was given what the feed had, and how it ended, if it has. */
  readonly fed: {
    readonly importId: string
    readonly end: End | null
    /** Why it failed. */
    readonly reason: string | null
  } | null
  /** The last import of its name that ended; it may end before the schedule tells of it. */
  readonly ended: Ended | null
  readonly health: Health
}

/** About a record: when it was recorded, by whom. */
type Recorded = { readonly at: IsoTime; readonly position: Position; readonly actor: UserId | null }

const untried: Health = { failures: 0, failingSince: null, why: null, goodAt: null }

const good = (at: IsoTime): Health => ({ ...untried, goodAt: at })

const failed = (health: Health, at: IsoTime, why: NonNullable<Health['why']>): Health => ({
  ...health,
  failures: health.failures + 1,
  failingSince: health.failingSince ?? at,
  why,
})

const whyOf = (importId: string, reason: string | null) => ({
  reason: reason ?? 'internal_error',
  found: null,
  importId,
})

/** The schedule once the import has ended that was given what its feed had. */
const afterEnd = (doc: ScheduleDoc, { importId, end, reason, at }: Ended): ScheduleDoc => {
  const { health } = doc
  const why = whyOf(importId, reason)
  const ends: Readonly<Record<End, () => Health>> = {
    good: () => good(at),
    bad: () => failed(health, at, why),
    off: () => ({ ...untried, goodAt: health.goodAt }),
  }
  return { ...doc, fed: { importId, end, reason }, health: ends[end]() }
}

/** Of the schedule whose import it may be; null: of none. */
export const scheduleOf = (importId: string): string | null => /^(\w+)_\d+$/.exec(importId)?.[1] ?? null

const endOf = ({ status, reason }: Extract<ImportFact, { type: 'ImportClosed' }>): End => {
  if (status === 'success') return 'good'
  return reason === 'deleted' || reason === 'cancelled' ? 'off' : 'bad'
}

/** The schedule after the end of an import that is named like one of its own. */
export const evolveImport = (
  doc: ScheduleDoc | null,
  fact: Extract<ImportFact, { type: 'ImportClosed' }>,
  { at, position }: Recorded,
): ScheduleDoc | null => {
  if (doc === null || position <= doc.rev) return doc
  const { importId, reason } = fact
  const ended = { importId, end: endOf(fact), reason, at }
  const seen = { ...doc, rev: position, ended }
  return doc.fed?.importId === importId && doc.fed.end === null ? afterEnd(seen, ended) : seen
}

type Of<Type extends ScheduleFact['type']> = Extract<ScheduleFact, { type: Type }>

const set = (fact: Of<'ScheduleSet'>, { at, position }: Recorded): ScheduleDoc => ({
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
  paused: null,
  last: null,
  importId: null,
  fed: null,
  ended: null,
  health: untried,
})

const nothing = { reason: null, found: null, importId: null } as const

const imported = (doc: ScheduleDoc, { importId }: Of<'FeedImported'>, at: IsoTime): ScheduleDoc => {
  const last: Checked = { ...nothing, at, outcome: 'imported', importId }
  const fed: ScheduleDoc = { ...doc, last, importId, fed: { importId, end: null, reason: null } }
  return doc.ended?.importId === importId ? afterEnd(fed, doc.ended) : fed
}

/** As it was; and so is what is wrong with what it has. */
const unchanged = (doc: ScheduleDoc, at: IsoTime): ScheduleDoc => {
  const { fed } = doc
  const health = fed?.end === 'bad' ? failed(doc.health, at, whyOf(fed.importId, fed.reason)) : good(at)
  return { ...doc, last: { ...nothing, at, outcome: 'unchanged' }, health }
}

/** An import that tells why it failed. */
const notImported = (
  doc: ScheduleDoc,
  { reason, found, importId }: Of<'FeedFailed'>,
  at: IsoTime,
): ScheduleDoc => {
  const why = { reason, found: found ?? null, importId }
  const last = { at, outcome: 'failed', ...why } as const
  return { ...doc, last, importId, health: failed(doc.health, at, why) }
}

const optionsOf = ({ changes }: Of<'ScheduleOptionsChanged'>, doc: ScheduleDoc) => ({
  postStatus: changes.postStatus?.[1] ?? doc.postStatus,
  category: changes.category === undefined ? doc.category : changes.category[1],
  updateAuthority: changes.updateAuthority?.[1] ?? doc.updateAuthority,
})

const after = (
  doc: ScheduleDoc,
  fact: Exclude<ScheduleFact, { type: 'ScheduleSet' }>,
  { at, actor }: Recorded,
): ScheduleDoc => {
  switch (fact.type) {
    case 'FeedImported':
      return { ...imported(doc, fact, at), dueAt: fact.dueAt }
    case 'FeedUnchanged':
      return { ...unchanged(doc, at), dueAt: fact.dueAt }
    case 'FeedFailed':
      return { ...notImported(doc, fact, at), dueAt: fact.dueAt }
    case 'FeedAddressChanged': {
      // what failed there, has not failed here
      const health = { ...untried, goodAt: doc.health.goodAt }
      return { ...doc, url: fact.changes.url[1], dueAt: fact.dueAt, fed: null, health }
    }
    case 'ScheduleRetimed':
      return { ...doc, everyMinutes: fact.changes.everyMinutes[1], dueAt: fact.dueAt }
    case 'ScheduleReattributed':
      return { ...doc, author: fact.changes.author[1] }
    case 'ScheduleOptionsChanged':
      return { ...doc, ...optionsOf(fact, doc) }
    case 'SchedulePaused':
      return { ...doc, paused: { at, by: actor } }
    case 'ScheduleResumed':
      return { ...doc, paused: null, dueAt: fact.dueAt }
    case 'ScheduleRemoved':
      return { ...doc, removed: true }
  }
}

/** The schedule after one more fact; a fact it has seen changes nothing. */
export const evolve = (doc: ScheduleDoc | null, fact: ScheduleFact, when: Recorded): ScheduleDoc | null => {
  if (doc !== null && when.position <= doc.rev) return doc
  if (fact.type === 'ScheduleSet') return set(fact, when)
  return doc === null ? null : { ...after(doc, fact, when), rev: when.position }
}
