import type { ListQuery } from '../../../projections/event-listing/queries.ts'
import { can, canRead } from '../../../shared/rights.ts'
import {
  accept,
  type ArgumentKind,
  list,
  optional,
  type Problem,
  type Problems,
} from '../platform/arguments/arguments.ts'
import type { Caller } from '../platform/call.ts'
import { declaredAs, oneOf, text } from '../platform/arguments/kinds.ts'
import type { Owned } from '../items/deps.ts'
import { problem } from '../items/answer.ts'

/** Ids or slugs of terms, without blank ones, which ask for nothing; the index says integers (spec 01 §7). */
export const termRefs = (): ArgumentKind<readonly string[]> => {
  const all = list(text())
  return {
    ...declaredAs(all, { type: 'array', items: { type: 'integer' } }),
    read: (value, name, at) => {
      const read = all.read(value, name, at)
      return read.ok ? accept(read.value.filter(ref => ref.trim() !== '')) : read
    },
  }
}

/** Statuses that those who may create items can ask for; without a wish all but the trash. */
const STATUSES = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
] as const satisfies ListQuery['statuses']

/** Declared `status` of every list of items: the caller decides which of them can be asked for. */
export const statusFilter = optional(
  { ...list(text()), accepts: list(oneOf([...STATUSES, 'any']), { split: 'commas' }).accepts },
  {
    description:
      'Statuses, one of which they have; those who cannot create items may ask for `publish` alone.',
  },
)

type StatusResult = { readonly statuses: ListQuery['statuses'] } | { readonly problem: Problem }

const statusSentence = (allowed: readonly string[], creator: boolean) =>
  `status must be any, or some of ${allowed.join(', ')}${creator ? '.' : '; other ones need a user who may create items.'}`

/** What a list is to hold (spec 02 §3.1 `status`); what the caller may not read of it is left out later. */
export const statusesOf = (sent: readonly string[] | undefined, caller: Caller): StatusResult => {
  const creator = can(caller, 'create')
  const all: ListQuery['statuses'] = creator ? STATUSES.filter(one => one !== 'trash') : ['publish']
  if (sent === undefined || (sent.length === 1 && sent[0] === 'any')) return { statuses: all }
  const allowed = creator ? STATUSES : (['publish'] as const)
  const statuses = allowed.filter(one => sent.includes(one))
  const known = sent.length > 0 && sent.every(one => allowed.some(status => status === one))
  return known ? { statuses } : { problem: problem('rest_not_in_enum', statusSentence(allowed, creator)) }
}

/** A search must have something to look for (spec 02 §3.4). */
export const searchProblems = (search: string | undefined): Problems =>
  search?.trim() === '' ? { search: problem('rest_too_short', 'search must not be empty.') } : {}

/** Whether an item that a filter names counts as known (spec 01 §3). */
export const isKnown = (item: Owned | null, caller: Caller): boolean =>
  item !== null && canRead(caller, item.values)
