import type { UtcTime, TermId } from '../../shared/kernel/brands.ts'
import type { EventValues } from '../../shared/facts/event.ts'
import { parseCost } from '../../shared/kernel/cost.ts'
import { displayTitle } from '../../shared/kernel/html/sanitize.ts'
import { plusMonths, plusSeconds, secondsBetween, startOfDay } from '../../shared/kernel/time/calculate.ts'
import { toLocal, toUtc } from '../../shared/kernel/time/zone.ts'
import { calxPost, isShut, type CalxForm } from '../items/calx-post.ts'
import type { EventItem } from '../items/item.ts'
import { asciiJson, asciiList, postTypes, type RenderedItem, type Site } from '../items/post.ts'
import { inFoundOrder } from './cal-text.ts'
import { type Schedule, scheduleOf } from './calx-schedule.ts'

// Second-generation objects of events (spec 03 §1.1): their own texts, and what is put between when they are sent.

/** What the event, the site and the clock give, JSON. */
export type CalxOwn = {
  readonly upToTerms: string
  /** "" in objects that are embedded, which tell no terms. */
  readonly upToTermClasses: string
  readonly upToOrganizers: string
  readonly schedule: string
}

/** What an event names: its terms, the classes of these, and its organizers and venues. */
export type CalxInserts = {
  readonly terms: string
  readonly termClasses: string
  readonly nested: string
}

/** A zone as date libraries write it beside a date: kind 3 is a named zone, kind 1 a fixed offset. */
const zoned = (zone: string): string => {
  const [, sign, hours = '', minutes = '00'] = /^UTC([+-])(\d+)(?::(\d\d))?$/.exec(zone) ?? []
  return sign === undefined
    ? `"timezone_type":3,"timezone":${asciiJson(zone)}`
    : `"timezone_type":1,"timezone":"${sign}${hours.padStart(2, '0')}:${minutes}"`
}

const UTC = zoned('UTC')

const datesOf = ({ start, end, startUtc, endUtc, timezone }: EventValues, { zone }: Site): string => {
  const [own, site] = [zoned(timezone), zoned(zone)]
  const date = (at: string, by: string) => `{"date":"${at}.000000",${by}}`
  const [first, last] = [date(start, own), date(end, own)]
  return (
    `{"start":${first},"start_utc":${date(startUtc, UTC)},` +
    `"start_site":${date(toLocal(startUtc, zone), site)},"start_display":${first},` +
    `"end":${last},"end_utc":${date(endUtc, UTC)},` +
    `"end_site":${date(toLocal(endUtc, zone), site)},"end_display":${last}}`
  )
}

/** Number of local days touched, from 2 on; an end at midnight touches no further day. */
const multiday = ({ start, end }: EventValues): number | false => {
  if (start.slice(0, 10) === end.slice(0, 10)) return false
  const last = end > start ? plusSeconds(end, -1) : end
  const days = secondsBetween(start.slice(0, 10), last.slice(0, 10)) / 86_400 + 1
  return days > 1 ? days : false
}

/**
 * What the clock says in the object of an event: whether it is past or under way, and whether all of it is in the present year
 * at the site, without which schedules are told. `until`: the next instant at which any of it may be another.
 */
export type Clock = {
  readonly isPast: boolean
  readonly isNow: boolean
  readonly isThisYear: boolean
  readonly until: UtcTime
}

export const clockAt = (nowUtc: UtcTime, { zone }: Site): ((values: EventValues) => Clock) => {
  const year = toLocal(nowUtc, zone).slice(0, 4)
  const yearEnd = toUtc(plusMonths(startOfDay(`${year}-01-01`), 12), zone).utc
  return ({ start, end, startUtc, endUtc }) => {
    // it is past from the second behind its end on
    const turns = [startUtc, endUtc, endUtc === nowUtc ? plusSeconds(endUtc, 1) : endUtc]
    return {
      isPast: endUtc < nowUtc,
      isNow: startUtc <= nowUtc && nowUtc < endUtc,
      isThisYear: start.startsWith(year) && end.startsWith(year),
      until: turns.reduce((next, turn) => (turn > nowUtc && turn < next ? turn : next), yearEnd),
    }
  }
}

