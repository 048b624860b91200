import { type EpochMs, epochMs, type IsoTime } from '../../../../../shared/kernel/brands.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { MOST_APPLICATION_PASSWORDS } from '../../../../../shared/limits/accounts.ts'
import type { ListedSession } from '../../../../accounts/sessions.ts'
import type { User } from '../../../../accounts/state.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import type { Page } from '../../page.ts'
import { when } from '../../when.ts'
import { checkbox, input, select } from '../controls.ts'
import { managePage } from '../frame.ts'
import { eventsText } from '../words.ts'
import { roleChoices } from './words.ts'
import { isoOfMs } from '../../../../../shared/kernel/time/calculate.ts'

type Person = {
  readonly user: User
  readonly events: number
  /** ISO instant of the last sign-in; null: none is known. */
  readonly since: IsoTime | null
  readonly sessions: readonly ListedSession[]
  /** Now, epoch milliseconds. */
  readonly ms: EpochMs
  readonly token: Markup
  readonly caller: Caller
  readonly site: Site
  readonly said: Markup | null
  /** Field → what is wrong with what was typed. */
  readonly wrong: Readonly<Record<string, string>>
  readonly status: number
}

/** Sessions that are told one by one. */
const SHOWN = 5

const signedIn = (sessions: Person['sessions'], site: Site): Markup => {
  const [more, newest] = [sessions.length - SHOWN, sessions.slice(0, SHOWN)]
  if (newest.length === 0) return html`nowhere`
  return html`${newest.map(
    ({ at, address }, n) =>
      html`${n === 0 ? null : ', '}since ${when(at, site)}${address === null ? null : html` from ${address}`}`,
  )}${more > 0 ? html`, and ${more} more` : null}`
}

const about = ({ user, events, since, sessions, site, ms }: Person): Markup => {
  const { passwordLink, applicationPasswords, passwordHash, email, id } = user
  const isLinked = passwordLink !== null && passwordLink.expires > ms
  const until = when(isoOfMs(passwordLink?.expires ?? epochMs(0)), site)
  return html`<dl class="facts">
    <dt>E-mail address</dt>
    <dd>${email}</dd>
    <dt>Events</dt>
    <dd><a href="${site.baseUrl}/manage/events?author=${id}&from=">${eventsText(events)}</a></dd>
    <dt>Last sign-in</dt>
    <dd>${since === null ? 'none is known' : when(since, site)}</dd>
    <dt>Signed in</dt>
    <dd>${signedIn(sessions, site)}</dd>
    <dt>Password</dt>
    <dd>
      ${passwordHash === null ? 'none so far' : 'set'}${isLinked ? html`; a link to set one is good until ${until}` : null}
    </dd>
    <dt>Application passwords</dt>
    <dd>${applicationPasswords.length} of ${MOST_APPLICATION_PASSWORDS}</dd>
  </dl>`
}

const form = ({ user, token, site }: Person, choice: string, inner: Markup, button: Markup): Markup =>
  html`<form method="post" action="${site.baseUrl}/manage/people/${user.id}">
    ${token} <input type="hidden" name="choice" value="${choice}" /> ${inner}
    <div class="actions">${button}</div>
  </form>`

const rights = (person: Person): Markup => {
  const { user, wrong, caller } = person
  if (caller?.id === user.id)
    return html`<p class="hint">Your own role is changed by another administrator.</p>`
  return form(
    person,
    'role',
    select({
      ...{ name: 'role', label: 'Role', value: user.role, choices: roleChoices, why: wrong['role'] },
      hint: 'It counts at once, wherever this person is signed in.',
    }),
    html`<button type="submit">Change the role</button>`,
  )
}

const name = (person: Person): Markup =>
  form(
    person,
    'name',
    input({
      ...{ name: 'name', label: 'Name that everybody sees', value: person.user.displayName },
      why: person.wrong['name'],
    }),
    html`<button type="submit">Change the name</button>`,
  )

const reset = (person: Person): Markup =>
  form(
    person,
    'link',
    html`<p>
        You make a link by which this person sets a new password, once and within a day. It ends all sessions
        when it is used. The present password counts until then.
      </p>
      ${checkbox('end_applications', 'yes', 'Application passwords end with it, too', true)}`,
    html`<button type="submit">Make a link</button>`,
  )

const sessions = (person: Person): Markup =>
  form(
    person,
    'end-sessions',
    html`<p>Signs this person out everywhere. The password stays, and so do application passwords.</p>`,
    html`<button type="submit" class="quiet">End all sessions</button>`,
  )

const part = (id: string, heading: string, inner: Markup): Markup =>
  html`<section class="card manage-part" aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${inner}
  </section>`

/** One person, and what an administrator may do about them (spec 07 §10). */
export const personPage = (person: Person): Page => {
  const { user, caller, site, said, status } = person
  const { baseUrl } = site
  return managePage({
    ...{ status, part: 'people', caller, site, said, title: user.login },
    main: html`<header class="manage-head">
        <h1>${user.login}</h1>
        <a href="${baseUrl}/history/user/${user.id}">History</a>
        <a href="${baseUrl}/manage/people/${user.id}/report">What is kept</a>
      </header>
      ${about(person)}
      <div class="manage-waits">
        ${part('role-part', 'Role', rights(person))} ${part('name-part', 'Name', name(person))}
        ${part('reset-part', 'New password', reset(person))}
        ${part('sessions-part', 'Sessions', sessions(person))}
      </div>
      ${
        caller?.id === user.id
          ? null
          : html`<p class="actions">
              <a class="button button--quiet" href="${baseUrl}/manage/people/${user.id}/erase"
                >Erase this person …</a
              >
            </p>`
      }`,
  })
}
