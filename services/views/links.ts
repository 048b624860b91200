import { feedAddress, viewAddress } from './addresses.ts'
import type { Step } from './content/find.ts'
import type { ViewContent } from './content/select.ts'

/** Addresses of a view and of what surrounds it; "" where there is nothing. */
export type Links = {
  readonly self: string
  readonly prev: string
  readonly prevLabel: string
  readonly next: string
  readonly nextLabel: string
  readonly today: string
  readonly todayLabel: string
  /** What the date picker shows, `YYYY-MM-DD`. */
  readonly dateInput: string
  readonly feed: string
  /** The feed for programs that keep it up to date. */
  readonly subscribe: string
}

const LABELS = {
  list: { prev: 'Earlier events', next: 'Later events', today: 'Upcoming' },
  month: { prev: 'Previous month', next: 'Next month', today: 'This month' },
  day: { prev: 'Previous day', next: 'Next day', today: 'Today' },
} as const

/** Slugs as they are stored, so that everybody links to the same address. */
const canonical = ({ query, category, tag }: ViewContent) => ({
  ...query,
  category: category?.path ?? query.category,
  tag: tag?.path ?? query.tag,
})

export const linksOf = (content: ViewContent): Links => {
  const { site, category, tag, date, earlier, later } = content
  const query = canonical(content)
  const to = (step: Step | null) => (step === null ? '' : viewAddress(site.baseUrl, { ...query, ...step }))
  const labels = LABELS[query.view]
  const feed = feedAddress(site.baseUrl, { category: category?.path ?? '', tag: tag?.path ?? '' })
  return {
    self: viewAddress(site.baseUrl, query),
    prev: to(earlier),
    prevLabel: labels.prev,
    next: to(later),
    nextLabel: labels.next,
    today: to({ date: null, page: 1, past: false }),
    todayLabel: labels.today,
    dateInput: date.length === 7 ? `${date}-01` : date,
    feed,
    subscribe: feed.replace(/^https?:/, 'webcal:'),
  }
}
