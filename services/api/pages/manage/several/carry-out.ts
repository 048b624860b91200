import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventDetail } from '../../../../../projections/event-listing/queries.ts'
import type { StoredRecord } from '../../../../../shared/event-store/port.ts'
import type { EventValues } from '../../../../../shared/facts/event.ts'
import { can, canRead } from '../../../../../shared/rights.ts'
import { mayEdit } from '../../../items/access.ts'
import type { EventReads } from '../../../items/event-deps.ts'
import type { Caller } from '../../../platform/caller.ts'
import type { Call } from '../../../platform/call.ts'
import { memberWord } from '../../history/words.ts'
import { nameOf } from '../../items/objects.ts'
import type { Outcome } from '../call.ts'
import type { EventCommands } from '../commands.ts'
import { cut } from '../words.ts'
import type { Action } from './actions.ts'
import { putBackOf } from './put-back.ts'

/** What became of one event; `why`: it was refused, or not all of it came back. */
export type Done = {
  readonly id: number
  /** "": this reader may not see it. */
  readonly title: string
  readonly isDone: boolean
  readonly why: string | null
}

export type CarryOutDeps = {
  readonly events: Pick<EventReads, 'meetEvent'>
  readonly commands: EventCommands
}

/** What an action sets, besides the events: an id of a category, an author or a venue; null: nothing. */
export type Given = number | null

/** Others may write meanwhile: then it is looked at anew. */
const ATTEMPTS = 4

const sentBy = (action: Action, given: Given, { values, was }: EventDetail): Call['sent'] => {
  switch (action) {
    case 'publish':
    case 'draft':
      return { status: action }
    case 'restore':
      return { status: was === null || was === 'trash' ? 'draft' : was }
    case 'venue':
      return { venue: given === null ? [] : [given] }
    case 'add-category':
      return { categories: [...new Set([...values.categories, ...(given === null ? [] : [given])])] }
    case 'take-category':
      return { categories: values.categories.filter(id => id !== given) }
    case 'author':
      return { author: given }
    default:
      return {}
  }
}

const refusedWith = (message: string): Outcome => ({ ok: false, status: 400, message, params: {} })

/** What stays because somebody else changed it. */
const keptText = (members: readonly string[]): string =>
  `Changed by somebody since, and left as it is: ${members.map(memberWord).join(', ').toLowerCase()}.`

const GONE = refusedWith('There is no such event.')

const isConflict = (outcome: Outcome): boolean => !outcome.ok && outcome.status === 409

type CallOf = (id: number, sent: Call['sent']) => Call

const doOnce = async (
  { commands }: CarryOutDeps,
  action: Action,
  given: Given,
  event: EventDetail,
  callOf: CallOf,
): Promise<Outcome> => {
  const isTrashed = event.values.status === 'trash'
  const call = callOf(event._id, sentBy(action, given, event))
  if (action === 'trash') return commands.trash(call)
  if (action === 'purge')
    return isTrashed ? commands.purge(call) : refusedWith('Only what is in the trash is deleted for good.')
  if (action === 'restore')
    return isTrashed ? commands.change(call, event.values) : refusedWith('This event is not in the trash.')
  return isTrashed
    ? refusedWith('An event in the trash cannot be changed.')
    : commands.change(call, event.values)
}

const titleFor = (caller: Caller, event: EventDetail | null): string =>
  event !== null && (canRead(caller, event.values) || mayEdit(caller, event))
    ? cut(nameOf(event.values.title))
    : ''

type One = {
  readonly outcome: Outcome
  readonly title: string
  readonly kept?: readonly string[]
}

/** Tries it, and again when somebody else wrote in between. */
const persistently = async (attempt: () => Promise<One>): Promise<One> => {
  for (let tried = 1; ; tried++) {
    const one = await attempt()
    if (one.title === '' || !isConflict(one.outcome) || tried === ATTEMPTS) return one
  }
}

/** Each of some events after the other, everything else in between. */
const eachOf = async (
  ids: readonly number[],
  attempt: (id: number) => Promise<One>,
): Promise<readonly Done[]> => {
  const all: Done[] = []
  for (const id of ids) {
    await nextTurn()
    const { outcome, title, kept = [] } = await persistently(() => attempt(id))
    const stayed = kept.length === 0 ? null : keptText(kept)
    all.push({ id, title, isDone: outcome.ok, why: outcome.ok ? stayed : outcome.message })
  }
  return all
}

/** Does one thing to several events (spec 07 §4); each may be refused by itself. */
export const carryOut = (
  deps: CarryOutDeps,
  action: Action,
  given: Given,
  ids: readonly number[],
  caller: Caller,
  callOf: CallOf,
): Promise<readonly Done[]> =>
  eachOf(ids, async id => {
    const { item } = await deps.events.meetEvent(id)
    const title = titleFor(caller, item)
    if (item === null) return { outcome: GONE, title }
    return { outcome: await doOnce(deps, action, given, item, callOf), title }
  })

/** Statuses that are given back, as an update takes them. */
const statusSent = (status: EventValues['status'] | null): Call['sent'] =>
  status === null || status === 'trash' ? {} : { status }

const putBackOne = async (
  { commands }: CarryOutDeps,
  event: EventDetail,
  records: readonly StoredRecord[],
  correlation: string,
  callOf: CallOf,
): Promise<Omit<One, 'title'>> => {
  const plan = putBackOf(records, correlation)
  if (plan === null) return { outcome: refusedWith('There is nothing left to take back.') }
  const { status, patch, kept } = plan
  const call = callOf(event._id, statusSent(status))
  const isIdle = status === null && Object.keys(patch).length === 0
  if (isIdle) return { outcome: refusedWith(keptText(kept)) }
  if (status === 'trash') return { outcome: await commands.trash(call), kept }
  return { outcome: await commands.change(call, event.values, patch), kept }
}

/** Takes back what was done to several events under one correlation, as far as nobody changed it since. */
export const putBack = (
  deps: CarryOutDeps,
  correlation: string,
  ids: readonly number[],
  caller: Caller,
  callOf: CallOf,
): Promise<readonly Done[]> =>
  eachOf(ids, async id => {
    const { item, met } = await deps.events.meetEvent(id)
    const title = titleFor(caller, item)
    if (item === null || met === undefined) return { outcome: GONE, title }
    if ('author' in (putBackOf(met.records, correlation)?.patch ?? {}) && !can(caller, 'assign-author'))
      return { outcome: refusedWith('You may not name another author.'), title }
    return { ...(await putBackOne(deps, item, met.records, correlation, callOf)), title }
  })
