import { html, trusted } from '../../../shared/kernel/html/markup.ts'
import { withNonces } from '../../views/render.ts'
import { saidAt, viewQueryOf } from '../views/address.ts'
import type { ViewDesk } from '../views/desk.ts'
import { excessIn } from '../views/excess.ts'
import { viewNonces, type Desk } from '../views/routes.ts'
import { KEPT, type Page, type Visit } from './page.ts'
import { notFound, tooLong } from './refusals.ts'
import type { PageRoute } from './serve.ts'

export type CalendarPageDeps = {
  readonly desk: Pick<Desk, 'nonceFor'>
  readonly views: ViewDesk
}

/** The calendar at an address (spec 00 §5): a view with everything around it. */
const calendarPage =
  ({ desk, views }: CalendarPageDeps) =>
  async ({ at, held, path, query }: Visit): Promise<Page> => {
    const { settings, name } = at.site
    const said = saidAt(path.split('/'), query)
    const excess = excessIn(said)
    if (excess !== null) return tooLong(excess)
    const asked = viewQueryOf(said, settings)
    const [view, nonces] = await Promise.all([views.find(asked, at), viewNonces(desk, held, at)])
    const { links, title, exists = true } = view
    if (!exists) return notFound
    const rel = (kind: 'prev' | 'next', href: string) =>
      href === '' ? null : html`<link rel="${kind}" href="${href}" />`
    return {
      status: 200,
      title,
      styles: ['calendar.css'],
      scripts: ['calendar.js'],
      head: html`<link rel="canonical" href="${links.self}" />
        ${rel('prev', links.prev)}${rel('next', links.next)}
        <link rel="alternate" type="text/calendar" title="${name}" href="${links.feed}" />
        <link rel="alternate" type="application/rss+xml" title="${name}" href="${at.site.baseUrl}/feed/" />`,
      main: html`<h1 class="visually-hidden">Calendar of ${name}</h1>
        ${trusted(withNonces(KEPT, nonces))}`,
      kept: { text: view.html, mark: view.mark },
    }
  }

/** The home page and every address below `/events` (spec 06 §1.1); missing are those of unknown categories and tags, and some are too long. */
export const calendarPages = (deps: CalendarPageDeps): readonly PageRoute[] => {
  const show = calendarPage(deps)
  return ['', '/events', '/events/*'].map(path => ({ method: 'GET', path, show }))
}
