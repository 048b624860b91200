import type { CalxContext, CalxForm } from '../../../projections/event-listing/queries.ts'
import { can } from '../../../shared/rights.ts'
import { mayEdit } from '../items/access.ts'
import type { Owned } from '../items/deps.ts'
import type { Call } from '../platform/call.ts'

const known: readonly CalxContext[] = ['view', 'embed', 'edit']

/** Unknown contexts are `view` (spec 01 §5). */
const contextOf = ({ context }: Call): CalxContext => known.find(one => one === context) ?? 'view'

/** How a list is shown; null: its context needs a right that the caller lacks (spec 03 §1.3). */
export const listForm = (call: Call): CalxForm | null => {
  const context = contextOf(call)
  if (context === 'edit' && !can(call.caller, 'edit-others')) return null
  return { context, open: context === 'edit' }
}

/** How one item is shown; null as above. */
export const itemForm = (call: Call, item: Owned): CalxForm | null => {
  const context = contextOf(call)
  if (context === 'edit' && !mayEdit(call.caller, item)) return null
  return { context, open: context === 'edit' }
}

/** Whoever wrote an item sees it whole. */
export const writtenForm = (call: Call): CalxForm => ({ context: contextOf(call), open: true })

/** With all that anybody could have read and written back. */
export const RAW_FORM: CalxForm = { context: 'edit', open: true }
