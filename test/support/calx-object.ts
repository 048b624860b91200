import type { CalxForm } from '../../projections/items/calx-post.ts'
import { guidOf, pagePattern, pageUrl, type RenderedItem, type Site } from '../../projections/items/post.ts'
import type { EventValues } from '../../shared/facts/event.ts'
import type { TermId, UtcTime } from '../../shared/kernel/brands.ts'
import { parseCost } from '../../shared/kernel/cost.ts'
import { displayTitle } from '../../shared/kernel/html/sanitize.ts'
import { escapeHtml } from '../../shared/kernel/html/text.ts'
import { plusMonths, plusSeconds, secondsBetween, startOfDay } from '../../shared/kernel/time/calculate.ts'
import { formatDate, withoutYear } from '../../shared/kernel/time/format.ts'
import { toLocal, toUtc } from '../../shared/kernel/time/zone.ts'

// An event object of the second generation as spec 03 §1.1 and §1.3 tell it, member by member, as an object.

export type Named = {
  readonly venues: readonly { readonly text: string }[]
  readonly organizers: readonly { readonly text: string; readonly name: string }[]
  /** By id, in the order of their names. */
  readonly slugs: ReadonlyMap<TermId, string>
}
export type Shown = { readonly site: Site; readonly nowUtc: UtcTime; readonly form: CalxForm }

/** JSON in which everything beyond ASCII is an escape. */
const json = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const stamp = (at: string): string => at.replace(' ', 'T')

const dated = (local: string, zone: string) => {
  const [, sign, hours = '', minutes = '00'] = /^UTC([+-])(\d+)(?::(\d\d))?$/.exec(zone) ?? []
  const timezone = sign === undefined ? zone : `${sign}${hours.padStart(2, '0')}:${minutes}`
  return { date: `${local}.000000`, timezone_type: sign === undefined ? 3 : 1, timezone }
}

const multiday = ({ start, end }: EventValues): number | false => {
  const last = end > start ? plusSeconds(end, -1) : end
  const days = secondsBetween(start.slice(0, 10), last.slice(0, 10)) / 86_400 + 1
  return days > 1 ? days : false
}

const span = (name: string, text: string): string => `<span class="cal-event-${name}">${text}</span>`

const schedule = ({ start, end, allDay }: EventValues, { site, nowUtc }: Shown, short: boolean): string => {
  const isOneDay = start.slice(0, 10) === end.slice(0, 10)
  const written = (format: string, at: string) => escapeHtml(formatDate(format, at))
  const time = (at: string) => written(site.timeFormat, at)
  if (short && isOneDay) {
    if (allDay) return span('date-start', 'All day')
    return span('date-start', time(start)) + (start === end ? '' : ` - ${span('time', time(end))}`)
  }
  const year = toLocal(nowUtc, site.zone).slice(0, 4)
  const isPresent = start.slice(0, 4) === year && end.slice(0, 4) === year
  const dates = isPresent ? withoutYear(site.dateFormat) : site.dateFormat
  const full = (at: string) => written(dates, at) + (allDay ? '' : ` @ ${time(at)}`)
  const from = span('date-start', full(start))
  if (!isOneDay) return `${from} - ${span('date-end', full(end))}`
  return allDay || start === end ? from : `${from} - ${span('time', time(end))}`
}

const EMBEDDED = ['id', 'date', 'slug', 'type', 'link', 'title', 'excerpt', 'author', 'featured_media']

const post = (
  { _id, created, modified, values, rendered }: RenderedItem<EventValues>,
  { site, form }: Shown,
  shut: boolean,
) => {
  const { slug, status, author, password, title, description, excerpt, image, template } = values
  const published = values.publishedAt ?? created
  const guid = guidOf(site, 'event', _id)
  const raw = (text: string) => (form.context === 'edit' ? { raw: text } : {})
  const html = (stored: string, shown: string) => ({
    ...raw(stored),
    rendered: shut || shown === '' ? '' : `${shown}\n`,
    protected: password !== '',
  })
  const members = {
    id: _id,
    date: stamp(toLocal(published, site.zone)),
    date_gmt: stamp(published),
    guid: { rendered: guid.replaceAll('&', '&#038;'), ...raw(guid) },
    modified: stamp(toLocal(modified, site.zone)),
    modified_gmt: stamp(modified),
    slug,
    status,
    type: 'cal_events',
    link: pageUrl(site, 'event', _id, values),
    title: { ...raw(title), rendered: displayTitle(title) },
    content: html(description, rendered.description),
    excerpt: html(excerpt, rendered.excerpt),
    author,
    featured_media: shut ? 0 : (image ?? 0),
  }
  const edited = { password, permalink_template: pagePattern(site, 'event'), generated_slug: slug }
  if (form.context === 'embed')
    return Object.fromEntries(Object.entries(members).filter(([name]) => EMBEDDED.includes(name)))
  return { ...members, ...(form.context === 'edit' ? edited : {}), template: shut ? '' : template }
}

