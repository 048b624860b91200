import type { TermId } from '../../../shared/kernel/brands.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import { standingTerm } from '../../calendar/term/standing.ts'
import { calendarOn } from '../../calendar/calendar.ts'
import type { Session } from './chunk-scope.ts'

/** Once, at creation, and in the service's name: a category set by the import would follow the source. */
export const addDefaultCategory = async (
  { writing, run, context }: Session,
  id: number,
  categories: readonly TermId[],
): Promise<void> => {
  if (run.category === null) return
  const category = (await standingTerm(writing.store, run.category))?.id ?? run.category
  if (categories.includes(category)) return
  const added = ({ categories: met }: EventValues) =>
    ({ ok: true, patch: met.includes(category) ? {} : { categories: [...met, category] } }) as const
  await calendarOn(writing).event.change(id, added, { ...context, source: 'worker' })
}
