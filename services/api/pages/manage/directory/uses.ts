import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { can } from '../../../../../shared/rights.ts'
import type { Caller, Moment } from '../../../platform/call.ts'
import { nameOf } from '../../items/objects.ts'
import { addressOf, listingIn, type Listing } from '../events/address.ts'
import { firstEvents, type FindDeps } from '../events/find.ts'
import { todayAt } from '../events/routes.ts'
import { eventTime } from '../event-link.ts'
import { cut, eventsText } from '../words.ts'
import type { Noun } from './part.ts'
import type { Uses } from './table.ts'

/** The table of events that have a thing, on whatever day they take place. */
const listingOf = (noun: Noun, id: number, today: string): Listing => ({
  ...listingIn({}, today),
  ...{ from: '', [noun]: noun === 'category' ? id : `#${id}` },
})

/** How many events have each of some things, as the table of events counts them (spec 07 §7). */
export const usesOf = async (
  deps: FindDeps,
  noun: Noun,
  ids: readonly number[],
  caller: Caller,
  at: Moment,
): Promise<Uses> => {
  const today = todayAt(at)
  const counted = ids.map(async id => {
    const listing = listingOf(noun, id, today)
    const { total } = await firstEvents(deps, listing, 0, caller, at.site.zone)
    return [id, { count: total, href: addressOf(listing, today, at.site.baseUrl) }] as const
  })
  return new Map(await Promise.all(counted))
}

const SHOWN = 10

/** Where a thing is used: the number, the next ones, and the way to all of them. */
export const usedBy = async (
  deps: FindDeps,
  noun: Noun,
  id: number,
  caller: Caller,
  at: Moment,
): Promise<Markup> => {
  const today = todayAt(at)
  const listing = listingOf(noun, id, today)
  const { total } = await firstEvents(deps, listing, 0, caller, at.site.zone)
  const { rows } = await firstEvents(deps, { ...listing, from: today }, SHOWN, caller, at.site.zone)
  const whose = can(caller, 'edit-others') ? '' : ' of yours'
  return html`<section class="manage-used" aria-labelledby="used">
    <h2 id="used">
      Used by <a href="${addressOf(listing, today, at.site.baseUrl)}">${eventsText(total)}</a>${whose}
    </h2>
    <ul class="manage-meant">
      ${rows.map(row => html`<li>${cut(nameOf(row.values.title))} ${eventTime(row, at.site)}</li>`)}
    </ul>
  </section>`
}
