import type { TermId } from '../../../shared/kernel/brands.ts'
import type { CalxForm, EventDetail } from '../../../projections/event-listing/queries.ts'
import type { EventValues, Period } from '../../../shared/facts/event.ts'
import {
  changePeriod,
  createPeriod,
  endsNeeded,
  type PeriodError,
  sentPeriodErrors,
} from '../../../shared/kernel/time/period.ts'
import type { Derived } from '../../calendar/item/decide.ts'
import { newEventValues } from '../../calendar/values.ts'
import { canEdit } from '../../../shared/rights.ts'
import { withUnseen, type LinkedIds } from '../items/unseen-links.ts'
import type { EventDeps, FindPlaces } from '../items/event-deps.ts'
import { mayAttribute, mayWrite, offeredBy, type Finder } from '../items/access.ts'
import { answerWritten, dateProblems, type Shown, unknownId } from '../items/answer.ts'
import { membersOf, withoutReadForms } from '../items/stored-values.ts'
import type { Given, Problems } from '../platform/arguments/arguments.ts'
import { type Call, contextOf } from '../platform/call.ts'
import { defined } from '../../../shared/kernel/json.ts'
import { forbidden } from '../platform/answers/errors.ts'
import { type Endpoint, type Resolved, resolvingEndpoint } from '../platform/route.ts'
import { untilOf } from './event-moments.ts'
import { RAW_FORM, writtenForm } from './item-context.ts'
import type { ShownItem } from './item-read.ts'
import {
  admit,
  calxContext,
  changedPostLife,
  newPostLife,
  postProblems,
  storedPost,
  titleNeeded,
} from './item-write.ts'
import { eventMembers } from './members.ts'

type SentEvent = Given<typeof eventMembers>

/** One event, as JSON; in `RAW_FORM` as nobody but whoever may edit it reads it. */
export const shownEvent = async (
  { reads }: Pick<EventDeps, 'reads'>,
  { caller, at }: Call,
  event: EventDetail,
  form: CalxForm,
): Promise<ShownItem> => {
  const shown = await reads.calxEvents([event], caller, { form, nowUtc: at.nowUtc })
  return { text: shown[0]?.text ?? '', until: untilOf(shown) }
}

/** Events as writes answer them. */
export const writtenEvent = (
  deps: EventDeps,
  call: Call,
  since = deps.reads.eventSince,
): Shown<EventDetail> => ({
  noun: 'event',
  since,
  shown: async event => (await shownEvent(deps, call, event, writtenForm(call))).text,
})

const sentPeriod = (sent: SentEvent) => ({
  timezone: sent.timezone,
  allDay: sent.all_day,
  start: sent.start_date,
  end: sent.end_date,
  startUtc: sent.start_date_utc,
  endUtc: sent.end_date_utc,
  duration: sent.duration,
})

/** The same without what is only said to be missing because something that came is refused, which is told by itself. */
const withoutCame = (errors: readonly PeriodError[], { sent }: Call): readonly PeriodError[] => {
  const came = (...names: readonly (keyof SentEvent)[]) => names.some(name => (sent[name] ?? null) !== null)
  const needed: readonly string[] = endsNeeded({
    start: came('start_date', 'start_date_utc'),
    end: came('end_date', 'end_date_utc'),
    duration: came('duration'),
  })
  return errors.filter(({ argument, code }) => code !== 'rest_property_required' || needed.includes(argument))
}

/** Terms of one taxonomy, all of them there. */
export const termsExist =
  ({ byIds }: EventDeps['reads']['terms'], taxonomy: 'cal_events_cat' | 'post_tag') =>
  async (ids: readonly TermId[]): Promise<boolean> => {
    const found = ids.length === 0 ? [] : await byIds(ids)
    return ids.every(id => found.some(term => term._id === id && term.taxonomy === taxonomy))
  }

/** Published or editable ones (spec 03 §3); what is in the trash counts as unknown (spec 01 §3). */
const placesExist = async <Id extends number>(
  find: FindPlaces<Id>,
  ids: readonly Id[] | undefined,
  { caller }: Call,
): Promise<boolean> => {
  if (ids === undefined || ids.length === 0) return true
  const found = (await find(ids)).filter(
    one => one.status === 'publish' || (one.status !== 'trash' && canEdit(caller, one)),
  )
  return ids.every(id => found.some(one => one._id === id))
}