const terms = ({ _id, values }: RenderedItem<EventValues>, { slugs }: Named, shut: boolean) => {
  const of = (ids: readonly TermId[]) => (shut ? [] : [...slugs].filter(([id]) => ids.includes(id)))
  const [categories, tags] = [of(values.categories), of(values.tags)]
  const classes = (prefix: string, some: typeof tags) => some.map(([, slug]) => `${prefix}-${slug}`)
  const own = [`post-${_id}`, 'cal_events', 'type-cal_events', `status-${values.status}`]
  return {
    tags: tags.map(([id]) => id),
    cal_events_cat: categories.map(([id]) => id),
    class_list: [...own, ...classes('cal_events_cat', categories), ...classes('tag', tags)],
  }
}

const when = (values: EventValues, { site, nowUtc }: Shown, shut: boolean) => {
  const { start, startUtc, end, endUtc, timezone, allDay, featured, sticky } = values
  const ifOpen = <Value>(value: Value) => (shut ? null : value)
  return {
    start_date: start,
    start_date_utc: startUtc,
    end_date: end,
    end_date_utc: endUtc,
    dates: {
      start: dated(start, timezone),
      start_utc: dated(startUtc, 'UTC'),
      start_site: dated(toLocal(startUtc, site.zone), site.zone),
      start_display: dated(start, timezone),
      end: dated(end, timezone),
      end_utc: dated(endUtc, 'UTC'),
      end_site: dated(toLocal(endUtc, site.zone), site.zone),
      end_display: dated(end, timezone),
    },
    timezone,
    duration: shut ? 0 : secondsBetween(startUtc, endUtc),
    multiday: ifOpen(multiday(values)),
    is_past: ifOpen(endUtc < nowUtc),
    is_now: ifOpen(startUtc <= nowUtc && nowUtc < endUtc),
    all_day: ifOpen(allDay),
    starts_this_week: null,
    ends_this_week: null,
    this_week_duration: null,
    happens_this_week: null,
    displays_on: [],
    featured: ifOpen(featured),
    sticky: ifOpen(sticky),
    cost: shut ? '' : parseCost(values.cost, values.currency, site.currency).display,
  }
}

/** JSON; what it names stands in it as it is given. */
export const calxObject = (item: RenderedItem<EventValues>, named: Named, shown: Shown): string => {
  const { values } = item
  const shut = values.password !== '' && !shown.form.open
  const listed = (some: Named['venues']) => (shut ? '[]' : `[${some.map(({ text }) => text).join()}]`)
  const head = {
    ...post(item, shown, shut),
    ...(shown.form.context === 'embed' ? {} : terms(item, named, shut)),
    ...when(values, shown, shut),
    organizer_names: shut ? [] : named.organizers.map(({ name }) => displayTitle(name)),
  }
  return (
    `${json(head).slice(0, -1)},"organizers":${listed(named.organizers)},"venues":${listed(named.venues)},` +
    `"schedule_details":${json(shut ? '' : schedule(values, shown, false))},` +
    `"short_schedule_details":${json(shut ? '' : schedule(values, shown, true))}}`
  )
}

/** The next instant at which the clock may make it another. */
export const calxUntil = ({ startUtc, endUtc }: EventValues, { site, nowUtc }: Shown): UtcTime => {
  const year = toLocal(nowUtc, site.zone).slice(0, 4)
  const yearEnd = toUtc(plusMonths(startOfDay(`${year}-01-01`), 12), site.zone).utc
  const turns = [startUtc, endUtc, plusSeconds(endUtc, 1), yearEnd]
  return turns.filter(turn => turn > nowUtc).sort()[0] ?? yearEnd
}
