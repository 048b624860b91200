import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { SEARCH_LENGTH } from '../../../../shared/limits/views.ts'
import { can, type Capability } from '../../../../shared/rights.ts'
import type { Caller, Site } from '../../platform/call.ts'
import type { Page } from '../page.ts'

/** The parts of the desk, as its navigation names them. */
export type Part =
  | 'home'
  | 'events'
  | 'new-event'
  | 'venues'
  | 'organizers'
  | 'categories'
  | 'tags'
  | 'pictures'
  | 'people'
  | 'settings'
  | 'other'

/** What a page of the desk is made of. */
export type ManagePage = Pick<Page, 'main' | 'title' | 'headers'> & {
  readonly status?: number
  readonly part: Part
  readonly caller: Caller
  readonly site: Site
  /** Of the search that led here. */
  readonly words?: string
  /** Names of files in `assets/` beside those of every page of the desk. */
  readonly styles?: readonly string[]
  readonly scripts?: readonly string[]
  /** Said above everything else: what was done, or why not. */
  readonly said?: Markup | null
}

type Way = {
  readonly part: Part
  readonly path: string
  readonly label: string
  /** Whom it is for; absent: everybody who comes to the desk. */
  readonly needs?: Capability
}

const WAYS: readonly Way[] = [
  { part: 'home', path: '/manage', label: 'Overview' },
  { part: 'events', path: '/manage/events', label: 'Events' },
  { part: 'new-event', path: '/manage/events/new', label: 'New event' },
  { part: 'venues', path: '/manage/venues', label: 'Venues' },
  { part: 'organizers', path: '/manage/organizers', label: 'Organizers' },
  { part: 'categories', path: '/manage/categories', label: 'Categories', needs: 'manage-categories' },
  { part: 'tags', path: '/manage/tags', label: 'Tags', needs: 'manage-tags' },
  { part: 'pictures', path: '/manage/pictures', label: 'Pictures' },
  { part: 'other', path: '/imports', label: 'Imports', needs: 'edit-others' },
  { part: 'other', path: '/history', label: 'History', needs: 'edit-others' },
  { part: 'people', path: '/manage/people', label: 'People', needs: 'manage-site' },
  { part: 'settings', path: '/manage/settings', label: 'Settings', needs: 'manage-site' },
  { part: 'other', path: '/account', label: 'My account' },
]

/** Where somebody may go at the desk; what a role may not do is not there. */
const waysFor = (caller: Caller): readonly Way[] =>
  WAYS.filter(({ needs }) => needs === undefined || can(caller, needs))

const navigation = (caller: Caller, part: Part, { baseUrl }: Site): Markup =>
  html`<nav class="manage-nav" aria-label="Desk">
    <ul>
      ${waysFor(caller).map(way =>
        way.part === part && part !== 'other'
          ? html`<li><a href="${baseUrl}${way.path}" aria-current="page">${way.label}</a></li>`
          : html`<li><a href="${baseUrl}${way.path}">${way.label}</a></li>`,
      )}
    </ul>
  </nav>`

/** A search for everything, on every page of the desk; `/` leads there. */
const search = (words: string, { baseUrl }: Site): Markup =>
  html`<form
    class="manage-search"
    method="get"
    action="${baseUrl}/manage/search"
    role="search"
    aria-label="Desk"
  >
    <label class="visually-hidden" for="manage-q">Search the desk</label>
    <input
      id="manage-q"
      name="q"
      type="search"
      value="${words}"
      maxlength="${SEARCH_LENGTH}"
      placeholder="Events, venues, tags …"
      aria-keyshortcuts="/"
      autocomplete="off"
      data-js="search"
    />
    <button type="submit" class="quiet">Search</button>
  </form>`

/** Something that was done. */
export const doneNotice = (said: Markup): Markup =>
  html`<div class="notice manage-done" role="status">${said}</div>`

/** Something that was not done, or needs somebody to look at it. */
export const problemNotice = (said: Markup): Markup => html`<div class="error" role="alert">${said}</div>`

/** A page of the desk, for one reader alone: nobody keeps it. */
export const managePage = ({
  status = 200,
  part,
  caller,
  site,
  said = null,
  words = '',
  styles = [],
  scripts = [],
  ...page
}: ManagePage): Page => ({
  status,
  title: page.title,
  headers: { 'Cache-Control': 'no-store, private', ...page.headers },
  styles: ['manage.css', ...styles],
  scripts: ['manage.js', ...scripts],
  main: html`<div class="manage">
    <div class="manage-top">${navigation(caller, part, site)} ${search(words, site)}</div>
    <div class="manage__main">${said} ${page.main}</div>
  </div>`,
})
