import { logPosition, streamRevision } from '../../../shared/kernel/brands.ts'
import { maskedPairs, type Changes } from '../../../projections/history/queries.ts'
import type { Moment } from '../../../shared/facts/moment.ts'
import { can } from '../../../shared/rights.ts'
import type { JsonObject } from '../../../shared/kernel/json.ts'
import type { Context } from '../../handle.ts'
import type { PutBackDesk } from '../../calendar/put-back/desk.ts'
import type { Done, PutBack } from '../../calendar/put-back/put-back.ts'
import { putBackKind, type PutBackKind } from '../../calendar/put-back/words.ts'
import { type Answer, json } from '../platform/answers/answer.ts'
import { forbidden, refused } from '../platform/answers/errors.ts'
import { defaulted, type Input, list, optional } from '../platform/arguments/arguments.ts'
import { boolean, idOf, integer, oneLine, oneOf } from '../platform/arguments/kinds.ts'
import { type Caller, contextOf } from '../platform/call.ts'
import { momentIn } from '../platform/typed-times.ts'
import { endpoint, invalid, route, type Route } from '../platform/route.ts'
import { changedMembers, noMember } from './history-filter.ts'
import { mayAdminister } from './rights.ts'
import { problemsOf } from './problems.ts'

/** Whoever may change it by hand may put it back (spec 00 §6.4). */
export const mayPutBack = (kind: PutBackKind, caller: Caller): boolean =>
  kind === 'user' || kind === 'site' ? can(caller, 'manage-site') : mayAdminister(caller)

/** What the history tells of, and what a category or tag was merged into. */
const putBackMembers: readonly string[] = [...changedMembers, 'into']

/** Members that can be asked for at once; no item has so many. */
const MEMBERS = 100

export const putBackOptions = {
  position: optional(idOf(logPosition, integer({ minimum: 0 })), {
    description: 'Position of the entry of the history after which the item was as wanted.',
  }),
  at: optional(oneLine({ maxLength: 100 }), {
    description: 'Instead of a position: date and time on the clock of the site, `2027-03-01T10:00`.',
  }),
  only: defaulted(oneOf(['since', 'entry']), 'since', {
    description: 'Everything since then, or what the entry at `position` changed.',
  }),
  members: optional(list(oneLine({ maxLength: 100 }), { maxItems: MEMBERS }), {
    description: 'Only these members, by the names that the history has for them.',
  }),
  revision: optional(idOf(streamRevision, integer({ minimum: 0 })), {
    description: 'Revision of the item that was looked at; nothing happens to one that was changed since.',
  }),
  dry_run: defaulted(boolean(), false, { description: 'Only tells what would change.' }),
}

export type PutBackRoutesDeps = {
  readonly putBack: PutBackDesk
  readonly zone: () => string
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

type Asked = Input<typeof putBackOptions>

/** Or why it is none: argument and sentence. */
const momentOf = (
  { position, at, only }: Asked,
  zone: string,
): Moment | { readonly [argument: string]: string } => {
  if ((position === undefined) === (at === undefined))
    return { position: 'position or at must be given, and not both: the moment to which it is put back.' }
  if (position !== undefined) return { position }
  if (only === 'entry') return { position: 'position must be given to take one entry back.' }
  const ms = momentIn(at ?? '', zone)
  return ms === null ? { at: 'at is not a date and time such as 2027-03-01T10:00.' } : { ms }
}

const isMoment = (moment: ReturnType<typeof momentOf>): moment is Moment =>
  Object.values(moment).every(value => typeof value === 'number')

// values of facts are JSON
const shown = (changes: PutBack['changes']): JsonObject => maskedPairs(changes as Changes)

const planJson = ({ name, revision, changes, stays }: PutBack): JsonObject => ({
  ...{ name, revision },
  changes: shown(changes),
  stays: { ...stays },
})

const doneJson = ({ changes, stays }: Done): JsonObject => ({ changes: shown(changes), stays: { ...stays } })

/** Puts an item back, or tells what would change. */
export const putBackOf = async (
  deps: PutBackRoutesDeps,
  { kind, id }: { readonly kind: PutBackKind; readonly id: number },
  asked: Asked,
  context: Context,
): Promise<Answer> => {
  const moment = momentOf(asked, deps.zone())
  if (!isMoment(moment)) return invalid(problemsOf(moment))
  const unknown = asked.members?.find(member => !putBackMembers.includes(member))
  if (unknown !== undefined) return invalid(problemsOf({ members: noMember(unknown) }))
  const wanted = { moment, only: asked.only, members: asked.members ?? null }
  if (asked.dry_run) {
    const plan = await deps.putBack[kind].show(id, wanted, context)
    return plan.ok ? json(200, planJson(plan)) : refused(plan.code)
  }
  const done = await deps.putBack[kind].put(id, wanted, asked.revision ?? null, context)
  if (!done.ok) return refused(done.code)
  await deps.settled()
  return json(200, doneJson(done))
}

export const putBackRoutes = (deps: PutBackRoutesDeps): readonly Route[] => [
  route('', '/admin/history/{type}/{id}/put-back', [
    endpoint({
      methods: ['POST'],
      args: putBackOptions,
      may: mayAdminister,
      handle: async (input, call) => {
        const kind = putBackKind(call.path['type'] ?? '')
        if (kind === null) return refused('rest_no_route')
        if (!mayPutBack(kind, call.caller)) return forbidden(call.caller)
        return putBackOf(deps, { kind, id: Number(call.path['id']) }, input, contextOf(call))
      },
    }),
  ]),
]
