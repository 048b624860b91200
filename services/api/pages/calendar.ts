import type { EpochMs } from '../../../shared/kernel/brands.ts'
import { ATOM_TYPE } from '../feeds/atom-document.ts'
import { ATOM_PATH, atomTitle } from '../feeds/atom.ts'
import type { TermQueries } from '../../../projections/terms/queries.ts'
import { html, trusted } from '../../../shared/kernel/html/markup.ts'
import { viewAddress } from '../../views/addresses.ts'
import type { ViewQuery } from '../../views/query.ts'
import { withNonces } from '../../views/render.ts'
import { saidAt, viewQueryOf } from '../views/address.ts'
import type { FoundView, ViewDesk } from '../views/desk.ts'
import { excessIn } from '../views/excess.ts'
import { viewNonces, viewNoncesUntil, type Desk } from '../views/routes.ts'
import { KEPT, type KeptPart, type Shown, type Visit } from './page.ts'
import { notFound, tooLong } from './refusals.ts'
import type { PageRoute } from './serve.ts'

export type CalendarPageDeps = {
  readonly desk: Pick<Desk, 'nonceFor'>
  readonly views: ViewDesk
  readonly terms: Pick<TermQueries, 'standingByPath' | 'paths'>
}

/** The same view of the category or tag that stands for one that was merged (spec 07 §7.1); null: none does. */
const ofStanding = async ({ terms }: CalendarPageDeps, asked: ViewQuery, baseUrl: string): Promise<Shown> => {
  const { category, tag } = asked
  const [taxonomy, sought] =
    category === '' ? (['post_tag', tag] as const) : (['cal_events_cat', category] as const)
  const standing = sought === '' ? null : await terms.standingByPath(taxonomy, sought)
  if (standing === null) return null
  const [path = standing.slug] = await terms.paths([standing])
  const limits = taxonomy === 'post_tag' ? { tag: standing.slug } : { category: path }
  return { redirect: viewAddress(baseUrl, { ...asked, ...limits }) }
}

/** `until`: epoch milliseconds up to which the nonces beside it hold. */
const keptPart = ({ html: text, mark, again, until: isSame }: FoundView, until: EpochMs): KeptPart => {
  if (isSame === null) return { text, mark }
  return {
    ...{ text, mark },
    again: at => {
      const view = at.ms < until ? again(at) : null
      return view === null ? null : keptPart(view, until)
    },
  }
}

/** Somewhere in a calendar without end; the views of today stay, also while nothing is planned. */
const isFar = ({ date, page }: ViewQuery): boolean => date !== null || page > 1

/**
 * Of a view without events (spec 06 §1.2): there is one for each day that anybody can name, and each leads to others. What is
 * after a gap is found by the list.
 */
const UNINDEXED = html`<meta name="robots" content="noindex, nofollow" />`

/** The calendar at an address (spec 00 §5): a view with everything around it. */
const calendarPage =
  (deps: CalendarPageDeps) =>
  async ({ at, held, path, query }: Visit): Promise<Shown> => {
    const { desk, views } = deps
    const { settings, name } = at.site
    const said = saidAt(path.split('/'), query)
    const excess = excessIn(said)
    if (excess !== null) return tooLong(excess)
    const asked = viewQueryOf(said, settings)
    const [view, nonces] = await Promise.all([views.find(asked, at), viewNonces(desk, held, at)])
    const { links, title, exists, isEmpty } = view
    if (!exists) return (await ofStanding(deps, asked, at.site.baseUrl)) ?? notFound
    const rel = (kind: 'prev' | 'next', href: string) =>
      href === '' ? null : html`<link rel="${kind}" href="${href}" />`
    return {
      status: 200,
      title,
      styles: ['calendar.css'],
      scripts: ['calendar.js'],
      head: html`<link rel="canonical" href="${links.self}" />
        ${isEmpty && isFar(asked) ? UNINDEXED : null}${rel('prev', links.prev)}${rel('next', links.next)}
        <link rel="alternate" type="text/calendar" title="${name}" href="${links.feed}" />
        <link rel="alternate" type="application/rss+xml" title="${name}" href="${at.site.baseUrl}/feed/" />
        <link
          rel="alternate"
          type="${ATOM_TYPE}"
          title="${atomTitle(name)}"
          href="${at.site.baseUrl}${ATOM_PATH}"
        />`,
      main: html`<h1 class="visually-hidden">Calendar of ${name}</h1>
        ${trusted(withNonces(KEPT, nonces))}`,
      kept: keptPart(view, viewNoncesUntil(at.ms)),
    }
  }

/** The home page and every address below `/events` (spec 06 §1.1); missing are those of unknown categories and tags, and some are too long. */
export const calendarPages = (deps: CalendarPageDeps): readonly PageRoute[] => {
  const show = calendarPage(deps)
  return ['', '/events', '/events/*'].map(path => ({ method: 'GET', path, show }))
}
