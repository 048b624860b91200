import { scriptJson } from '../../../../shared/kernel/html/text.ts'
import { html, trusted, type Markup } from '../../../../shared/kernel/html/markup.ts'
import type { Held } from '../../../accounts/sessions.ts'
import type { Forms } from '../../../forms/forms.ts'
import type { Onboarding } from '../../../site/onboarding/onboarding.ts'
import type { OnboardingState } from '../../../site/onboarding/state.ts'
import { wizardMembers } from '../../onboarding/arguments.ts'
import type { Created, IdForKind, Wizard } from '../../onboarding/wizard.ts'
import { check } from '../../platform/arguments/arguments.ts'
import type { Call } from '../../platform/call.ts'
import type { Nested } from '../../platform/request/addressing.ts'
import type { SessionDesk } from '../session-desk.ts'
import { formTokens } from '../form-token.ts'
import { onceField, onceOf } from '../once.ts'
import type { Page, Shown, Visit } from '../page.ts'
import { staleForm } from '../refusals.ts'
import type { PageRoute } from '../serve.ts'
import { administratorsOnly } from '../signed-in.ts'
import { sentByForm, wizardForm } from './form.ts'

export type OnboardingPageDeps = {
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  readonly onboarding: Pick<Onboarding, 'current'>
  readonly wizard: Wizard
  readonly newCorrelation: () => string
  readonly forms: Forms
}

const PATH = '/onboarding'

const callOf = ({ at, held, form, address }: Visit, correlation: string): Call => ({
  caller: held?.user ?? null,
  ...{ at, address, sent: form, path: {}, context: 'view', source: 'calx' },
  ...{ route: `POST ${PATH}`, correlation },
})

/** What the script of the page works with (spec 00 §5). */
const dataBlock = async (
  { desk }: Pick<OnboardingPageDeps, 'desk'>,
  held: Held,
  { ms, site }: Visit['at'],
  { progress, optIn, tickets }: OnboardingState,
): Promise<Markup> => {
  const [action_nonce, rest_nonce] = await Promise.all([
    desk.nonceFor(held, 'cal_wizard', ms),
    desk.nonceFor(held, 'core_rest', ms),
  ])
  const data = {
    ...{ action_nonce, rest_nonce },
    rest_url: `${site.baseUrl}/index.php?rest_route=/calx/v2/onboarding/wizard`,
    home_url: `${site.baseUrl}/`,
    progress: {
      begun: progress.begun,
      finished: progress.finished,
      current_tab: progress.currentTab,
      completed_tabs: progress.completedTabs,
      skipped_tabs: progress.skippedTabs,
      last_send: progress.lastSend,
    },
    ...{ optin: optIn, tickets },
  }
  return html`<script type="application/json" data-js="cal-wizard-data">
    ${trusted(scriptJson(data))}
  </script>`
}

const heading = html`<h1>Set up the calendar</h1>
  <p class="wizard__lead">A few questions, and the calendar of your school is ready for its first event.</p>`

const finished = (message: readonly string[], baseUrl: string): Page => ({
  status: 200,
  title: 'Set up',
  styles: ['wizard.css'],
  main: html`<div class="card narrow">
    <h1>The calendar is ready</h1>
    <ul>
      ${message.map(text => html`<li>${text}</li>`)}
    </ul>
    <div class="actions">
      <a class="button" href="${baseUrl}/events/">Go to the calendar</a>
      <a class="button button--quiet" href="${baseUrl}${PATH}">Change something</a>
    </div>
  </div>`,
})

/** What was made is not made again when the form comes once more. */
const withCreated = (form: Nested, { organizer_id, venue_id }: Created): Nested => {
  const known = (name: 'organizer' | 'venue', id: number | undefined): Nested => {
    const sent = form[name]
    return id === undefined || typeof sent !== 'object'
      ? {}
      : { [name]: { ...sent, [`${name}Id`]: String(id) } }
  }
  return { ...form, ...known('organizer', organizer_id), ...known('venue', venue_id) }
}

/** `/onboarding`, for administrators (spec 00 §5, 06 §3); without scripts the form is sent whole. */
export const onboardingPages = (deps: OnboardingPageDeps): readonly PageRoute[] => {
  const tokens = formTokens(deps.desk)

  const formPage = async (visit: Visit, held: Held, said: string | null): Promise<Page> => {
    const { at, form } = visit
    const [token, state] = await Promise.all([tokens.field(held, at.ms), deps.onboarding.current()])
    return {
      status: said === null ? 200 : 400,
      title: 'Set up',
      styles: ['wizard.css'],
      scripts: ['onboarding.js'],
      main: html`<div class="wizard-page">
        ${heading}
        <div data-js="cal-wizard-said" role="alert">
          ${said === null ? null : html`<p class="error">${said}</p>`}
        </div>
        ${wizardForm(`${at.site.baseUrl}${PATH}`, html`${token}${onceField(form)}`, at.site.settings, state, form)}
        ${await dataBlock(deps, held, at, state)}
      </div>`,
    }
  }

  const post = async (held: Held, visit: Visit): Promise<Shown> => {
    if (!(await tokens.isOwn(held, visit))) return staleForm
    const { problems, given } = check(wizardMembers, sentByForm(visit.form), visit.at)
    const [problem] = Object.values(problems)
    if (problem !== undefined) return formPage(visit, held, problem.message)
    const idFor: IdForKind = kind => onceOf(deps.forms, held, visit, { route: `POST ${PATH}`, kind }).id
    const { ok, message, created } = await deps.wizard(given, callOf(visit, deps.newCorrelation()), idFor)
    if (ok) return finished(message, visit.at.site.baseUrl)
    return formPage({ ...visit, form: withCreated(visit.form, created) }, held, message.at(-1) ?? '')
  }

  return [
    { method: 'GET', path: PATH, show: administratorsOnly((held, visit) => formPage(visit, held, null)) },
    { method: 'POST', path: PATH, show: administratorsOnly(post) },
  ]
}
