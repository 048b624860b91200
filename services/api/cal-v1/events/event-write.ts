import type { EventDetail, NamedBefore } from '../../../../projections/event-listing/queries.ts'
import type { EventValues, Period } from '../../../../shared/facts/event.ts'
import type { UserId } from '../../../../shared/kernel/brands.ts'
import { defined } from '../../../../shared/kernel/json.ts'
import { changePeriod, createPeriod, sentPeriodErrors } from '../../../../shared/kernel/time/period.ts'
import { eventMembers } from '../../../../shared/members/event.ts'
import type { Derived } from '../../../calendar/item/decide.ts'
import type { Looked } from '../../../calendar/purged.ts'
import { newEventValues } from '../../../calendar/values.ts'
import { type Finder, mayAttribute, mayWrite, offeredBy } from '../../items/access.ts'
import { answerWritten, dateProblems, refusalAnswer, type Shown } from '../../items/answer.ts'
import type { EventDeps } from '../../items/event-deps.ts'
import { storedHtml, storedMembers, withoutReadForms } from '../../items/stored-values.ts'
import { type LinkedIds, withUnseen } from '../../items/unseen-links.ts'
import type { Answer } from '../../platform/answers/answer.ts'
import { forbidden } from '../../platform/answers/errors.ts'
import type { Given, Input, Problems } from '../../platform/arguments/arguments.ts'
import { type Call, contextOf } from '../../platform/call.ts'
import { type Endpoint, type Resolved, resolvingEndpoint } from '../../platform/route.ts'
import { admit } from '../admit.ts'
import type { SentItem } from '../directory/directory-kind.ts'
import {
  changedItemLife,
  idOfImage,
  newItemLife,
  ownerProblems,
  periodContext,
  publicationProblems,
} from '../item-values.ts'
import { type Linking, readied } from './create-references.ts'
import { createArguments, updateArguments } from './event-arguments.ts'
import { itemLinks, type LinkResult, type Links, termLinks } from './look-up-references.ts'

// Events that are created and changed: the routes first, then their rules of step 5 (spec 01 §3), then the values.

const WRITTEN = { open: true, jsonLd: false } as const

/** Events as writes answer them. */
export const shownEvent = (
  { reads }: EventDeps,
  { caller }: Call,
  since = reads.eventSince,
): Shown<EventDetail> => ({
  noun: 'event',
  since,
  shown: event => reads.calEvent(event, caller, WRITTEN),
})

type WrittenEvent = Shown<EventDetail, EventValues, NamedBefore>

/** The same, where what they name is asked for together with them. */
const writtenEvent = (deps: EventDeps, call: Call, since = deps.reads.eventSince): WrittenEvent => ({
  ...shownEvent(deps, call, since),
  around: values => deps.reads.named(values, call.caller),
  shown: (event, named) => deps.reads.calEvent(event, call.caller, { ...WRITTEN, named }),
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
      const ready = isWhole(input, links)
        ? ({ ok: true, sent: input, ...NOTHING_LINKED } as const)
        : await readied(deps, input, links, call)
      if (!ready.ok) return ready.answer
      const { sent, ids, complete } = ready
      const values = valuesOf(sent, call, period, ids)
      const { events, waitUntilVisible } = deps.writes
      const written = await events.create({ values }, contextOf(call))
      const last = written.ok ? await complete() : null
      return answerWritten(writtenEvent(deps, call), waitUntilVisible, 201, written, last)
    },
  })

type Updating = {
  readonly event: EventDetail
  readonly met: Looked | undefined
  readonly shown: WrittenEvent
}

/** Whether it brings along nothing that has to be fetched, found or made first. */
const isWhole = ({ image }: Given<typeof updateArguments>, links: Links): boolean =>
  Object.values(links).every(sent => sent === undefined) &&
  (image === undefined || image === null || 'id' in image)

const NOTHING_LINKED: Linking = { ids: {}, complete: async () => null }

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
  const ready = await readied(deps, asked, links, call)
  if (!ready.ok) return ready.answer
  const { ids, complete } = ready
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
      const { item: found, met } = await item.look(call)
      const admitted = admit('event', found, call, input.status !== undefined)
      if (!admitted.ok) return admitted.answer
      if (!mayAttributeAll(input.author, links, call)) return forbidden(call.caller)
      const shown = writtenEvent(deps, call, item.written(call))
      return update(deps, { event: admitted.item, met, shown }, input, call, links)
    },
  })

