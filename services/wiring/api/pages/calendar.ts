import { calendarPages } from '../../../api/pages/calendar.ts'
import { beforeHome } from '../../../api/pages/items/routes.ts'
import type { PageRoute } from '../../../api/pages/serve.ts'
import { composedItemPages } from './items.ts'
import type { ApiParts } from '../parts.ts'
import type { Around } from './around.ts'

/** The calendar, and pages of what is in it. */
export const publicPages = (parts: ApiParts, { views }: Pick<Around, 'views'>): readonly PageRoute[] => {
  const items = composedItemPages(parts)
  const calendar = calendarPages({ desk: parts.desk, views, terms: parts.models.term.queries })
  return [...items.routes, ...calendar.map(beforeHome(items))]
}
