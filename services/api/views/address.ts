import { isCalendarWord } from '../../../shared/calendar-path.ts'
import { View } from '../../../shared/facts/site.ts'
import { defined } from '../../../shared/kernel/json.ts'
import { oneLine } from '../../../shared/kernel/text/spelling.ts'
import { realDate } from '../../views/content/days.ts'
import type { ViewQuery } from '../../views/query.ts'
import { decodePath, nest, parsePairs } from '../platform/request/addressing.ts'

/** What one source says about a view; what is absent it does not say. Texts as sent. */
export type Said = {
  /** `default` and what nobody knows too. */
  readonly display?: string | undefined
  readonly past?: boolean | undefined
  readonly date?: string | undefined
  readonly page?: string | undefined
  readonly search?: string | undefined
  readonly category?: string | undefined
  readonly tag?: string | undefined
  readonly featured?: boolean | undefined
}

const DATE = /^\d{4}-\d{2}(?:-\d{2})?$/
const isView = (text: string): text is View => View.options.some(view => view === text)

/** The segments of a path, one after the other. */
const stepsOf = (segments: readonly string[]) => {
  let next = 0
  return { peek: () => segments[next], take: () => segments[next++] ?? '' }
}
type Steps = ReturnType<typeof stepsOf>

/** What stands behind a month or a day is its date, even if there is no such date. */
const dateBehind = (view: View, steps: Steps): Said => {
  const next = steps.peek()
  return view === 'list' || next === undefined || (isCalendarWord(next) && !DATE.test(next))
    ? {}
    : { date: steps.take() }
}

/** Slugs of a category and of those above it; behind the first one, names of views and dates are what they say. */
const categoryIn = (steps: Steps): string => {
  const slugs = [steps.take()]
  for (let next = steps.peek(); next !== undefined && !isCalendarWord(next); next = steps.peek())
    slugs.push(steps.take())
  return slugs.join('/')
}

/** What a segment says with what belongs to it; a date alone names its view, too; null: nothing that is known. */
const saidByStep = (name: string, display: string | undefined, steps: Steps): Said | null => {
  if (DATE.test(name))
    return { date: name, ...(display === undefined ? { display: name.length === 7 ? 'month' : 'day' } : {}) }
  if (isView(name)) return { display: name, ...dateBehind(name, steps) }
  switch (name) {
    case 'today':
      return { display: 'day' }
    case 'featured':
      return { featured: true }
    case 'category':
      return { category: categoryIn(steps) }
    case 'tag':
    case 'page':
      return { [name]: steps.take() }
    default:
      return null
  }
}

/**
 * What the segments behind `/events/` say (spec 06 §1.1). Of an address that no calendar page has, only what it limits
 * to: whoever asks for a category is never shown everything.
 */
const saidBySegments = (segments: readonly string[]): Said => {
  const steps = stepsOf(segments)
  let said: Said = {}
  let isKnown = true
  while (steps.peek() !== undefined) {
    const more = saidByStep(steps.take(), said.display, steps)
    if (more === null) isKnown = false
    else said = { ...said, ...more }
  }
  const { category, tag, featured } = said
  return isKnown ? said : { category, tag, featured }
}

const textIn = (members: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = Object.hasOwn(members, name) ? members[name] : undefined
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

const isOn = (text: string | undefined): boolean | undefined =>
  text === undefined ? undefined : text === '1' || text.toLowerCase() === 'true'

const nonEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text)

/** What a query, or `view_data`, says. */
export const saidByMembers = (members: Readonly<Record<string, unknown>>): Said => {
  const display = nonEmpty(textIn(members, 'eventDisplay'))
  const listed = textIn(members, 'cal_event_display')
  return {
    display: display === 'past' ? 'list' : display,
    past:
      display === 'past' || listed === 'past'
        ? true
        : display === undefined && listed === undefined
          ? undefined
          : false,
    date: nonEmpty(textIn(members, 'cal-bar-date')) ?? nonEmpty(textIn(members, 'eventDate')),
    page: textIn(members, 'paged') ?? textIn(members, 'page'),
    search: textIn(members, 'cal-bar-search'),
    category: textIn(members, 'cal_events_cat'),
    tag: textIn(members, 'tag'),
    featured: isOn(textIn(members, 'featured')),
  }
}

/** Later sources count more. */
export const together = (...sources: readonly Said[]): Said =>
  sources.reduce<Said>((all, said) => ({ ...all, ...defined(said) }), {})

/**
 * What the parts of an address say (spec 06 §1.1); `path`: below the address of the site, decoded. A path counts more
 * than a query, but for what people enter: the date of the bar, and that a list is of what is past.
 */
export const saidAt = (path: readonly string[], members: Readonly<Record<string, unknown>>): Said => {
  const [first, ...segments] = path.filter(segment => segment !== '')
  const said = together(saidByMembers(members), first === 'events' ? saidBySegments(segments) : {})
  const entered = nonEmpty(textIn(members, 'cal-bar-date'))
  return entered === undefined ? said : { ...said, date: entered }
}

/** What an address says: only its path and query, whatever the host; a bare word nothing (spec 06 §1 `u`). */
export const saidByAddress = (address: string, baseUrl: string): Said => {
  const base = new URL(`${baseUrl}/`)
  if (!address.includes('/') && !address.startsWith('?')) return {}
  if (!URL.canParse(address, base.href)) return {}
  const { pathname, search } = new URL(address, base)
  const root = base.pathname
  const path = pathname.startsWith(root) ? pathname.slice(root.length) : pathname
  return saidAt(path.split('/').map(decodePath), nest(parsePairs(search.slice(1))))
}

type Views = { readonly enabledViews: readonly View[]; readonly defaultView: View }

/** The view of that name where it is enabled, else the default one. */
const viewNamed = (name: string | undefined, { enabledViews, defaultView }: Views): View => {
  if (name !== undefined && isView(name) && enabledViews.includes(name)) return name
  return enabledViews.includes(defaultView) ? defaultView : (enabledViews[0] ?? defaultView)
}

const pageOf = (text: string | undefined): number => {
  const page = text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 1
  return Math.max(1, page)
}

const dateFor = (view: View, text: string | undefined): string | null => {
  const date = realDate(text ?? '')
  if (date === null) return null
  if (view === 'month') return date.slice(0, 7)
  return date.length === 7 ? `${date}-01` : date
}

/** The question that was asked; `display` of `said` may name any view or none. Nothing of `said` is too long. */
export const viewQueryOf = (said: Said, views: Views, managesUrl = true): ViewQuery => {
  const view = viewNamed(said.display, views)
  const past = view === 'list' && said.past === true
  return {
    view,
    date: dateFor(view, said.date),
    page: view === 'month' ? 1 : pageOf(said.page),
    past,
    search: oneLine((said.search ?? '').toWellFormed()),
    category: said.category ?? '',
    tag: said.tag ?? '',
    featured: said.featured === true,
    managesUrl,
  }
}
