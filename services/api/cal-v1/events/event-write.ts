import type { UserId } from '../../../../shared/kernel/brands.ts'
import type { EventDetail } from '../../../../projections/event-listing/queries.ts'
import type { Met } from '../../../calendar/purged.ts'
import type { Answer } from '../../platform/answers/answer.ts'
import type { Given } from '../../platform/arguments/arguments.ts'
import { type Call, contextOf } from '../../platform/call.ts'
import { forbidden } from '../../platform/answers/errors.ts'
import { type Endpoint, resolvingEndpoint } from '../../platform/route.ts'
import { admit } from '../admit.ts'
import { createArguments, updateArguments } from './event-arguments.ts'
import type { EventDeps } from '../../items/event-deps.ts'
import { linkAll } from './create-references.ts'
import { withUnseen } from '../../items/unseen-links.ts'
import { changeOf, type Links, resolveCreate, resolveUpdate, sentAuthors, valuesOf } from './event-values.ts'
import { mayAttribute, mayWrite, offeredBy, type Finder } from '../../items/access.ts'
import { withImages } from '../item-images.ts'
import { answerWritten, refusalAnswer, type Shown } from '../../items/answer.ts'
import { withoutReadForms } from '../../items/stored-values.ts'

/** Events as writes answer them. */
export const shownEvent = (
  { reads }: EventDeps,
  { caller }: Call,
  since = reads.eventSince,
): Shown<EventDetail> => ({
  noun: 'event',
  since,
  shown: event => reads.calEvent(event, caller, { open: true, jsonLd: false }),
})

const mayAttributeAll = (author: UserId | undefined, links: Links, call: Call): boolean =>
  sentAuthors(author, links).every(one => mayAttribute(one, call))

/** `POST /cal/events/v1/events`. */
export const createEvent = (deps: EventDeps): Endpoint =>
  resolvingEndpoint({
    methods: ['POST'],
    args: createArguments,
    may: mayWrite,
    resolve: resolveCreate(deps),
    handle: async (input, call, { links, period }) => {
      if (!mayAttributeAll(input.author, links, call)) return forbidden(call.caller)
      const ready = await withImages(deps.writes, input, links, call)
      if (!ready.ok) return ready.answer
      const { ids, complete } = await linkAll(deps, ready.links, call)
      const values = valuesOf(ready.sent, call, period, ids)
      const { events, waitUntilVisible } = deps.writes
      const written = await events.create({ values }, contextOf(call))
      const last = written.ok ? await complete() : null
      return answerWritten(shownEvent(deps, call), waitUntilVisible, 201, written, last)
    },
  })

type Updating = {
  readonly event: EventDetail
  readonly met: Met | undefined
  readonly shown: Shown<EventDetail>
}

/** Whether it brings along nothing that has to be fetched, found or made first. */
const isWhole = ({ image }: Given<typeof updateArguments>, links: Links): boolean =>
  Object.values(links).every(sent => sent === undefined) &&
  (image === undefined || image === null || 'id' in image)

const update = async (
  deps: EventDeps,
  { event, met, shown }: Updating,
  sent: Given<typeof updateArguments>,
  call: Call,
  links: Links,
): Promise<Answer> => {
  const { events, waitUntilVisible } = deps.writes
  const asked = await withoutReadForms(sent, members => deps.reads.calTexts(event, members))
  if (isWhole(asked, links)) {
    const written = await events.change(event._id, changeOf(asked, call, {}), contextOf(call), met)
    return answerWritten(shown, waitUntilVisible, 200, written)
  }
  // nothing is fetched or made for an update that is refused anyway
  const trial = changeOf(asked, call, {})(event.values)
  if (!trial.ok) return refusalAnswer(trial.refusal)
  const ready = await withImages(deps.writes, asked, links, call)
  if (!ready.ok) return ready.answer
  const { ids, complete } = await linkAll(deps, ready.links, call)
  const change = changeOf(ready.sent, call, await withUnseen(deps, ids, event, call))
  const written = await events.change(event._id, change, contextOf(call), met)
  return answerWritten(shown, waitUntilVisible, 200, written, written.ok ? await complete() : null)
}

/** Partial update by POST, PUT or PATCH. */
export const updateEvent = (deps: EventDeps, item: Finder<EventDetail>): Endpoint =>
  resolvingEndpoint({
    methods: ['POST', 'PUT', 'PATCH'],
    args: updateArguments,
    may: mayWrite,
    offered: offeredBy(item),
    resolve: resolveUpdate(deps),
    handle: async (input, call, links) => {
      const { item: found, met } = await item.meet(call)
      const admitted = admit('event', found, call, input.status !== undefined)
      if (!admitted.ok) return admitted.answer
      if (!mayAttributeAll(input.author, links, call)) return forbidden(call.caller)
      const shown = shownEvent(deps, call, item.written(call))
      return update(deps, { event: admitted.item, met, shown }, input, call, links)
    },
  })
