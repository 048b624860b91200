import { eventId, venueId } from '../../../../../shared/kernel/brands.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { mayEdit } from '../../../items/access.ts'
import type { EventReads } from '../../../items/event-deps.ts'
import { nameOf } from '../../items/objects.ts'
import { textOf } from '../../page.ts'
import type { PageRoute } from '../../serve.ts'
import { creatorsOnly } from '../../signed-in.ts'
import { eventTime } from '../event-link.ts'
import { idIn } from '../listing.ts'
import { input, proposals, select } from '../controls.ts'
import { meantBy } from '../names-typed.ts'
import { authorChoices, categoryChoices, namesIn, type OfferDeps } from '../offered.ts'
import { cut, EVENTS } from '../words.ts'
import { actionIn, ACTIONS, type Action } from './actions.ts'
import { carryOut, itemsOf, type CarryOutDeps, type Given } from './carry-out.ts'
import { putBack } from './put-back-items.ts'
import { severalRoutes, type Several, type SeveralDeps as Deps } from './several.ts'

export type SeveralDeps = CarryOutDeps &
  OfferDeps &
  Deps & { readonly events: Pick<EventReads, 'byIds' | 'meetEvent'> }

/** What an action has to know besides the events; `given`: as it was typed. */
const askedFor = async (
  deps: SeveralDeps,
  action: Action,
  given: string,
  viewer: Parameters<typeof namesIn>[1],
  why: string | undefined,
): Promise<Markup | null> => {
  const { asks } = ACTIONS[action]
  if (asks === null) return null
  if (asks === 'venue')
    return html`${input({
      ...{ name: 'given', label: 'Venue', value: given, list: 'venues', why },
      hint: 'The name of a venue that there is; nothing: no venue at all.',
    })}
    ${proposals('venues', await namesIn(deps.venues, viewer))}`
  const choices =
    asks === 'category' ? await categoryChoices(deps.terms, null) : authorChoices(deps.users, null)
  const label = asks === 'category' ? 'Category' : 'Author'
  return select({ name: 'given', label, value: given, choices, why })
}

/** What an action is to set. */
const givenIn = async (
  deps: SeveralDeps,
  action: Action,
  text: string,
): Promise<{ readonly id: Given } | { readonly why: string }> => {
  const { asks } = ACTIONS[action]
  if (asks === null || (asks === 'venue' && text.trim() === '')) return { id: null }
  if (asks === 'venue') return meantBy(deps.venues, venueId, 'venue', text.trim())
  return idIn(text) > 0 ? { id: idIn(text) } : { why: `Please choose one ${asks}.` }
}

const severalEvents = (deps: SeveralDeps): Several => ({
  subject: EVENTS,
  only: creatorsOnly,
  specOf: (text, caller) => {
    const action = actionIn(text, caller)
    return action === null ? null : ACTIONS[action]
  },
  look: async ({ user }, { at }, { action: text, ids, members }, why) => {
    const events = (await deps.events.byIds(ids.map(eventId))).filter(event => mayEdit(user, event))
    const action = actionIn(text, user)
    return {
      ids: events.map(({ _id }) => _id),
      listed: events.map(event => html`${cut(nameOf(event.values.title))} ${eventTime(event, at.site)}`),
      asked: action === null ? null : await askedFor(deps, action, textOf(members, 'given'), user, why),
    }
  },
  carryOut: async ({ action: text, ids, form }, caller, callOf) => {
    const action = actionIn(text, caller)
    if (action === null) return []
    const given = await givenIn(deps, action, textOf(form, 'given'))
    return 'why' in given ? given : carryOut(deps, action, given.id, ids, caller, callOf)
  },
  putBack: (batch, ids, caller, callOf) => putBack(itemsOf(deps), batch, ids, caller, callOf),
})

/** What is done to several events at once (spec 07 §4). */
export const severalPages = (deps: SeveralDeps): readonly PageRoute[] =>
  severalRoutes(deps, severalEvents(deps))
