import type { EventValues, Period } from '../../../../shared/facts/event.ts'
import { eventMembers } from '../../../../shared/members/event.ts'
import { changePeriod } from '../../../../shared/kernel/time/period.ts'
import type { Derived } from '../../../calendar/item/decide.ts'
import { newEventValues } from '../../../calendar/values.ts'
import type { Given, Input } from '../../platform/arguments/arguments.ts'
import type { Call } from '../../platform/call.ts'
import { defined } from '../../platform/non-empty.ts'
import type { createArguments, updateArguments } from './event-arguments.ts'
import { storedMembers } from '../../items/members.ts'
import { storedHtml } from '../../items/stored-html.ts'
import type { LinkedIds } from '../../items/unseen-links.ts'
import { sentPeriod } from './event-resolve.ts'
import { periodContext } from '../item-resolve.ts'
import { changedItemLife, idOfImage, newItemLife } from '../item-values.ts'

type SentEvent = Given<typeof updateArguments>

const ofEvent = storedMembers(eventMembers, 'cal')

/** Members whose sent values are stored as they are. */
const direct = (sent: SentEvent, call: Call) => ({
  ...defined({
    title: sent.title,
    description: sent.description === undefined ? undefined : storedHtml(sent.description, call),
    excerpt: sent.excerpt === undefined ? undefined : storedHtml(sent.excerpt, call),
    image: idOfImage(sent.image),
    cost: sent.cost,
    currency: sent.cost === undefined ? undefined : null,
    website: sent.website,
  }),
  ...ofEvent(sent, call),
})

/** All values of a new event. */
export const valuesOf = (
  sent: Input<typeof createArguments>,
  call: Call,
  period: Period,
  ids: LinkedIds,
): EventValues =>
  newEventValues({
    ...direct(sent, call),
    ...period,
    ...ids,
    title: sent.title,
    slug: sent.slug,
    ...newItemLife(sent, call),
  })

/** The period after the change, as far as it differs from the stored one. */
const periodPatch = (sent: SentEvent, stored: EventValues, call: Call): Derived<EventValues> => {
  const asked = sentPeriod(sent)
  if (Object.values(asked).every(value => value === undefined)) return { ok: true, patch: {} }
  const decision = changePeriod(stored, asked, periodContext(call.at))
  if (!decision.ok) return { ok: false, refusal: { code: 'inconsistent-dates', errors: decision.errors } }
  const { allDay, start, end, timezone, startUtc, endUtc } = decision.period
  const next = { allDay, start, end, timezone, startUtc, endUtc }
  const changed = Object.entries(next).filter(([name, value]) => stored[name as keyof Period] !== value)
  return { ok: true, patch: Object.fromEntries(changed) }
}

/** What an update changes of the values it meets; absent members keep their value. */
export const changeOf = (sent: SentEvent, call: Call, ids: LinkedIds) => {
  const changed = (values: EventValues): Derived<EventValues> => {
    const period = periodPatch(sent, values, call)
    if (!period.ok) return period
    const patch = { ...direct(sent, call), ...changedItemLife(sent, values, call), ...period.patch, ...ids }
    return { ok: true, patch }
  }
  // asked before and while it is decided, as a rule about the same values
  let last: { readonly of: EventValues; readonly is: Derived<EventValues> } | null = null
  return (values: EventValues): Derived<EventValues> => {
    if (last?.of !== values) last = { of: values, is: changed(values) }
    return last.is
  }
}
