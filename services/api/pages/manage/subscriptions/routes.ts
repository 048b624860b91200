import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import type { Context } from '../../../../handle.ts'
import {
  changeSubscription,
  ping,
  rotateSecret,
  subscribe,
  subscriptionSteerings,
  tellSince,
  type SubscriptionSteering,
  subscriptionIdBy,
} from '../../../../subscriptions/operate.ts'
import {
  sinceMs,
  toldSubscription,
  type SubscriptionDeskDeps,
  type ToldSubscription,
} from '../../../admin/subscriptions.ts'
import { formTokens } from '../../form-token.ts'
import { hashOfForm, onceField } from '../../once.ts'
import { textOf, type Page, type Shown, type Visit } from '../../page.ts'
import { staleForm } from '../../refusals.ts'
import type { PageRoute } from '../../serve.ts'
import type { SessionDesk } from '../../session-desk.ts'
import { administratorsOnly } from '../../signed-in.ts'
import { atDesk } from '../call.ts'
import { doneNotice, problemNotice } from '../frame.ts'
import { first, typedIn, type Typed } from './form.ts'
import { newSubscriptionPage, secretPage, subscriptionPage, subscriptionsPage } from './page.ts'
import { reasonText } from './words.ts'

export type SubscriptionPagesDeps = {
  readonly telling: SubscriptionDeskDeps
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  readonly contextOf: (visit: Visit, route: string) => Context
}

type Wrong = Readonly<Record<string, string>>
type Told = {
  readonly said: Markup | null
  readonly wrong?: Wrong
  readonly status?: number
  readonly typed?: Typed
}

const DONE = new Map([
  ['pause', 'It is paused: nothing is told until you let it go on.'],
  ['resume', 'It goes on where it stopped.'],
  ['change', 'Saved. It counts from now on.'],
  ['resend', 'It goes on from there.'],
  [
    'before',
    'This form was sent before and made this subscription. If its secret was not seen, make another one here.',
  ],
])

const around = async ({ desk }: SubscriptionPagesDeps, held: Held, { at }: Visit, told?: Told) => ({
  ...{ caller: held.user, site: at.site, said: told?.said ?? null, status: told?.status ?? 200 },
  token: await formTokens(desk).field(held, at.ms),
})

const list =
  (deps: SubscriptionPagesDeps) =>
  async (held: Held, visit: Visit): Promise<Shown> => {
    const all = await deps.telling.subscriptions.listSubscriptions()
    const isRemoved = textOf(visit.query, 'done') === 'remove'
    const said = isRemoved ? doneNotice(html`<p>Removed: nothing is told there any more.</p>`) : null
    return subscriptionsPage({
      ...(await around(deps, held, visit, { said })),
      subscriptions: all.map(one => toldSubscription(deps.telling, one)),
    })
  }

const problem = (wrong: Wrong): Markup =>
  problemNotice(html`<p>Nothing was saved. ${Object.values(wrong).join(' ')}</p>`)

const newForm = async (
  deps: SubscriptionPagesDeps,
  held: Held,
  visit: Visit,
  typed: Typed = first,
  wrong: Wrong = {},
): Promise<Page> => {
  const isWrong = Object.keys(wrong).length > 0
  const told = { said: isWrong ? problem(wrong) : null, status: isWrong ? 400 : 200 }
  const shown = await around(deps, held, visit, told)
  const token = html`${shown.token}${onceField(visit.form)}`
  return newSubscriptionPage({ ...shown, token, typed, wrong })
}

/** To what this very form made before (spec 00 §5), where there are other secrets; null: it made nothing. */
const madeBefore = async (deps: SubscriptionPagesDeps, visit: Visit, once: string | null): Promise<Shown> => {
  const id = once === null ? null : subscriptionIdBy(once)
  if (id === null || (await deps.telling.subscribing.subscriptions.load(id)).status === 'unknown') return null
  await deps.telling.settled()
  return { redirect: `${visit.at.site.baseUrl}/manage/subscriptions/${id}?done=before` }
}

/** The first is the one that is known by its form. */
const hashes = (once: string | null, others: () => string): (() => string) => {
  let first = once
  return () => {
    const hash = first ?? others()
    first = null
    return hash
  }
}

const made =
  (deps: SubscriptionPagesDeps) =>
  async (held: Held, visit: Visit): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const typed = typedIn(visit)
    const context = atDesk(deps.contextOf(visit, 'POST /manage/subscriptions/new'))
    const { subscribing } = deps.telling
    const once = hashOfForm(held, visit, 'POST /manage/subscriptions/new')
    const before = await madeBefore(deps, visit, once)
    if (before !== null) return before
    const done = await subscribe(
      { ...subscribing, newHash: hashes(once, subscribing.newHash) },
      typed,
      context,
    )
    if (!done.ok && 'errors' in done) return newForm(deps, held, visit, typed, done.errors)
    if (!done.ok)
      return (
        // the same form may have come twice at the same time
        (await madeBefore(deps, visit, once)) ??
        newForm(deps, held, visit, typed, { name: 'There are as many as there may be.' })
      )
    await deps.telling.settled()
    const { subscriptionId: id, secret } = done
    return secretPage({ name: typed.name, id, secret }, { caller: held.user, site: visit.at.site })
  }

const oneOf = async ({ telling }: SubscriptionPagesDeps, id: string): Promise<ToldSubscription | null> => {
  const shown = await telling.subscriptions.showSubscription(id)
  return shown && toldSubscription(telling, shown)
}

