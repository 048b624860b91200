import { userId } from '../../../../../shared/kernel/brands.ts'
import { html } from '../../../../../shared/kernel/html/markup.ts'
import { LOGIN_LENGTH } from '../../../../../shared/limits/accounts.ts'
import { PROPOSED_NAMES } from '../../../../../shared/limits/desk.ts'
import { can } from '../../../../../shared/rights.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import type { User } from '../../../../accounts/state.ts'
import { formTokens } from '../../form-token.ts'
import { textOf, type Page, type Shown, type Visit } from '../../page.ts'
import { forbidden, staleForm } from '../../refusals.ts'
import { atDesk } from '../call.ts'
import { checkbox, input, proposals } from '../controls.ts'
import { managePage, problemNotice } from '../frame.ts'
import { idIn } from '../listing.ts'
import { eventsText } from '../words.ts'
import type { PeopleDeps } from './deps.ts'
import { refusalAt } from './words.ts'

/** Logins of those who may have events. */
const heirs = ({ users }: PeopleDeps, { id }: User): readonly string[] =>
  users
    .all()
    .filter(user => user.id !== id && can(user, 'create'))
    .map(({ login }) => login)
    .toSorted()
    .slice(0, PROPOSED_NAMES)

const question = async (
  deps: PeopleDeps,
  held: Held,
  { at, form }: Visit,
  user: User,
  why?: string,
): Promise<Page> => {
  const { site } = at
  const [events, token] = [await deps.events.countOf(user.id), await formTokens(deps.desk).field(held, at.ms)]
  return managePage({
    ...{ part: 'people', caller: held.user, site, title: `Erase ${user.login}` },
    status: why === undefined ? 200 : 400,
    said: why === undefined ? null : problemNotice(html`<p>${why} Nothing was done.</p>`),
    main: html`<h1>Erase ${user.login}?</h1>
      <p>
        Login, e-mail address, name and passwords are gone for good. What this person did stays in the history
        under the number ${user.id}:
        <a href="${site.baseUrl}/manage/people/${user.id}/report">a file</a> tells all of it, and why.
        <strong>${eventsText(events)}</strong>, and the venues, organizers, open imports and feeds of this
        person, go to somebody else.
      </p>
      <form class="manage-narrow" method="post" action="${site.baseUrl}/manage/people/${user.id}/erase">
        ${token}
        ${input({ ...{ name: 'heir', label: 'Login of who gets them', list: 'heirs' }, value: textOf(form, 'heir').slice(0, LOGIN_LENGTH), why })}
        ${proposals('heirs', heirs(deps, user))}
        ${checkbox('nobody', 'yes', 'Nobody: everything stays as it is, without a name', textOf(form, 'nobody') === 'yes')}
        <div class="actions">
          <button type="submit" class="danger">Erase for good</button>
          <a class="button button--quiet" href="${site.baseUrl}/manage/people/${user.id}">Back</a>
        </div>
      </form>`,
  })
}

const erased = async (deps: PeopleDeps, held: Held, visit: Visit, user: User): Promise<Shown> => {
  if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
  const isNobody = textOf(visit.form, 'nobody') === 'yes'
  const heir = textOf(visit.form, 'heir').trim()
  const again = (why: string) => question(deps, held, visit, user, why)
  if (heir === '' && !isNobody) return again('Please say who gets the events.')
  const context = atDesk(deps.contextOf(visit, 'POST /manage/people/{id}/erase'))
  const done = await deps.accounts.eraseUser(user.login, context, {
    heir: isNobody ? undefined : heir,
    reassign: author => deps.reassign(author, context),
    entrust: author => deps.entrust(author, context),
  })
  if (!done.ok) return again(refusalAt(done.refusal).why)
  await deps.settled()
  return { redirect: `${visit.at.site.baseUrl}/manage/people?erased=${done.value.reassigned}` }
}

type Act = (deps: PeopleDeps, held: Held, visit: Visit, user: User) => Promise<Shown>

const ofOthers =
  (act: Act) =>
  (deps: PeopleDeps) =>
  async (held: Held, visit: Visit, params: Readonly<Record<string, string>>): Promise<Shown> => {
    const user = deps.users.byId(userId(idIn(params['id'] ?? '')))
    if (user === null) return null
    return user.id === held.user.id ? forbidden : act(deps, held, visit, user)
  }

/** Somebody else is erased, and somebody gets what they had (spec 07 §10). */
export const erasure = { show: ofOthers(question), post: ofOthers(erased) }
