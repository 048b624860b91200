import { askedLately } from '../../../../shared/asked-lately.ts'
import { lastUsed } from '../../../../shared/remembered.ts'
import type { Given } from '../../platform/arguments/arguments.ts'
import type { Call, Moment, Site } from '../../platform/call.ts'
import type { Resolved } from '../../platform/route.ts'
import type { filterArguments } from './event-filters.ts'

type Filters = Given<typeof filterArguments>

/** Most questions that are kept. */
const QUESTIONS = 256
/** Longest text of one, which also bounds what is kept with it. */
const LENGTH = 1_000

type Resolve<Value> = (filters: Filters, call: Call) => Promise<Resolved<Value>>

/** What names items or terms is known to the read models alone. */
const isLookedUp = ({ categories, tags, venue, organizer, post_parent }: Filters): boolean =>
  [categories, tags, venue, organizer, post_parent].some(sent => sent !== undefined)

/**
 * What `resolve` makes of the arguments of guests, kept by all but the paging for as long as the day and the settings are the
 * same: pages of one list ask the same question. What is asked once is not kept. `until`: when the day at the site ends.
 * `moves`: it is another question with each second.
 */
export const keptQuestions = <Value extends { readonly moves: boolean }>(
  resolve: Resolve<Value>,
  until: (at: Moment) => number,
): Resolve<Value> => {
  const kept = lastUsed<string, { readonly site: Site; readonly until: number; readonly value: Value }>(
    QUESTIONS,
  )
  const asked = askedLately()
  return async (filters, call) => {
    if (call.caller !== null || isLookedUp(filters)) return resolve(filters, call)
    const key = JSON.stringify({ ...filters, page: undefined, per_page: undefined })
    const now = { site: call.at.site, until: until(call.at) }
    const known = kept.get(key)
    if (known?.site === now.site && known.until === now.until) return { ok: true, value: known.value }
    const resolved = await resolve(filters, call)
    if (!resolved.ok || resolved.value.moves || key.length > LENGTH) return resolved
    if (asked.has(key)) kept.set(key, { ...now, value: resolved.value })
    else asked.note(key)
    return resolved
  }
}
