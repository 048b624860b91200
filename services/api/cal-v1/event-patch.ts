import type { EventDetail } from '../../../projections/event-detail/queries.ts'
import type { EventValues, Period } from '../../../shared/facts/event.ts'
import { decodeReferences } from '../../../shared/kernel/html/references.ts'
import { sanitizeTitle } from '../../../shared/kernel/html/sanitize.ts'
import { changePeriod } from '../../../shared/kernel/time/period.ts'
import { resolvePublication } from '../../../shared/kernel/time/publication.ts'
import type { Patch } from '../../calendar/item/decide.ts'
import { newEventValues } from '../../calendar/values.ts'
import type { Given, Input } from '../platform/arguments.ts'
import type { Call } from '../platform/call.ts'
import { defined } from '../platform/defined.ts'
import { scaleStatus } from '../../accounts/capabilities.ts'
import type { Resolved } from '../platform/route.ts'
import type { createArguments, updateArguments } from './event-arguments.ts'
import type { LinkedIds } from './event-linking.ts'
import { periodContext, sentPeriod } from './event-resolve.ts'
import { imageId, storedHtml } from './item-values.ts'
import { dateProblems } from './problems.ts'

type Sent = Given<typeof updateArguments>

/** Members whose sent values are stored as they are. */
const direct = (sent: Sent, call: Call) =>
  defined({
    title: sent.title,
    description: sent.description === undefined ? undefined : storedHtml(sent.description, call),
    excerpt: sent.excerpt === undefined ? undefined : storedHtml(sent.excerpt, call),
    slug: sent.slug === '' ? undefined : sent.slug,
    author: sent.author,
    image: imageId(sent.image),
    cost: sent.cost,
    currency: sent.cost === undefined ? undefined : null,
    website: sent.website,
    showMap: sent.show_map,
    showMapLink: sent.show_map_link,
    hidden: sent.hide_from_listings,
    sticky: sent.sticky,
    featured: sent.featured,
  })

/** UTC publication date as sent; undefined: none. It was checked in step 5. */
const published = (sent: Sent, { at }: Call, stored: string | null): string | undefined => {
  const context = { ...periodContext(at), stored }
  const publication = resolvePublication({ date: sent.date, dateUtc: sent.date_utc }, context)
  return publication.ok ? (publication.utc ?? undefined) : undefined
}

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
    status: scaleStatus(call.caller, sent.status ?? null, 'create') ?? 'draft',
    author: sent.author ?? call.caller?.id ?? 0,
    publishedAt: published(sent, call, null),
  })

const same = (text: string) => text

/** How the reading of arguments changes a text that was shown. */
const READ_FORMS = {
  title: sanitizeTitle,
  description: same,
  excerpt: same,
  slug: same,
  cost: same,
  date: same,
  website: decodeReferences,
} as const
const FORMS = Object.entries(READ_FORMS) as [keyof typeof READ_FORMS, (text: string) => string][]

/**
 * A sent text that equals the present read form says that nothing is to change (spec 01 §2). `shown`: the
 * first-generation object as the caller could have read it.
 */
export const withoutReadForms = <Values extends Sent>(sent: Values, shown: string): Values => {
  if (FORMS.every(([name]) => sent[name] === undefined)) return sent
  const current = JSON.parse(shown) as Readonly<Record<string, unknown>>
  const unchanged = FORMS.filter(([name, read]) => {
    const text = current[name]
    return typeof text === 'string' && sent[name] === read(text)
  })
  return { ...sent, ...Object.fromEntries(unchanged.map(([name]) => [name, undefined])) }
}

/** The period after the change, as far as it differs from the stored one. */
const periodPatch = (sent: Sent, stored: EventValues, call: Call): Resolved<Partial<Period>> => {
  const asked = sentPeriod(sent)
  if (Object.values(asked).every(value => value === undefined)) return { ok: true, value: {} }
  const decision = changePeriod(stored, asked, periodContext(call.at))
  if (!decision.ok) return { ok: false, problems: dateProblems(decision.errors) }
  const { allDay, start, end, timezone, startUtc, endUtc } = decision.period
  const next = { allDay, start, end, timezone, startUtc, endUtc }
  const changed = Object.entries(next).filter(([name, value]) => stored[name as keyof Period] !== value)
  return { ok: true, value: Object.fromEntries(changed) }
}

/** What an update changes; absent members keep their value. */
export const patchOf = (sent: Sent, { values }: EventDetail, call: Call): Resolved<Patch<EventValues>> => {
  const period = periodPatch(sent, values, call)
  if (!period.ok) return period
  const rest = defined({
    status: scaleStatus(call.caller, sent.status ?? null, 'update') ?? undefined,
    publishedAt: published(sent, call, values.publishedAt),
  })
  return { ok: true, value: { ...direct(sent, call), ...rest, ...period.value } }
}
