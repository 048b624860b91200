import { cleanNow, type Cleaning } from '../../../shared/cleaning/texts.ts'
import type { Period } from '../../../shared/facts/event.ts'
import type { ActivityList, ItemOutcome, Outcome } from '../../../shared/facts/import.ts'
import { fingerprintOf, identityKeys, versionKeys, type Fingerprint } from './identity.ts'
import type { RawItem } from './item.ts'
import { failedOutcome } from '../apply/outcome.ts'
import { readItem, versionOf, type ImportedItem } from './read-item.ts'
import { periodOf, type TimingContext } from './timing.ts'

/** One item on its way: read, dated, not yet identified. */
export type Subject = {
  readonly position: number
  readonly item: ImportedItem
  readonly period: Period
  readonly warnings: readonly string[]
  readonly keys: readonly string[]
  readonly looks: Fingerprint
}

/** One that is called off by its identity alone: when it was to be, it need not say. */
export type CalledOff = Omit<Subject, 'period' | 'looks'> & { readonly period: null }

/** The outcome at once when the item cannot be read. */
export const subjectOf = (
  source: string,
  moment: TimingContext,
  position: number,
  raw: RawItem,
  cleaning: Cleaning = cleanNow,
): Subject | CalledOff | ItemOutcome => {
  const failed = (reason: string, warnings?: readonly string[]) =>
    failedOutcome(position, reason, { uid: versionOf(raw).uid, ...(warnings && { warnings }) })
  if (raw['superseded'] === true) return { ...failed('superseded'), outcome: 'skipped' }
  const parsed = readItem(raw, cleaning)
  if (!parsed.ok) return failed(parsed.reason, parsed.warnings)
  const { item, warnings } = parsed
  const dated = periodOf(item.timing, moment, null)
  if (!dated.ok) {
    const keys = item.status === 'cancelled' ? versionKeys(source, item.version) : []
    return keys.length === 0
      ? failed(dated.reason, warnings)
      : { position, item, period: null, warnings, keys }
  }
  return {
    position,
    item,
    period: dated.period,
    warnings: [...warnings, ...dated.warnings],
    keys: identityKeys(source, item, dated.period),
    looks: fingerprintOf(item, dated.period),
  }
}

const LISTS: Readonly<Record<Outcome, ActivityList | null>> = {
  created: 'created',
  updated: 'updated',
  unchanged: 'skipped',
  skipped: 'skipped',
  duplicate: 'skipped',
  withdrawn: 'updated',
  failed: null,
}

type Details = {
  readonly reason?: string
  readonly touched?: ItemOutcome['touched']
  readonly warnings?: readonly string[]
  /** Where `activity` shows the event, when not where its outcome says. */
  readonly list?: ActivityList
}

/** `id`: of the event; null when there is none. */
export const outcomeOf = (
  { position, item, warnings }: Subject | CalledOff,
  outcome: Outcome,
  id: number | null,
  details: Details = {},
): ItemOutcome => {
  const list = details.list ?? LISTS[outcome]
  const others = details.touched ?? []
  return {
    position,
    outcome,
    reason: details.reason ?? null,
    warnings: [...new Set([...warnings, ...(details.warnings ?? [])])],
    id,
    uid: item.version.uid,
    touched: id === null || list === null ? others : [['cal_events', list, id], ...others],
  }
}