const show = async (
  deps: SubscriptionPagesDeps,
  held: Held,
  visit: Visit,
  subscription: ToldSubscription,
  told?: Told,
): Promise<Page> => {
  const done = DONE.get(textOf(visit.query, 'done'))
  const said = told === undefined && done !== undefined ? doneNotice(html`<p>${done}</p>`) : null
  const { name, url, kinds, happenings, sees } = subscription
  return subscriptionPage({
    ...(await around(deps, held, visit, told ?? { said })),
    ...{ subscription, since: textOf(visit.form, 'since').slice(0, 20), wrong: told?.wrong ?? {} },
    typed: told?.typed ?? { name, url, kinds, happenings, sees },
  })
}

type Acting = {
  readonly deps: SubscriptionPagesDeps
  readonly held: Held
  readonly visit: Visit
  readonly subscription: ToldSubscription
  readonly context: Context
}

const refusedAs: Readonly<Record<string, string>> = {
  subscription_unchanged: 'Nothing of it would be different, so nothing was changed.',
  subscription_paused: 'It is paused already.',
  subscription_not_paused: 'It is neither paused nor given up.',
}

type Done =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: string }
  | { readonly ok: false; readonly errors: Wrong }

/** Back to the page, or why it stays as it is. */
const after = async (
  { deps, held, visit, subscription }: Acting,
  choice: string,
  done: Done,
): Promise<Shown> => {
  if (!done.ok && 'errors' in done) {
    const typed = choice === 'change' ? { typed: typedIn(visit) } : {}
    const told = { said: problem(done.errors), wrong: done.errors, status: 400, ...typed }
    return show(deps, held, visit, subscription, told)
  }
  if (!done.ok) {
    const why = refusedAs[done.code]
    if (why === undefined) return null
    return show(deps, held, visit, subscription, { said: problemNotice(html`<p>${why}</p>`), status: 409 })
  }
  await deps.telling.settled()
  const { baseUrl } = visit.at.site
  const path = choice === 'remove' ? '' : `/${subscription.subscription_id}`
  return { redirect: `${baseUrl}/manage/subscriptions${path}?done=${choice}` }
}

const PINGED: Told = {
  said: problemNotice(
    html`<p>The answer to another test is awaited. Nothing was sent; try again in some seconds.</p>`,
  ),
  status: 429,
}

const pinged = async ({ deps, held, visit, subscription, context }: Acting): Promise<Shown> => {
  const answered = await ping(deps.telling.subscribing, subscription.subscription_id, context)
  if (answered === null) return null
  if (answered.kind === 'busy') return show(deps, held, visit, subscription, PINGED)
  const said =
    answered.kind === 'taken'
      ? doneNotice(html`<p>It took the test (${answered.status}).</p>`)
      : problemNotice(
          html`<p>
            It did not take the test. ${reasonText(answered.failure.reason, answered.failure.found ?? null)}
          </p>`,
        )
  return show(deps, held, visit, subscription, { said })
}

const anotherSecret = async (acting: Acting): Promise<Shown> => {
  const { deps, held, visit, subscription, context } = acting
  const { subscription_id: id, name } = subscription
  const done = await rotateSecret(deps.telling.subscribing, id, context)
  if (!done.ok) return after(acting, 'secret', done)
  return secretPage({ name, id, secret: done.secret }, { caller: held.user, site: visit.at.site })
}

const SINCE = 'This is no day.'

const act = async (acting: Acting, choice: string): Promise<Shown> => {
  const { deps, visit, subscription, context } = acting
  const { subscription_id: id } = subscription
  const { subscribing } = deps.telling
  if (choice === 'ping') return pinged(acting)
  if (choice === 'secret') return anotherSecret(acting)
  if (choice === 'resend') {
    const ms = sinceMs(textOf(visit.form, 'since'), visit.at.site.zone)
    const done = ms === null ? null : await tellSince(subscribing, id, ms, context)
    return after(acting, choice, done ?? { ok: false, errors: { since: SINCE } })
  }
  if (Object.hasOwn(subscriptionSteerings, choice)) {
    const steer = subscriptionSteerings[choice as SubscriptionSteering]
    return after(acting, choice, await steer(subscribing, id, context))
  }
  return after(acting, 'change', await changeSubscription(subscribing, id, typedIn(visit), context))
}

const one =
  (deps: SubscriptionPagesDeps) =>
  async (held: Held, visit: Visit, { id = '' }: Readonly<Record<string, string>>): Promise<Shown> => {
    const subscription = await oneOf(deps, id)
    if (subscription === null) return null
    if (visit.method === 'GET') return show(deps, held, visit, subscription)
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const context = atDesk(deps.contextOf(visit, 'POST /manage/subscriptions/{id}'))
    return act({ deps, held, visit, subscription, context }, textOf(visit.form, 'choice'))
  }

/** Addresses that are told what happens, for administrators (spec 08 §1). */
export const subscriptionPages = (deps: SubscriptionPagesDeps): readonly PageRoute[] => [
  { method: 'GET', path: '/manage/subscriptions', show: administratorsOnly(list(deps)) },
  {
    method: 'GET',
    path: '/manage/subscriptions/new',
    show: administratorsOnly((held, visit) => newForm(deps, held, visit)),
  },
  { method: 'POST', path: '/manage/subscriptions/new', show: administratorsOnly(made(deps)) },
  { method: 'GET', path: '/manage/subscriptions/:id', show: administratorsOnly(one(deps)) },
  { method: 'POST', path: '/manage/subscriptions/:id', show: administratorsOnly(one(deps)) },
]
