import { type Revision, streamRevision } from '../../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import { isRestated, placeOf } from '../../../shared/facts/forgotten.ts'
import type { TrashReason } from '../../../shared/facts/common.ts'
import { recordsUntil, type Moment } from '../../../shared/facts/moment.ts'
import { oneThingWith } from '../../../shared/members/one-thing.ts'
import { differences } from '../item/changes.ts'
import { type Changes, untrashedSlug } from '../item/state.ts'
import type { Stays } from './words.ts'

/** What is put back (spec 00 §6.4). */
export type Wanted = {
  readonly moment: Moment
  /** `since`: as it was then. `entry`: what that one entry changed, to what it was before it. */
  readonly only: 'since' | 'entry'
  /** These members alone; null: all. */
  readonly members: readonly string[] | null
}

export type Plan = {
  readonly ok: true
  /** Revision of the item for which this was planned. */
  readonly revision: Revision
  /** Member → [now, then]; `status` says whether it goes to the trash or comes back from it. */
  readonly changes: Changes
  /** To the trash, for this reason; null: it does not go there. */
  readonly trash: TrashReason | null
  /** Members that cannot come back, and why. */
  readonly stays: Readonly<Record<string, Stays>>
}

export type NotPlanned = {
  readonly ok: false
  readonly code: 'put_back_nothing' | 'put_back_beginning' | 'put_back_forgotten'
}

/** How a thing stands at some moment; what is no item is never in the trash. */
type Standing = {
  readonly values: Readonly<Record<string, unknown>>
  readonly trashed: { readonly reason: TrashReason } | null
}

/** After these records of it; null: it was not there. */
export type StandingAfter = (records: readonly StoredRecord[]) => Standing | null

/** By these an import knows the item: whatever people do with it, it is known. */
const KNOWN_BY: readonly string[] = ['origin', 'lineage']

/** With these members, those that mean nothing without them. */
const together = (members: readonly string[]): readonly string[] => [
  ...members.flatMap(oneThingWith),
  ...(members.includes('status') ? ['publishedAt'] : []),
]

const nothing: NotPlanned = { ok: false, code: 'put_back_nothing' }

/** How a thing is to stand; `setSince`: members of it that would undo what came after an entry that is taken back. */
type Aim = Standing & { readonly setSince: readonly string[] }

/** As the item was after the last record that is of then or before; null: it was not there yet. */
const standingThen = (after: StandingAfter, records: readonly StoredRecord[], moment: Moment): Aim | null => {
  const then = after(recordsUntil(records, moment))
  return then && { ...then, setSince: [] }
}

/** In the trash a slug is kept with a mark behind it. */
const slugsAlike = ({ values, trashed }: Standing): Standing['values'] =>
  trashed === null || typeof values['slug'] !== 'string'
    ? values
    : { ...values, slug: untrashedSlug(values['slug']) }

/** As the item is now, but for what one entry changed; null: nothing was recorded there. */
const standingWithout = (
  standing: StandingAfter,
  records: readonly StoredRecord[],
  moment: Moment,
): Aim | NotPlanned | null => {
  const at = records.findIndex(record => 'position' in moment && placeOf(record) === moment.position)
  if (at === -1) return null
  const [now, before, after] = [records, records.slice(0, at), records.slice(0, at + 1)].map(standing)
  if (now == null || after == null) return nothing
  if (before == null) return { ok: false, code: 'put_back_beginning' }
  const changed = Object.keys(differences(after.values, before.values))
  const values = Object.fromEntries(
    changed.flatMap(oneThingWith).map(member => [member, before.values[member]]),
  )
  const moved = (before.trashed === null) !== (after.trashed === null)
  const later = Object.keys(differences(slugsAlike(after), slugsAlike(now)))
  return {
    values: { ...now.values, ...values },
    trashed: moved ? before.trashed : now.trashed,
    setSince: changed.filter(member => oneThingWith(member).some(one => later.includes(one))),
  }
}

const allAs = (members: readonly (readonly [string, unknown])[], why: Stays): Plan['stays'] =>
  Object.fromEntries(members.map(([member]) => [member, why]))

/** Pure: what would change if the item were put back, as its records tell. */
export const planPutBack = (
  standing: StandingAfter,
  records: readonly StoredRecord[],
  { moment, only, members }: Wanted,
): Plan | NotPlanned => {
  const now = standing(records)
  const then = (only === 'entry' ? standingWithout : standingThen)(standing, records, moment)
  if (now === null || then === null)
    return records.slice(0, 1).some(isRestated) ? { ok: false, code: 'put_back_forgotten' } : nothing
  if ('ok' in then) return then
  const asked = members === null ? null : together(members)
  const isWanted = (member: string) =>
    !KNOWN_BY.includes(member) && (asked === null || asked.includes(member))
  // what once had no slug keeps the one that it was given
  const differing = Object.entries(differences(slugsAlike(now), slugsAlike(then))).filter(
    ([member, pair]) => member !== 'slug' || pair?.[1] !== '',
  )
  // whoever names a member means it, whoever has set it since; what only goes with it was not named
  const named = members?.flatMap(oneThingWith) ?? []
  const setSince = together(then.setSince.filter(member => !named.includes(member)))
  const isKept = (member: string) => setSince.includes(member) && !named.includes(member)
  const kept = differing.filter(([member]) => isWanted(member) && isKept(member))
  const all = differing.filter(([member]) => isWanted(member) && !isKept(member))
  const isMoved = 'status' in Object.fromEntries(all)
  const staysInTrash = now.trashed !== null && !isMoved
  return {
    ok: true,
    revision: records.at(-1)?.revision ?? streamRevision(0),
    changes: staysInTrash ? {} : Object.fromEntries(all),
    trash: isMoved && then.trashed !== null ? then.trashed.reason : null,
    // what is in the trash and stays there is left as it is
    stays: {
      ...(staysInTrash ? allAs(all, 'in_trash') : {}),
      ...allAs(kept, 'set_since'),
    },
  }
}