const when = (values: EventValues, site: Site, { isPast, isNow }: Clock, shut: boolean): string => {
  const { start, startUtc, end, endUtc, timezone, allDay, featured, sticky } = values
  const shown = (value: boolean | number): string => (shut ? 'null' : String(value))
  return (
    `"start_date":"${start}","start_date_utc":"${startUtc}","end_date":"${end}","end_date_utc":"${endUtc}",` +
    `"dates":${datesOf(values, site)},"timezone":${asciiJson(timezone)},` +
    `"duration":${shut ? 0 : secondsBetween(startUtc, endUtc)},"multiday":${shown(multiday(values))},` +
    `"is_past":${shown(isPast)},"is_now":${shown(isNow)},"all_day":${shown(allDay)},` +
    '"starts_this_week":null,"ends_this_week":null,"this_week_duration":null,"happens_this_week":null,' +
    `"displays_on":[],"featured":${shown(featured)},"sticky":${shown(sticky)}`
  )
}

/** How an event is shown. */
type Shown = { readonly site: Site; readonly clock: Clock; readonly form: CalxForm }

const NO_SCHEDULE: Schedule = { details: '', short: '' }

export const calxOwn = (item: RenderedItem<EventValues>, { site, clock, form }: Shown): CalxOwn => {
  const { _id, values } = item
  const shut = isShut(values, form)
  const { upToTemplate, template, edited } = calxPost(item, 'event', values.title, site, form)
  const cost = shut ? '' : parseCost(values.cost, values.currency, site.currency).display
  const { details, short } = shut ? NO_SCHEDULE : scheduleOf(values, site, clock.isThisYear)
  const type = postTypes.event
  const isEmbedded = form.context === 'embed'
  return {
    upToTerms: upToTemplate + edited + template,
    upToTermClasses: isEmbedded
      ? ''
      : `,"class_list":["post-${_id}","${type}","type-${type}","status-${values.status}"`,
    upToOrganizers: `${isEmbedded ? '' : ']'},${when(values, site, clock, shut)},"cost":${asciiJson(cost)},`,
    schedule: `,"schedule_details":"${details}","short_schedule_details":"${short}"}`,
  }
}

/** Grows with every release that makes another own text of the same facts, site and clock: marks are of these alone. */
export const CALX_FORM = 1

/** Stands for what `calxOwn` makes. */
export const calxMark = ({ madeOf }: EventItem, { site, clock, form }: Shown): string =>
  `${CALX_FORM}.${site.mark}${madeOf}${form.context}${form.open ? '+' : '-'}` +
  `${clock.isPast ? 'past' : clock.isNow ? 'now' : ''}${clock.isThisYear ? '' : 'year'}`

/** What an event names, nothing where that is not told (spec 03 §1.3), in the order in which it is shown. */
export type CalxNamed = {
  /** Second-generation objects, JSON, and display names. */
  readonly venues: readonly { readonly text: string }[]
  readonly organizers: readonly { readonly text: string; readonly name: string }[]
  readonly categories: readonly TermId[]
  readonly tags: readonly TermId[]
}

const objects = (shown: readonly { readonly text: string }[]): string =>
  `[${shown.map(({ text }) => text).join()}]`

/** `slugs`: of the terms that exist, by id, in the order of their names. */
export const calxInserts = (
  { venues, organizers, categories, tags }: CalxNamed,
  slugs: ReadonlyMap<TermId, string>,
): CalxInserts => {
  const [inCategories, withTags] = [inFoundOrder(categories, slugs), inFoundOrder(tags, slugs)]
  const ids = (terms: typeof withTags) => `[${terms.map(([id]) => id).join()}]`
  const classes = (prefix: string, terms: typeof withTags) =>
    terms.map(([, slug]) => `,${asciiJson(`${prefix}-${slug}`)}`).join('')
  return {
    terms: `,"tags":${ids(withTags)},"cal_events_cat":${ids(inCategories)}`,
    termClasses: classes('cal_events_cat', inCategories) + classes('tag', withTags),
    nested:
      `"organizer_names":${asciiList(organizers.map(({ name }) => displayTitle(name)))},` +
      `"organizers":${objects(organizers)},"venues":${objects(venues)}`,
  }
}

/** Event object of the second generation, JSON. */
export const calxEventText = (
  { upToTerms, upToTermClasses, upToOrganizers, schedule }: CalxOwn,
  { terms, termClasses, nested }: CalxInserts,
): string => {
  const told = upToTermClasses === '' ? '' : terms + upToTermClasses + termClasses
  return upToTerms + told + upToOrganizers + nested + schedule
}
