import type { IsoTime } from '../../../../../shared/kernel/brands.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { fold } from '../../../../../shared/kernel/text/spelling.ts'
import type { Role } from '../../../../../shared/facts/user.ts'
import type { User } from '../../../../accounts/state.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import { pager } from '../../pager.ts'
import type { Page } from '../../page.ts'
import { when } from '../../when.ts'
import { input, select } from '../controls.ts'
import { managePage } from '../frame.ts'
import { cell, tableOf } from '../tables.ts'
import { cut } from '../words.ts'
import { roleWords } from './words.ts'

/** Users on a page of the table. */
export const PER_PAGE = 50

/** Which users are shown: those that have the words in login, name or e-mail address, of a role (null: of any). */
type Sought = { readonly search: string; readonly role: Role | null; readonly page: number }

/** Those that are meant, by login. Pure. */
export const soughtIn = (users: readonly User[], { search, role }: Sought): readonly User[] => {
  const words = fold(search).split(/\s+/)
  return users
    .filter(user => role === null || user.role === role)
    .filter(({ login, email, displayName }) => {
      const text = fold(`${login} ${email} ${displayName}`)
      return words.every(word => text.includes(word))
    })
    .toSorted((one, other) => (one.login < other.login ? -1 : 1))
}

/** A user as the table shows them. `since`: ISO instant of the last sign-in; null: none is known. */
type Row = { readonly user: User; readonly since: IsoTime | null; readonly events: number }

type People = {
  readonly rows: readonly Row[]
  readonly total: number
  readonly sought: Sought
  readonly caller: Caller
  readonly site: Site
  readonly said: Markup | null
}

const eventsHref = (user: User, { baseUrl }: Site): string =>
  `${baseUrl}/manage/events?author=${user.id}&from=`

const rowOf = ({ user, since, events }: Row, site: Site): Markup =>
  html`<tr>
    <th scope="row" class="manage-table__title">
      <a href="${site.baseUrl}/manage/people/${user.id}">${cut(user.login)}</a>
    </th>
    ${cell('Name', user.displayName === '' ? '–' : cut(user.displayName))} ${cell('E-mail', cut(user.email))}
    ${cell('Role', roleWords[user.role])} ${cell('Signed in', since === null ? '–' : when(since, site))}
    ${cell('Events', html`<a href="${eventsHref(user, site)}">${events}</a>`)}
  </tr>`

const HEADS = ['Login', 'Name', 'E-mail address', 'Role', 'Signed in last', 'Events'] as const

const filters = ({ search, role }: Sought, { baseUrl }: Site): Markup =>
  html`<form
    class="manage-filters"
    method="get"
    action="${baseUrl}/manage/people"
    role="search"
    aria-label="People"
  >
    <div class="manage-filters__fields">
      ${input({ name: 'search', label: 'Login, name or e-mail address', value: search, type: 'search' })}
      ${select({
        ...{ name: 'role', label: 'Role', value: role ?? '' },
        choices: [['', 'Any'], ...Object.entries(roleWords)],
      })}
    </div>
    <div class="actions"><button type="submit">Show</button></div>
  </form>`

const hrefOf = ({ search, role }: Sought, { baseUrl }: Site, page: number): string =>
  `${baseUrl}/manage/people?${new URLSearchParams({ search, role: role ?? '', page: String(page) }).toString()}`

/** Everybody who has an account (spec 07 §10). */
export const peoplePage = ({ rows, total, sought, caller, site, said }: People): Page => {
  const pages = Math.ceil(total / PER_PAGE)
  return managePage({
    ...{ part: 'people', caller, site, said, title: 'People' },
    main: html`<header class="manage-head">
        <h1>People</h1>
        <a class="button" href="${site.baseUrl}/manage/people/new">New person</a>
      </header>
      ${filters(sought, site)}
      <p class="manage-total">${total} ${total === 1 ? 'person' : 'people'}</p>
      ${
        rows.length === 0
          ? html`<p class="notice">Nobody is called that.</p>`
          : tableOf(
              'People',
              HEADS,
              rows.map(row => rowOf(row, site)),
              false,
            )
      }
      ${pager({ page: sought.page, pages, hrefOf: n => hrefOf(sought, site, n), label: 'Pages of people' })}`,
  })
}
