import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { input, proposals, type Choice } from '../controls.ts'
import { idsIn } from '../form/id-list.ts'
import { present, tagsPart } from '../form/tags.ts'
import type { Wrong } from '../form/wrong.ts'
import { NEW_ORGANIZER, NEW_VENUE, type Additions } from './additions.ts'
import type { ListField, Typed } from './typed.ts'

/** What the form offers to choose from. */
export type Offered = {
  readonly venues: readonly string[]
  readonly organizers: readonly string[]
  /** Ids, names and depths of the tree. */
  readonly categories: readonly { readonly id: number; readonly name: string; readonly depth: number }[]
  /** null: the author stays. */
  readonly authors: readonly Choice[] | null
  readonly zones: readonly string[]
  /** What ids of a list are called. */
  readonly nameOf: (list: ListField, id: number) => string
}

type Showing = {
  readonly typed: Typed
  readonly additions: Additions
  readonly wrong: Wrong
  readonly offered: Offered
}

const WORDS: Readonly<Record<string, string>> = {
  venue: 'Name of the new venue',
  organizer: 'Name of the new organizer',
  address: 'Street and number',
  city: 'City',
  zip: 'Postal code',
  country: 'Country',
  phone: 'Phone',
  email: 'E-mail address',
  website: 'Website',
}

const TYPES: Readonly<Record<string, 'tel' | 'email' | 'url'>> = {
  phone: 'tel',
  email: 'email',
  website: 'url',
}

const presentOf = ({ typed, offered }: Showing, list: ListField): Markup | null =>
  present({ list, ids: typed[list], nameOf: id => offered.nameOf(list, id) })

const made = (
  { additions, wrong }: Showing,
  group: 'newVenue' | 'newOrganizer',
  names: readonly string[],
  label: string,
): Markup => {
  const typed = additions[group]
  const isOpen = names.some(name => typed[name] !== '' || wrong[`${group}[${name}]`] !== undefined)
  return html`<details ${isOpen ? html`open` : null}>
    <summary>${label}</summary>
    <div class="manage-row">
      ${names.map(name =>
        input({
          ...{ name: `${group}[${name}]`, label: WORDS[name] ?? name, value: typed[name] ?? '' },
          ...{ type: TYPES[name] ?? 'text', why: wrong[`${group}[${name}]`] },
        }),
      )}
    </div>
  </details>`
}

const places = (showing: Showing): Markup => {
  const { additions, wrong, offered } = showing
  return html`<fieldset class="manage-part">
      <legend>Where</legend>
      ${presentOf(showing, 'venues')}
      ${input({
        ...{ name: 'addVenue', label: 'Add a venue', value: additions.venue, list: 'venues' },
        ...{ hint: 'Type its name.', why: wrong['addVenue'] },
      })}
      ${proposals('venues', offered.venues)}
      ${made(showing, 'newVenue', NEW_VENUE, 'A venue that is not here yet')}
    </fieldset>
    <fieldset class="manage-part">
      <legend>Organizers</legend>
      ${presentOf(showing, 'organizers')}
      ${input({
        ...{
          name: 'addOrganizer',
          label: 'Add an organizer',
          value: additions.organizer,
          list: 'organizers',
        },
        ...{ hint: 'Type the name.', why: wrong['addOrganizer'] },
      })}
      ${proposals('organizers', offered.organizers)}
      ${made(showing, 'newOrganizer', NEW_ORGANIZER, 'An organizer that is not here yet')}
    </fieldset>`
}

/** One of hundreds: without a blank too many. */
const tree = ({ typed, offered }: Showing): Markup => {
  const chosen = new Set(idsIn(typed.categories))
  return html`<div class="manage-tree">
    ${offered.categories.map(
      ({ id, name, depth }) =>
        // prettier-ignore
        html`<label class="check" data-depth="${Math.min(depth, 4)}"><input type="checkbox" name="categories[]" value="${id}" ${chosen.has(id) ? html`checked` : null} /><span>${name}</span></label>`,
    )}
  </div>`
}

const terms = (showing: Showing): Markup => {
  const { typed, additions, wrong, offered } = showing
  return html`<fieldset class="manage-part">
      <legend>Categories</legend>
      ${tree(showing)}
      ${input({
        ...{ name: 'addCategories', label: 'Further categories', value: additions.categories },
        ...{ hint: 'Names with commas between them; new ones are made.', why: wrong['addCategories'] },
      })}
    </fieldset>
    ${tagsPart({
      ...{ ids: typed.tags, added: additions.tags, why: wrong['addTags'] },
      nameOf: id => offered.nameOf('tags', id),
    })}`
}

/** What an event names: venues and organizers, or categories and tags. */
export const chosenPanel = (showing: Showing, which: 'places' | 'terms'): Markup =>
  which === 'places' ? places(showing) : terms(showing)
