import { MERGED_KINDS } from '../../calendar/merge/kinds.ts'
import type { TheOne } from '../../site/the-one.ts'
import { dryRun, mergeOf, unmergeOf, type MergeRoutesDeps } from '../admin/merge.ts'
import { required } from '../platform/arguments/arguments.ts'
import { integer, oneOf } from '../platform/arguments/kinds.ts'
import { named } from '../platform/arguments/named-kind.ts'
import { contextOf } from '../platform/call.ts'
import type { Route } from '../platform/route.ts'
import { command, unknown } from './command.ts'

const type = required(oneOf(MERGED_KINDS), { description: 'Kind of both.' })

/** `merge` and `unmerge` (spec 07 §7.1). `idNamed`: what an id, slug or name means. */
export const mergeCommands = (
  deps: MergeRoutesDeps,
  idNamed: (type: string, text: string) => Promise<TheOne>,
): readonly Route[] => [
  command(
    'merge',
    {
      type,
      from: required(named(), { description: 'Id, slug or name of the one that goes.' }),
      into: required(named(), { description: 'Id, slug or name of the one that stays.' }),
      ...dryRun,
    },
    async ({ type: kind, from, into, dry_run: isTried }, call) => {
      const [goes, stays] = [await idNamed(kind, from), await idNamed(kind, into)]
      if (!goes.ok) return unknown('from', goes.message)
      if (!stays.ok) return unknown('into', stays.message)
      return mergeOf(deps, { kind, from: goes.id, into: stays.id }, isTried, contextOf(call))
    },
  ),
  command(
    'unmerge',
    {
      type,
      // what was merged is found by its number alone: its name means the other one
      id: required(integer({ minimum: 1 }), { description: 'Id of the one that was merged.' }),
    },
    async ({ type: kind, id }, call) => unmergeOf(deps, { kind, id }, contextOf(call)),
  ),
]
