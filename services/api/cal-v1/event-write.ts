import type { EventDetail } from '../../../projections/event-detail/queries.ts'
import type { Position } from '../../../shared/event-store/port.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import type { ItemRefusal } from '../../calendar/item/decide.ts'
import type { ItemWritten } from '../../calendar/item/write.ts'
import { jsonText, type Answer } from '../platform/answer.ts'
import type { Given } from '../platform/arguments.ts'
import { contextOf, type Call } from '../platform/call.ts'
import type { Caller } from '../platform/caller.ts'
import { forbidden, refused } from '../platform/errors.ts'
import { can, canEdit, canRead } from '../../accounts/capabilities.ts'
import { viewerOf } from '../platform/viewer.ts'
import { endpoint, invalid, resolvingEndpoint, type Endpoint } from '../platform/route.ts'
import { createArguments, updateArguments } from './event-arguments.ts'
import type { EventDeps } from './event-deps.ts'
import { linkAll, withUnseen } from './event-linking.ts'
import { patchOf, valuesOf, withoutReadForms } from './event-patch.ts'
import { resolveCreate, resolveUpdate, type Links } from './event-resolve.ts'

const mayWrite = (caller: Caller) => can(caller, 'create')

const refusal = ({ code }: ItemRefusal): Answer =>
  code === 'rest-event-not-found' || code === 'event-is-in-trash' ? refused(code) : refused('rest_conflict')

const shown = ({ reads }: EventDeps, event: EventDetail, { caller }: Call) =>
  reads.calEvent(event, viewerOf(caller), { open: true, jsonLd: false })

const LAG_SECONDS = '5'

/** Answers a write with the event as it now is, once the lists show it (spec 00 §8 read your writes). */
const answerWritten = async (
  deps: EventDeps,
  status: 200 | 201,
  written: ItemWritten<EventValues>,
  last: Position | null,
  call: Call,
): Promise<Answer> => {
  if (!written.ok) return refusal(written.refusal)
  const position = Math.max(written.position ?? -1, last ?? -1)
  const visible = await deps.writes.waitUntilVisible(position < 0 ? null : position)
  const event = await deps.reads.eventById(written.id)
  if (event === null) return refused('rest-event-not-found')
  const headers = visible === 'lagging' ? ([['X-CAL-Lag', LAG_SECONDS]] as const) : []
  return jsonText(status, await shown(deps, event, call), headers)
}

/** Only some may name another author than themselves (spec 01 §9). */
const mayAttribute = (author: number | undefined, { caller }: Call) =>
  author === undefined || author === caller?.id || can(caller, 'assign-author')

/** `POST /cal/events/v1/events`. */
export const createEvent = (deps: EventDeps): Endpoint =>
  resolvingEndpoint({
    methods: ['POST'],
    args: createArguments,
    may: mayWrite,
    resolve: resolveCreate(deps),
    handle: async (input, call, { links, period }) => {
      if (!mayAttribute(input.author, call)) return forbidden(call.caller)
      const { ids, complete } = await linkAll(deps, links, call)
      const values = valuesOf(input, call, period, ids)
      const written = await deps.writes.createEvent({ values }, contextOf(call))
      return answerWritten(deps, 201, written, written.ok ? await complete() : null, call)
    },
  })

/** How an item route finds its event. */
export type Find = (call: Call) => Promise<EventDetail | null>

type Admitted =
  { readonly ok: true; readonly event: EventDetail } | { readonly ok: false; readonly answer: Answer }

const deny = (answer: Answer): Admitted => ({ ok: false, answer })

/** Step 7 of spec 01 §3 for writes. `restores`: an event in the trash is meant, too. */
const admit = (event: EventDetail | null, { caller }: Call, restores: boolean): Admitted => {
  if (event === null) return deny(refused('rest-event-not-found'))
  const editable = canEdit(caller, event.values)
  if (event.values.status === 'trash') {
    if (!editable) return deny(refused('rest-event-not-found'))
    return restores ? { ok: true, event } : deny(refused('event-is-in-trash'))
  }
  if (!canRead(caller, event.values)) return deny(refused('event-not-accessible'))
  return editable ? { ok: true, event } : deny(forbidden(caller))
}

/** `Allow` goes by the item. */
const offeredBy = (find: Find) => async (call: Call) => {
  if (!mayWrite(call.caller)) return false
  const event = await find(call)
  return event !== null && canEdit(call.caller, event.values)
}

const update = async (
  deps: EventDeps,
  event: EventDetail,
  sent: Given<typeof updateArguments>,
  call: Call,
  links: Links,
): Promise<Answer> => {
  const changed = withoutReadForms(sent, await shown(deps, event, call))
  const patch = patchOf(changed, event, call)
  if (!patch.ok) return invalid(patch.problems)
  const { ids, complete } = await linkAll(deps, links, call)
  const linked = await withUnseen(deps, ids, event, call)
  const written = await deps.writes.changeEvent(event._id, { ...patch.value, ...linked }, contextOf(call))
  return answerWritten(deps, 200, written, written.ok ? await complete() : null, call)
}

/** Partial update by POST, PUT or PATCH. */
export const updateEvent = (deps: EventDeps, find: Find): Endpoint =>
  resolvingEndpoint({
    methods: ['POST', 'PUT', 'PATCH'],
    args: updateArguments,
    may: mayWrite,
    offered: offeredBy(find),
    resolve: resolveUpdate(deps),
    handle: async (input, call, links) => {
      const admitted = admit(await find(call), call, input.status !== undefined)
      if (!admitted.ok) return admitted.answer
      if (!mayAttribute(input.author, call)) return forbidden(call.caller)
      return update(deps, admitted.event, input, call, links)
    },
  })

/** Moves the event to the trash. */
export const deleteEvent = (deps: EventDeps, find: Find): Endpoint =>
  endpoint({
    methods: ['DELETE'],
    args: {},
    may: mayWrite,
    offered: offeredBy(find),
    handle: async (_, call) => {
      const admitted = admit(await find(call), call, false)
      if (!admitted.ok) return admitted.answer
      const written = await deps.writes.trashEvent(admitted.event._id, contextOf(call))
      return answerWritten(deps, 200, written, null, call)
    },
  })