/** What create and update refuse in step 5 of spec 01 §3. */
const common = async ({ reads, writes }: EventDeps, sent: SentEvent, call: Call): Promise<Problems> => {
  const tagsExist = termsExist(reads.terms, 'post_tag')
  const [post, categories, venues, organizers] = await Promise.all([
    postProblems(sent, { ...writes, tagsExist }, call),
    termsExist(reads.terms, 'cal_events_cat')(sent.cal_events_cat ?? []),
    placesExist(reads.venuesByIds, sent.venues, call),
    placesExist(reads.organizersByIds, sent.organizers, call),
  ])
  return {
    ...post,
    ...(categories ? {} : { cal_events_cat: unknownId('cal_events_cat') }),
    ...(venues ? {} : { venues: unknownId('venues') }),
    ...(organizers ? {} : { organizers: unknownId('organizers') }),
  }
}

const outcome = <Value>(problems: Problems, value: Value): Resolved<Value> =>
  Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, value }

const listed = <Id>(ids: readonly Id[] | undefined) => (ids === undefined ? undefined : [...ids])

/** Members whose sent values are stored as they are. */
const direct = (sent: SentEvent, call: Call) => ({
  ...storedPost(sent, call),
  ...defined({
    title: sent.title,
    categories: listed(sent.cal_events_cat),
    cost: sent.cost,
    currency: sent.cost === undefined ? undefined : null,
    featured: sent.featured,
  }),
})

const linked = (sent: SentEvent): LinkedIds =>
  defined({ venues: listed(sent.venues), organizers: listed(sent.organizers) })

/** This generation has no word for them, and its events are shown on maps (spec 03 §3). */
const MAPS = { showMap: true, showMapLink: true } as const

/** `POST /calx/v1/events`. */
export const createEvent = (deps: EventDeps): Endpoint =>
  resolvingEndpoint({
    methods: ['POST'],
    args: eventMembers,
    may: mayWrite,
    resolve: async (sent, call): Promise<Resolved<Period>> => {
      const problems = { ...titleNeeded(sent), ...(await common(deps, sent, call)) }
      const period = createPeriod(sentPeriod(sent), calxContext(call.at))
      return period.ok
        ? outcome(problems, period.period)
        : { ok: false, problems: { ...problems, ...dateProblems(withoutCame(period.errors, call)) } }
    },
    handle: async (input, call, period) => {
      if (!mayAttribute(input.author, call)) return forbidden(call.caller)
      const values = newEventValues({
        ...MAPS,
        ...direct(input, call),
        ...linked(input),
        ...period,
        title: input.title ?? '',
        ...newPostLife(input, call),
      })
      const { events, waitUntilVisible } = deps.writes
      const written = await events.create({ values }, contextOf(call))
      return answerWritten(writtenEvent(deps, call), waitUntilVisible, 201, written)
    },
  })

/** What an update changes of the values it meets; absent members keep their value. */
const changeOf =
  (sent: SentEvent, call: Call, ids: LinkedIds) =>
  (values: EventValues): Derived<EventValues> => {
    const rest = { ...direct(sent, call), ...changedPostLife(sent, values, call), ...ids }
    const asked = sentPeriod(sent)
    if (Object.values(asked).every(value => value === undefined)) return { ok: true, patch: rest }
    const decision = changePeriod(values, asked, calxContext(call.at))
    if (!decision.ok) return { ok: false, refusal: { code: 'inconsistent-dates', errors: decision.errors } }
    return { ok: true, patch: { ...rest, ...decision.period } }
  }

/** Partial update by PUT or PATCH. */
export const updateEvent = (deps: EventDeps, item: Finder<EventDetail>): Endpoint =>
  resolvingEndpoint({
    methods: ['PUT', 'PATCH'],
    args: eventMembers,
    may: mayWrite,
    offered: offeredBy(item),
    resolve: async (sent, call): Promise<Resolved<null>> => {
      const dates = dateProblems(sentPeriodErrors(sentPeriod(sent), calxContext(call.at)))
      return outcome({ ...(await common(deps, sent, call)), ...dates }, null)
    },
    handle: async (input, call) => {
      const { item: found, met } = await item.look(call)
      const admitted = admit('event', found, call, input.status !== undefined)
      if (!admitted.ok) return admitted.answer
      if (!mayAttribute(input.author, call)) return forbidden(call.caller)
      const event = admitted.item
      const shown = writtenEvent(deps, call, item.written(call))
      const sent = await withoutReadForms(
        input,
        membersOf(async () => (await shownEvent(deps, call, event, RAW_FORM)).text),
      )
      const ids = await withUnseen(deps, linked(sent), event, call)
      const { events, waitUntilVisible } = deps.writes
      const written = await events.change(event._id, changeOf(sent, call, ids), contextOf(call), met)
      return answerWritten(shown, waitUntilVisible, 200, written)
    },
  })
