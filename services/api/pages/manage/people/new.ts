import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import { formTokens } from '../../form-token.ts'
import { onceField, onceOf, type Making } from '../../once.ts'
import { textOf, type Page, type Shown, type Visit } from '../../page.ts'
import { staleForm } from '../../refusals.ts'
import { atDesk } from '../call.ts'
import { input, select } from '../controls.ts'
import { managePage, problemNotice } from '../frame.ts'
import type { PeopleDeps } from './deps.ts'
import { linkPage } from './link.ts'
import { refusalAt, roleChoices, roleIn } from './words.ts'

type Wrong = Readonly<Record<string, string>>
/** As much of what was typed as is shown again: nobody has a longer one. */
const SHOWN = 320

const fields = ({ form }: Visit, wrong: Wrong): Markup => {
  const field = (name: string) => ({ name, value: textOf(form, name).slice(0, SHOWN), why: wrong[name] })
  return html`${input({ ...field('login'), label: 'Login', isNeeded: true })}
  ${input({ ...field('email'), label: 'E-mail address', type: 'email', isNeeded: true })}
  ${input({ ...field('name'), label: 'Name that everybody sees', hint: 'Stands beside events; none: the site is named.' })}
  ${select({ ...field('role'), value: roleIn(textOf(form, 'role')) ?? 'author', label: 'Role', choices: roleChoices })}`
}

const formPage = async (deps: PeopleDeps, held: Held, visit: Visit, wrong: Wrong = {}): Promise<Page> => {
  const { at } = visit
  const isWrong = Object.keys(wrong).length > 0
  const token = await formTokens(deps.desk).field(held, at.ms)
  return managePage({
    ...{ part: 'people', caller: held.user, site: at.site, title: 'New person', status: isWrong ? 400 : 200 },
    said: isWrong ? problemNotice(html`<p>Nobody was added. ${Object.values(wrong).join(' ')}</p>`) : null,
    main: html`<h1>New person</h1>
      <p>You get a link by which this person sets a password.</p>
      <form class="manage-narrow" method="post" action="${at.site.baseUrl}/manage/people/new">
        ${token} ${onceField(visit.form)} ${fields(visit, wrong)}
        <div class="actions"><button type="submit">Add this person</button></div>
      </form>`,
  })
}

const NEW_PERSON: Making = { route: 'POST /manage/people/new', kind: 'user' }

/** To whom this very form made before (spec 00 §5), where there are other links; null: it made nobody. */
const madeBefore = async (deps: PeopleDeps, held: Held, visit: Visit): Promise<Shown> => {
  const id = await onceOf(deps.forms, held, visit, NEW_PERSON).made()
  if (id === null) return null
  await deps.settled()
  return { redirect: `${visit.at.site.baseUrl}/manage/people/${id}?done=before` }
}

const added = async (deps: PeopleDeps, held: Held, visit: Visit): Promise<Shown> => {
  if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
  const { form } = visit
  const role = roleIn(textOf(form, 'role'))
  if (role === null) return formPage(deps, held, visit, { role: 'Please choose a role.' })
  const context = atDesk(deps.contextOf(visit, NEW_PERSON.route))
  const wanted = { login: textOf(form, 'login'), email: textOf(form, 'email'), role, password: null }
  const displayName = textOf(form, 'name')
  const once = onceOf(deps.forms, held, visit, NEW_PERSON)
  const before = await madeBefore(deps, held, visit)
  if (before !== null) return before
  const created = await deps.accounts.createUser({ ...wanted, displayName }, context, once.id)
  if (!created.ok) {
    // the same form may have come twice at the same time
    const meanwhile = await madeBefore(deps, held, visit)
    if (meanwhile !== null) return meanwhile
    const { field, why } = refusalAt(created.refusal)
    return formPage(deps, held, visit, { [field]: why })
  }
  const user = created.value
  // the same form may have come twice at the same time: a second link would void the first
  if (!(await deps.forms.isOwn('user', user.id, context))) return madeBefore(deps, held, visit)
  const link = await deps.accounts.makePasswordLink(user.login, { endApplications: true }, context)
  await deps.settled()
  return link.ok ? linkPage(user, link.value.secret, held.user, visit.at) : null
}

/** A new person, who sets a password by a link (spec 07 §10). */
export const newPerson = {
  show: (deps: PeopleDeps) => (held: Held, visit: Visit) => formPage(deps, held, visit),
  post: (deps: PeopleDeps) => (held: Held, visit: Visit) => added(deps, held, visit),
}
