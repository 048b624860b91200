import type { EventDetail } from '../../../../../projections/event-listing/queries.ts'
import { MANAGED_EVENTS } from '../../../../../shared/limits.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import type { EventReads } from '../../../items/event-deps.ts'
import { mayEdit } from '../../../items/access.ts'
import type { Call } from '../../../platform/call.ts'
import type { Nested } from '../../../platform/request/nesting.ts'
import { formTokens } from '../../form-token.ts'
import { textOf, type Shown, type Visit } from '../../page.ts'
import { staleForm } from '../../refusals.ts'
import type { PageRoute } from '../../serve.ts'
import type { SessionDesk } from '../../session-desk.ts'
import { creatorsOnly } from '../../signed-in.ts'
import { callAt } from '../call.ts'
import { meantBy } from '../names-typed.ts'
import { authorChoices, categoryChoices, namesIn, type OfferDeps } from '../offered.ts'
import { actionIn, ACTIONS, doneText, type Action } from './actions.ts'
import { carryOut, putBack, type CarryOutDeps, type Given } from './carry-out.ts'
import { confirmPage } from './confirm.ts'
import { resultPage } from './result.ts'

export type SeveralDeps = CarryOutDeps &
  OfferDeps & {
    readonly events: Pick<EventReads, 'byIds' | 'meetEvent'>
    readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
    readonly newCorrelation: () => string
    /** Resolves when lists show what was written so far, or after some seconds. */
    readonly settled: () => Promise<void>
  }

/** Ids that a form or an address names, as many as are done at once. */
const idsIn = (members: Nested): readonly number[] => {
  const sent = members['id']
  const all = typeof sent === 'object' ? Object.values(sent) : [sent]
  const ids = all.flatMap(one =>
    typeof one === 'string' && /^[1-9]\d{0,14}$/.test(one) ? [Number(one)] : [],
  )
  return [...new Set(ids)].slice(0, MANAGED_EVENTS)
}

const choicesFor = (deps: SeveralDeps, action: Action) => {
  const { asks } = ACTIONS[action]
  if (asks === 'category') return categoryChoices(deps.terms, null)
  return asks === 'author' ? authorChoices(deps.users, null) : []
}

const editable = async (deps: SeveralDeps, ids: readonly number[], { user }: Held) =>
  (await deps.events.byIds(ids)).filter((event: EventDetail) => mayEdit(user, event))

/** Asks; `why`: what is wrong with what was given. */
const ask = async (deps: SeveralDeps, held: Held, visit: Visit, action: Action, why?: string) => {
  const members = visit.method === 'POST' ? visit.form : visit.query
  const ids = idsIn(members)
  const events = await editable(deps, ids, held)
  return confirmPage({
    ...{ action, events, why, caller: held.user, site: visit.at.site },
    left: ids.length - events.length,
    given: textOf(members, 'given'),
    choices: await choicesFor(deps, action),
    venues: ACTIONS[action].asks === 'venue' ? await namesIn(deps.venues, held.user) : [],
    token: await formTokens(deps.desk).field(held, visit.at.ms),
  })
}

/** What an action is to set. */
const givenIn = async (
  deps: SeveralDeps,
  action: Action,
  text: string,
): Promise<{ readonly id: Given } | { readonly why: string }> => {
  const { asks } = ACTIONS[action]
  if (asks === null || (asks === 'venue' && text.trim() === '')) return { id: null }
  if (asks === 'venue') return meantBy(deps.venues, 'venue', text.trim())
  return /^[1-9]\d{0,14}$/.test(text) ? { id: Number(text) } : { why: `Please choose one ${asks}.` }
}

const callsOf =
  (held: Held, visit: Visit, route: string, correlation: string) => (id: number, sent: Call['sent']) =>
    callAt(held, visit, { route, correlation, id, sent })

const confirmed =
  (deps: SeveralDeps) =>
  async (held: Held, visit: Visit): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const { form, at } = visit
    const action = actionIn(textOf(form, 'do'), held.user)
    if (action === null) return null
    const given = await givenIn(deps, action, textOf(form, 'given'))
    if ('why' in given) return ask(deps, held, visit, action, given.why)
    const correlation = deps.newCorrelation()
    const callOf = callsOf(held, visit, 'POST /manage/events/several', correlation)
    const all = await carryOut(deps, action, given.id, idsIn(form), held.user, callOf)
    await deps.settled()
    return resultPage({
      ...{ all, caller: held.user, site: at.site, title: ACTIONS[action].word },
      doneText: count => doneText(action, count),
      batch: ACTIONS[action].canBeUndone ? correlation : null,
      token: await formTokens(deps.desk).field(held, at.ms),
    })
  }

const undone =
  (deps: SeveralDeps) =>
  async (held: Held, visit: Visit): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const { form, at } = visit
    const batch = textOf(form, 'batch')
    const correlation = deps.newCorrelation()
    const callOf = callsOf(held, visit, 'POST /manage/events/undo', correlation)
    const all = await putBack(deps, batch, idsIn(form), held.user, callOf)
    await deps.settled()
    return resultPage({
      ...{ all, caller: held.user, site: at.site, title: 'Taken back', batch: correlation },
      doneText: count => `Taken back for ${count} ${count === 1 ? 'event' : 'events'}.`,
      token: await formTokens(deps.desk).field(held, at.ms),
    })
  }

const toEvents = () => '/manage/events'

/** What is done to several events at once (spec 07 §4): asked, done, taken back. */
export const severalPages = (deps: SeveralDeps): readonly PageRoute[] => [
  {
    method: 'GET',
    path: '/manage/events/several',
    show: creatorsOnly(async (held, visit) => {
      const action = actionIn(textOf(visit.query, 'do'), held.user)
      return action === null ? null : ask(deps, held, visit, action)
    }),
  },
  { method: 'POST', path: '/manage/events/several', show: creatorsOnly(confirmed(deps), toEvents) },
  { method: 'POST', path: '/manage/events/undo', show: creatorsOnly(undone(deps), toEvents) },
]
