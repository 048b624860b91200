import type { Json, JsonObject } from '../../shared/kernel/json.ts'
import type { EventFact } from '../../shared/facts/event.ts'
import type { ImageFact } from '../../shared/facts/image.ts'
import type { ImportFact, ItemOutcome } from '../../shared/facts/import.ts'
import type { OrganizerFact } from '../../shared/facts/organizer.ts'
import type { ScheduleFact } from '../../shared/facts/schedule.ts'
import type { SubscriptionFact } from '../../shared/facts/subscription.ts'
import type { SiteFact } from '../../shared/facts/site.ts'
import { NAMES_OF_STREAMS, SECRETS } from '../../shared/facts/members-of-facts.ts'
import type { TermFact } from '../../shared/facts/term.ts'
import type { UndoFact } from '../../shared/facts/undo.ts'
import type { UserFact } from '../../shared/facts/user.ts'
import type { VenueFact } from '../../shared/facts/venue.ts'

/** Everything a history tells about. */
export type ToldFact =
  | EventFact
  | VenueFact
  | OrganizerFact
  | TermFact
  | ImageFact
  | UserFact
  | ImportFact
  | UndoFact
  | ScheduleFact
  | SubscriptionFact
  | SiteFact

/** Member → [before, after]. */
export type Changes = { readonly [member: string]: readonly [Json, Json] }

const MASK = '***'
/** Named by the entry itself, or of no interest to who asks. */
const silent: ReadonlySet<string> = new Set([
  ...NAMES_OF_STREAMS,
  ...['undoId', 'askedBy', 'subscriptionId', 'hiddenUntilLinked', 'carried', 'leaves'],
])

/** That there is a secret may be seen, and that there is none. */
const shown = (member: string, value: Json): Json =>
  SECRETS.has(member) && value !== null && value !== '' ? MASK : value

/** The same members; that there is a secret may be seen. */
export const masked = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).map(([member, value]) => [member, shown(member, value)]))

/** The same pairs, without secrets. */
export const maskedPairs = (changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).map(([member, [before, after]]) => [
      member,
      [shown(member, before), shown(member, after)],
    ]),
  )

const pairs = (members: JsonObject, pair: (value: Json) => readonly [Json, Json]): Changes => {
  // member by member: an object made of entries takes several times as long, for each entry of a history
  const changes: Record<string, readonly [Json, Json]> = {}
  for (const member in members) {
    if (silent.has(member)) continue
    const both = pair(members[member] ?? null)
    changes[member] = SECRETS.has(member) ? [shown(member, both[0]), shown(member, both[1])] : both
  }
  return changes
}

const appeared = (value: Json) => [null, value] as const
const vanished = (value: Json) => [value, null] as const
const recorded = (value: Json): readonly [Json, Json] =>
  Array.isArray(value) ? [(value as Json[])[0] ?? null, (value as Json[])[1] ?? null] : [null, value]

/** How many items met which end: the items themselves are the import's record, not its history. */
const counted = (outcomes: readonly ItemOutcome[]): JsonObject => {
  const counts: Record<string, number> = {}
  for (const { outcome } of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

const reasoned = ({ reason, found }: { readonly reason: string; readonly found?: string | undefined }) => ({
  reason,
  ...(found === undefined ? {} : { found }),
})

/** What came of looking at a feed; what its server calls the version is between the two of them. */
const looked = (
  fact: Extract<ScheduleFact, { type: `Feed${'Imported' | 'Unchanged' | 'Failed'}` }>,
): JsonObject => ({
  ...(fact.type === 'FeedFailed' ? reasoned(fact) : {}),
  ...(fact.type === 'FeedUnchanged' ? {} : { import: fact.importId }),
  dueAt: fact.dueAt,
})

/** What came of telling others: where in the log that ended, and which items wait, is the subscription's own matter. */
const rounded = (
  fact: Extract<SubscriptionFact, { type: 'FactsDelivered' | 'DeliveryFailed' }>,
): JsonObject => ({
  delivered: fact.delivered,
  waiting: fact.waiting.length,
  ...(fact.type === 'DeliveryFailed' ? { ...reasoned(fact), dueAt: fact.dueAt } : { status: fact.status }),
})

/** What a fact changed. Passwords, their hashes and the secrets of imports are masked. */
export const changesOf = (fact: ToldFact): Changes => {
  if (fact.type === 'TermDeleted') return pairs(fact.values, vanished)
  if (fact.type === 'ImportOutcomesRecorded')
    return pairs({ batch: fact.batch, outcomes: counted(fact.outcomes) }, appeared)
  if (fact.type === 'ImportOccurrencesWithdrawn') return pairs({ outcomes: counted(fact.outcomes) }, appeared)
  if (fact.type === 'UndoChosen') return pairs({ ...fact.chosen, why: fact.why }, appeared)
  if (fact.type === 'UndoItemsChosen') return pairs({ kind: fact.kind, items: fact.ids.length }, appeared)
  if (fact.type === 'UndoItemsDone')
    return pairs({ done: fact.done, ...fact.counts, staying: fact.kept.length }, appeared)
  if (fact.type === 'FeedImported' || fact.type === 'FeedUnchanged' || fact.type === 'FeedFailed')
    return pairs(looked(fact), appeared)
  if (fact.type === 'FactsDelivered' || fact.type === 'DeliveryFailed') return pairs(rounded(fact), appeared)
  if (fact.type === 'SubscriptionGivenUp') return pairs(reasoned(fact), appeared)
  if (fact.type === 'SubscriptionMoved') return pairs({ since: fact.since }, appeared)
  if (fact.type === 'ScheduleSet') return pairs({ ...fact, carried: fact.carried ?? null }, appeared)
  if ('values' in fact) return pairs(fact.values as JsonObject, appeared)
  if ('changes' in fact) {
    const { changes, ...rest } = fact
    return { ...pairs(rest as JsonObject, appeared), ...pairs(changes as JsonObject, recorded) }
  }
  return pairs(fact as JsonObject, appeared)
}