type SentEvent = Given<typeof updateArguments>

/** Venues or organizers to be found or made. */
const describedIn = (links: Links['venue'] | Links['organizer']): readonly SentItem[] =>
  (links ?? []).flatMap(one => ('described' in one ? [one.described] : []))

/** Everybody to whom something is to belong. */
const sentAuthors = (author: UserId | undefined, { venue, organizer }: Links) => [
  author,
  ...[...describedIn(venue), ...describedIn(organizer)].map(one => one.author),
]

const sentPeriod = (sent: SentEvent) => ({
  timezone: sent.timezone,
  allDay: sent.all_day,
  start: sent.start_date,
  end: sent.end_date,
})

const NO_LINKS: Links = { categories: undefined, tags: undefined, venue: undefined, organizer: undefined }

/** Authors, images and publication dates of the event and of what it describes. */
const sharedProblems = async (
  { writes }: EventDeps,
  sent: SentEvent,
  links: Links,
  { at }: Call,
): Promise<Problems> => {
  const described = async (name: 'venue' | 'organizer') => {
    const problems = await Promise.all(
      describedIn(links[name]).map(async part => ({
        ...publicationProblems(part, at),
        ...(await ownerProblems(writes, part, name)),
      })),
    )
    const [first] = problems.flatMap(found => Object.values(found))
    return first === undefined ? {} : { [name]: first }
  }
  const own = { ...publicationProblems(sent, at), ...(await ownerProblems(writes, sent)) }
  if (links === NO_LINKS) return own
  return { ...own, ...(await described('venue')), ...(await described('organizer')) }
}

const linksOf = async ({ reads }: EventDeps, sent: SentEvent, { caller }: Call) => {
  const all = [sent.categories, sent.tags, sent.venue, sent.organizer]
  if (all.every(one => one === undefined)) return { links: NO_LINKS, problems: {} }
  const [categories, tags, venue, organizer] = await Promise.all([
    termLinks('categories', sent.categories, 'cal_events_cat', reads, caller),
    termLinks('tags', sent.tags, 'post_tag', reads, caller),
    itemLinks('venue', sent.venue, reads.venuesByIds, caller),
    itemLinks('organizer', sent.organizer, reads.organizersByIds, caller),
  ])
  const results: Readonly<Record<string, LinkResult<unknown>>> = { categories, tags, venue, organizer }
  const problems: Problems = Object.fromEntries(
    Object.entries(results).flatMap(([name, result]) =>
      'problem' in result ? [[name, result.problem]] : [],
    ),
  )
  const linked = <Described, Id extends number>(result: LinkResult<Described, Id>) =>
    'links' in result ? result.links : undefined
  const links: Links = {
    categories: linked(categories),
    tags: linked(tags),
    venue: linked(venue),
    organizer: linked(organizer),
  }
  return { links, problems }
}

/** Rules of step 5 that create and update share. */
const common = async (deps: EventDeps, sent: SentEvent, call: Call) => {
  const { links, problems } = await linksOf(deps, sent, call)
  return { links, problems: { ...problems, ...(await sharedProblems(deps, sent, links, call)) } }
}

const outcome = <Value>(problems: Problems, value: Value): Resolved<Value> =>
  Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, value }

type NewEvent = { readonly links: Links; readonly period: Period }

/** Step 5 of a create (spec 01 §3). */
const resolveCreate =
  (deps: EventDeps) =>
  async (sent: Given<typeof createArguments>, call: Call): Promise<Resolved<NewEvent>> => {
    const { links, problems } = await common(deps, sent, call)
    const period = createPeriod(sentPeriod(sent), periodContext(call.at))
    if (!period.ok) return { ok: false, problems: { ...problems, ...dateProblems(period.errors) } }
    return outcome(problems, { links, period: period.period })
  }

/** Step 5 of an update; what depends on the stored event comes later. */
const resolveUpdate =
  (deps: EventDeps) =>
  async (sent: SentEvent, call: Call): Promise<Resolved<Links>> => {
    const { links, problems } = await common(deps, sent, call)
    const dates = dateProblems(sentPeriodErrors(sentPeriod(sent), periodContext(call.at)))
    return outcome({ ...problems, ...dates }, links)
  }

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
const valuesOf = (
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
const changeOf = (sent: SentEvent, call: Call, ids: LinkedIds) => {
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
