import { userId, type UserId, type IsoTime } from '../../../../../shared/kernel/brands.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { wholeNumberIn } from '../../../../../shared/kernel/whole-number.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import type { User } from '../../../../accounts/state.ts'
import { formTokens } from '../../form-token.ts'
import { textOf, type Page, type Shown, type Visit } from '../../page.ts'
import { pageIn } from '../../pager.ts'
import { forbidden, notFound, staleForm } from '../../refusals.ts'
import type { PageRoute } from '../../serve.ts'
import { administratorsOnly, downloadOf } from '../../signed-in.ts'
import { atDesk } from '../call.ts'
import { doneNotice, problemNotice } from '../frame.ts'
import type { PeopleDeps } from './deps.ts'
import { idIn, searchIn } from '../listing.ts'
import { erasure } from './erase.ts'
import { linkPage } from './link.ts'
import { newPerson } from './new.ts'
import { personPage } from './person.ts'
import { peoplePage, PER_PAGE, soughtIn } from './table.ts'
import { refusalAt, roleIn } from './words.ts'

/**
 * ISO instant of somebody's last sign-in; null: none was noted. Sessions tell it to the second as long as they are
 * remembered, the user to the hour for ever.
 */
const lastSignInOf = ({ id, lastSignIn }: User, latest: ReadonlyMap<UserId, IsoTime>): IsoTime | null => {
  const session = latest.get(id)
  return session !== undefined && session > (lastSignIn ?? '') ? session : lastSignIn
}

type Params = Readonly<Record<string, string>>

const list =
  (deps: PeopleDeps) =>
  async ({ user: caller }: Held, { query, at: { site, ms } }: Visit): Promise<Shown> => {
    const sought = {
      search: searchIn(textOf(query, 'search')),
      role: roleIn(textOf(query, 'role')),
      page: pageIn(textOf(query, 'page')),
    }
    const found = soughtIn(deps.users.all(), sought)
    const shown = found.slice((sought.page - 1) * PER_PAGE, sought.page * PER_PAGE)
    const latest = deps.sessions.latest(ms)
    const rows = await Promise.all(
      shown.map(async user => ({
        ...{ user, since: lastSignInOf(user, latest) },
        events: await deps.events.countOf(user.id),
      })),
    )
    const erased = textOf(query, 'erased')
    const said = /^\d{1,9}$/.test(erased)
      ? doneNotice(
          html`<p>Erased. ${erased} ${erased === '1' ? 'thing has' : 'things have'} somebody else now.</p>`,
        )
      : null
    return peoplePage({ rows, total: found.length, sought, caller, site, said })
  }

type Told = { readonly said: Markup | null; readonly wrong: Params; readonly status: number }

const DONE = new Map([
  ['role', 'The role is changed.'],
  ['name', 'The name is changed.'],
  ['end-sessions', 'This person is signed out everywhere.'],
  [
    'before',
    'This form was sent before and made this person. If the link was not seen, make another one here.',
  ],
])

const show = async (
  deps: PeopleDeps,
  held: Held,
  { at, query }: Visit,
  user: User,
  told?: Told,
): Promise<Page> => {
  const done = DONE.get(textOf(query, 'done'))
  return personPage({
    ...{ user, caller: held.user, site: at.site, ms: at.ms },
    since: lastSignInOf(user, deps.sessions.latest(at.ms)),
    events: await deps.events.countOf(user.id),
    sessions: deps.sessions.of(user.id, at.ms),
    token: await formTokens(deps.desk).field(held, at.ms),
    ...(told ?? {
      said: done === undefined ? null : doneNotice(html`<p>${done}</p>`),
      wrong: {},
      status: 200,
    }),
  })
}

const changed = async (deps: PeopleDeps, held: Held, visit: Visit, user: User): Promise<Shown> => {
  const { form, at } = visit
  const choice = textOf(form, 'choice')
  const context = atDesk(deps.contextOf(visit, 'POST /manage/people/{id}'))
  const again = (status: number, field: string, why: string) =>
    show(deps, held, visit, user, {
      status,
      wrong: { [field]: why },
      said: problemNotice(html`<p>${why}</p>`),
    })
  if (choice === 'link') {
    const endApplications = textOf(form, 'end_applications') === 'yes'
    const made = await deps.accounts.makePasswordLink(user.login, { endApplications }, context)
    return made.ok ? linkPage(user, made.value.secret, held.user, at) : notFound
  }
  const role = roleIn(textOf(form, 'role'))
  if (choice === 'role' && user.id === held.user.id) return forbidden
  if (choice === 'role' && role === null) return again(400, 'role', 'Please choose a role.')
  const done =
    choice === 'role' && role !== null
      ? await deps.accounts.setRole(user.login, role, context)
      : choice === 'name'
        ? await deps.accounts.rename(user.login, textOf(form, 'name'), context)
        : choice === 'end-sessions'
          ? await deps.accounts.endSessions(user.login, context)
          : null
  if (done === null) return again(400, '', 'The form does not say what to do. Nothing was done.')
  if (!done.ok) {
    const { field, why } = refusalAt(done.refusal)
    return again(400, field === 'login' ? 'role' : field, why)
  }
  await deps.settled()
  return { redirect: `${at.site.baseUrl}/manage/people/${user.id}?done=${choice}` }
}

const one =
  (deps: PeopleDeps) =>
  async (held: Held, visit: Visit, params: Params): Promise<Shown> => {
    const user = deps.users.byId(userId(idIn(params['id'] ?? '')))
    if (user === null) return null
    if (visit.method === 'GET') return show(deps, held, visit, user)
    return (await formTokens(deps.desk).isOwn(held, visit)) ? changed(deps, held, visit, user) : staleForm
  }

/** Also of somebody who was erased: what stayed. */
const report =
  (deps: PeopleDeps) =>
  async (held: Held, visit: Visit, { id = '' }: Params): Promise<Shown> =>
    wholeNumberIn(id) !== null ? downloadOf(deps.desk, held, visit, `/report/user/${id}?format=html`) : null

/** Everybody who has an account, and what administrators do about them (spec 07 §10). */
export const peoplePages = (deps: PeopleDeps): readonly PageRoute[] => [
  { method: 'GET', path: '/manage/people', show: administratorsOnly(list(deps)) },
  { method: 'GET', path: '/manage/people/new', show: administratorsOnly(newPerson.show(deps)) },
  { method: 'POST', path: '/manage/people/new', show: administratorsOnly(newPerson.post(deps)) },
  { method: 'GET', path: '/manage/people/:id', show: administratorsOnly(one(deps)) },
  { method: 'POST', path: '/manage/people/:id', show: administratorsOnly(one(deps)) },
  { method: 'GET', path: '/manage/people/:id/report', show: administratorsOnly(report(deps)) },
  { method: 'GET', path: '/manage/people/:id/erase', show: administratorsOnly(erasure.show(deps)) },
  { method: 'POST', path: '/manage/people/:id/erase', show: administratorsOnly(erasure.post(deps)) },
]
