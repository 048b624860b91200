import type { UtcTime, TermId } from '../../shared/kernel/brands.ts'
import type { EventValues } from '../../shared/facts/event.ts'
import { parseCost } from '../../shared/kernel/cost.ts'
import { displayTitle } from '../../shared/kernel/html/sanitize.ts'
import { plusMonths, plusSeconds, secondsBetween, startOfDay } from '../../shared/kernel/time/calculate.ts'
import { toLocal, toUtc } from '../../shared/kernel/time/zone.ts'
import { asciiJson, postTypes, type RenderedItem, type Site } from '../items/post.ts'
import { calxPost, isShut, type CalxForm } from '../items/calx-post.ts'
import type { Item } from '../items/item.ts'
import { inFoundOrder } from './cal-text.ts'
import { scheduleDetails } from './calx-schedule.ts'

/** What the objects of events need beside their own values. */
export type CalxRelated = {
  /** Second-generation objects, JSON, and display names. */
  readonly venues: readonly { readonly text: string }[]
  readonly organizers: readonly { readonly text: string; readonly name: string }[]
  /** Slugs of the terms that exist, by id, in the order of their names. */
  readonly slugs: ReadonlyMap<TermId, string>
}

/** A date with its zone as date libraries write it: kind 3 is a named zone, kind 1 a fixed offset. */
const dated = (local: string, zone: string) => {
  const [, sign, hours = '', minutes = '00'] = /^UTC([+-])(\d+)(?::(\d\d))?$/.exec(zone) ?? []
  return {
    date: `${local}.000000`,
    timezone_type: sign === undefined ? 3 : 1,
    timezone: sign === undefined ? zone : `${sign}${hours.padStart(2, '0')}:${minutes}`,
  }
}

const datesOf = ({ start, end, startUtc, endUtc, timezone }: EventValues, { zone }: Site) => ({
  start: dated(start, timezone),
  start_utc: dated(startUtc, 'UTC'),
  start_site: dated(toLocal(startUtc, zone), zone),
  start_display: dated(start, timezone),
  end: dated(end, timezone),
  end_utc: dated(endUtc, 'UTC'),
  end_site: dated(toLocal(endUtc, zone), zone),
  end_display: dated(end, timezone),
})

/** Number of local days touched, from 2 on; an end at midnight touches no further day. */
const multiday = ({ start, end }: EventValues): number | false => {
  const last = end > start ? plusSeconds(end, -1) : end
  const days = secondsBetween(start.slice(0, 10), last.slice(0, 10)) / 86_400 + 1
  return days > 1 ? days : false
}

/**
 * What the clock says in the object of an event: whether it is past or under way, and the year at the site, without which
 * schedules are told. `until`: the next instant at which any of it may be another.
 */
export type Clock = {
  readonly isPast: boolean
  readonly isNow: boolean
  readonly year: string
  readonly until: UtcTime
}

export const clockAt = (nowUtc: UtcTime, { zone }: Site): ((values: EventValues) => Clock) => {
  const year = toLocal(nowUtc, zone).slice(0, 4)
  const yearEnd = toUtc(plusMonths(startOfDay(`${year}-01-01`), 12), zone).utc
  return ({ startUtc, endUtc }) => ({
    isPast: endUtc < nowUtc,
    isNow: startUtc <= nowUtc && nowUtc < endUtc,
    year,
    until: [startUtc, endUtc, plusSeconds(endUtc, 1)].reduce(
      (next, turn) => (turn > nowUtc && turn < next ? turn : next),
      yearEnd,
    ),
  })
}

const when = (values: EventValues, site: Site, { isPast, isNow }: Clock, shut: boolean) => {
  const { start, startUtc, end, endUtc, timezone, allDay } = values
  const shown = <Value>(value: Value) => (shut ? null : value)
  return {
    start_date: start,
    start_date_utc: startUtc,
    end_date: end,
    end_date_utc: endUtc,
    dates: datesOf(values, site),
    timezone,
    duration: shut ? 0 : secondsBetween(startUtc, endUtc),
    multiday: shown(multiday(values)),
    is_past: shown(isPast),
    is_now: shown(isNow),
    all_day: shown(allDay),
    starts_this_week: null,
    ends_this_week: null,
    this_week_duration: null,
    happens_this_week: null,
    displays_on: [],
  }
}

const classesOf = (
  { _id, values }: Item<EventValues>,
  slugs: CalxRelated['slugs'],
  shut: boolean,
): readonly string[] => {
  const of = (prefix: string, ids: readonly TermId[]) =>
    inFoundOrder(ids, slugs).map(([, slug]) => `${prefix}-${slug}`)
  const own = [`post-${_id}`, postTypes.event, `type-${postTypes.event}`, `status-${values.status}`]
  if (shut) return own
  return [...own, ...of('cal_events_cat', values.categories), ...of('tag', values.tags)]
}

/** Event object of the second generation, JSON (spec 03 §1.1). */
export const calxEventText = (
  item: RenderedItem<EventValues>,
  { venues, organizers, slugs }: CalxRelated,
  { site, clock, form }: { readonly site: Site; readonly clock: Clock; readonly form: CalxForm },
): string => {
  const { values } = item
  const shut = isShut(values, form)
  const known = (ids: readonly TermId[]) => (shut ? [] : inFoundOrder(ids, slugs).map(([id]) => id))
  const terms = {
    tags: known(values.tags),
    cal_events_cat: known(values.categories),
    class_list: classesOf(item, slugs, shut),
  }
  const { template, ...post } = calxPost(item, 'event', values.title, site, form)
  const head = {
    ...post,
    ...(form.context === 'embed' ? {} : { template, ...terms }),
    ...when(values, site, clock, shut),
    featured: shut ? null : values.featured,
    sticky: shut ? null : values.sticky,
    cost: shut ? '' : parseCost(values.cost, values.currency, site.currency).display,
    organizer_names: shut ? [] : organizers.map(({ name }) => displayTitle(name)),
  }
  const listed = (objects: readonly { readonly text: string }[]) =>
    shut ? '[]' : `[${objects.map(({ text }) => text).join()}]`
  const { year } = clock
  const details = (short: boolean) => asciiJson(shut ? '' : scheduleDetails(values, site, { short, year }))
  return (
    `${asciiJson(head).slice(0, -1)},"organizers":${listed(organizers)},"venues":${listed(venues)},` +
    `"schedule_details":${details(false)},"short_schedule_details":${details(true)}}`
  )
}
