import { html } from '../../../../../shared/kernel/html/markup.ts'
import { CONTACT } from '../../../../../shared/facts/forgotten.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import type { ContactDeps } from '../../../admin/contact.ts'
import { contextOf } from '../../../platform/call.ts'
import { formTokens } from '../../form-token.ts'
import type { Page, Shown, Visit } from '../../page.ts'
import { staleForm } from '../../refusals.ts'
import type { PageRoute } from '../../serve.ts'
import type { SessionDesk } from '../../session-desk.ts'
import { downloadOf, editorsOnly } from '../../signed-in.ts'
import { callAt } from '../call.ts'
import { doneNotice, managePage, problemNotice } from '../frame.ts'
import { idIn } from '../listing.ts'
import type { Part } from './part.ts'
import { wordsOf } from './words.ts'

export type ContactPagesDeps = {
  readonly contact: ContactDeps
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  readonly newCorrelation: () => string
}

type Outcome = Awaited<ReturnType<ContactDeps['forgetContact']>>

const SAID = {
  done: doneNotice(html`<p>E-mail address and phone are forgotten.</p>`),
  nothing: doneNotice(html`<p>Nothing was held of e-mail address and phone.</p>`),
  merge_under_way: problemNotice(
    html`<p>It is still being merged, or taken apart again. Nothing was done: try again in a minute.</p>`,
  ),
} as const

const page = async (
  { desk }: ContactPagesDeps,
  part: Part,
  held: Held,
  { at }: Visit,
  { id, name, outcome }: { readonly id: number; readonly name: string; readonly outcome: Outcome },
): Promise<Page> => {
  const path = `${at.site.baseUrl}${part.subject.path}/${id}`
  return managePage({
    ...{ part: wordsOf(part).part, caller: held.user, site: at.site, title: `Forget how ${name} is reached` },
    status: outcome === 'merge_under_way' ? 409 : 200,
    said: outcome === null ? null : SAID[outcome],
    main: html`<h1>Forget how ${name} is reached?</h1>
      <p>
        E-mail address and phone are emptied, and whatever they were is gone for good: from the history, and
        from what imports were given. The organizer and its events stay. Of what was recorded of it before
        stays who changed it, and when; it cannot be put back to that any more. A feed that still has the
        address brings it again.
      </p>
      <p>
        <a href="${path}/contact/report">A file</a> tells every e-mail address and phone that it had, and
        where they stand in other texts, which stay.
      </p>
      <form class="manage-narrow" method="post" action="${path}/contact">
        ${await formTokens(desk).field(held, at.ms)}
        <div class="actions">
          <button type="submit" class="danger">Forget for good</button>
          <a class="button button--quiet" href="${path}">Back</a>
        </div>
      </form>`,
  })
}

type Params = Readonly<Record<string, string>>

const named = async (part: Part, { user }: Held, { id: text = '' }: Params) => {
  const id = idIn(text)
  const [entry] = id === 0 ? [] : await part.byIds([id], user)
  return entry === undefined ? null : { id, name: entry.name }
}

const asked =
  (deps: ContactPagesDeps, part: Part) =>
  async (held: Held, visit: Visit, params: Params): Promise<Shown> => {
    const one = await named(part, held, params)
    return one === null ? null : page(deps, part, held, visit, { ...one, outcome: null })
  }

const confirmed =
  (deps: ContactPagesDeps, part: Part) =>
  async (held: Held, visit: Visit, params: Params): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const one = await named(part, held, params)
    if (one === null) return null
    const route = `POST ${part.subject.path}/{id}/contact`
    const call = callAt(held, visit, { route, correlation: deps.newCorrelation(), sent: {} })
    const outcome = await deps.contact.forgetContact(one.id, CONTACT, contextOf(call))
    await deps.contact.settled()
    return outcome === null ? null : page(deps, part, held, visit, { ...one, outcome })
  }

const report =
  (deps: ContactPagesDeps) =>
  async (held: Held, visit: Visit, { id: text = '' }: Params): Promise<Shown> => {
    const id = idIn(text)
    return id === 0 ? null : downloadOf(deps.desk, held, visit, `/report/organizer/${id}?format=html`)
  }

/** How an organizer is reached is told, and forgotten (spec 07 §7.2). */
export const contactPages = (deps: ContactPagesDeps, part: Part): readonly PageRoute[] => {
  const path = `${part.subject.path}/:id/contact`
  return part.noun !== 'organizer'
    ? []
    : [
        { method: 'GET', path, show: editorsOnly(asked(deps, part)) },
        { method: 'POST', path, show: editorsOnly(confirmed(deps, part)) },
        { method: 'GET', path: `${path}/report`, show: editorsOnly(report(deps)) },
      ]
}
