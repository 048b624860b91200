import type { Position } from '../../../../../shared/kernel/brands.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { ItemStatus } from '../../../../../shared/facts/common.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import { checkbox, input, proposals, select, textarea, type Choice } from '../controls.ts'
import { editedText } from '../form/edited-text.ts'
import { enterSaves, picturePart, type PictureShown } from '../form/picture.ts'
import { clockField, PUBLISHED_HINT } from '../form/published.ts'
import type { Wrong } from '../form/wrong.ts'
import { statusesFor, statusWords } from '../words.ts'
import { chosenPanel, type Offered } from './chosen.ts'
import type { Additions } from './additions.ts'
import { repeatPart } from './repeat-part.ts'
import type { Repeat } from './repeat.ts'
import type { Had, Typed } from './typed.ts'

/** Everything that the form of an event shows. */
export type FormShowing = {
  /** null: a new one. */
  readonly id: number | null
  /** Position of the newest record that this form knows of; 0: a new event. */
  readonly rev: Position
  readonly typed: Typed
  /** What it had when it was opened: who sees a venue or organizer may be another since (spec 07 §6). */
  readonly had: Had
  readonly additions: Additions
  readonly wrong: Wrong
  readonly offered: Offered
  readonly picture: PictureShown
  /** Only of new ones. */
  readonly repeat: Repeat
  /** How the cost is understood; "": there is none. */
  readonly cost: string
  readonly token: Markup
  /** Above the fields: members between which somebody has to choose. */
  readonly conflicts: Markup | null
  readonly caller: Caller
  readonly site: Site
}

const when = ({ typed, wrong, offered }: FormShowing): Markup =>
  html`<fieldset class="manage-part">
    <legend>When</legend>
    ${checkbox('allDay', '1', 'It takes whole days', typed.allDay !== '')}
    <div class="manage-row">
      ${input({
        ...{ name: 'startDate', label: 'First day', value: typed.startDate, type: 'date', isNeeded: true },
        why: wrong['startDate'],
      })}
      ${input({
        ...{
          name: 'startTime',
          label: 'Begins at',
          value: typed.startTime,
          type: 'time',
          why: wrong['startTime'],
        },
      })}
      ${input({
        ...{ name: 'endDate', label: 'Last day', value: typed.endDate, type: 'date', why: wrong['endDate'] },
        hint: 'Nothing: it ends on its first day.',
      })}
      ${input({
        ...{ name: 'endTime', label: 'Ends at', value: typed.endTime, type: 'time', why: wrong['endTime'] },
      })}
    </div>
    ${input({
      ...{
        name: 'timezone',
        label: 'Time zone',
        value: typed.timezone,
        list: 'zones',
        why: wrong['timezone'],
      },
      hint: 'The clock by which these times are meant.',
    })}
    ${proposals('zones', offered.zones)}
  </fieldset>`

const texts = ({ typed, wrong, site }: FormShowing): Markup =>
  html`${editedText(
    { name: 'description', label: 'Text', value: typed.description, rows: 10, why: wrong['description'] },
    site,
  )}
  ${textarea({
    ...{ name: 'excerpt', label: 'Summary', value: typed.excerpt, rows: 2, why: wrong['excerpt'] },
    hint: 'Nothing: how the text begins.',
  })}`

const money = ({ typed, wrong, cost }: FormShowing): Markup =>
  html`${input({
    ...{ name: 'cost', label: 'Cost', value: typed.cost, why: wrong['cost'] },
    hint: cost === '' ? 'For instance: free, 5, 5 – 10.' : `Shown as: ${cost}`,
  })}
  ${input({
    ...{ name: 'website', label: 'Website', value: typed.website, type: 'url', why: wrong['website'] },
  })}`

const statusChoices = ({ typed, caller }: FormShowing): readonly Choice[] => {
  const all = [...new Set([...statusesFor(caller), typed.status as ItemStatus])]
  return all.map(status => [status, statusWords[status]])
}

const publication = (showing: FormShowing): Markup => {
  const { typed, wrong, offered } = showing
  return html`<fieldset class="manage-part">
    <legend>Publication</legend>
    ${select({
      ...{ name: 'status', label: 'Status', value: typed.status, choices: statusChoices(showing) },
      why: wrong['status'],
    })}
    ${input({
      ...{
        name: 'publishedAt',
        label: 'Date of publication',
        value: typed.publishedAt,
        type: 'datetime-local',
      },
      hint: PUBLISHED_HINT,
      why: wrong['publishedAt'],
    })}
    ${
      offered.authors === null
        ? html`<input type="hidden" name="author" value="${typed.author}" />`
        : select({
            ...{ name: 'author', label: 'Author', value: typed.author, choices: offered.authors },
            why: wrong['author'],
          })
    }
    ${input({ name: 'slug', label: 'Address of the page', value: typed.slug, why: wrong['slug'], hint: 'Nothing: made of the title.' })}
    ${input({
      ...{ name: 'password', label: 'Password', value: typed.password, why: wrong['password'] },
      hint: 'Only who knows it sees more than title and dates. Nothing: everybody.',
    })}
  </fieldset>`
}

const looks = ({ typed }: FormShowing): Markup =>
  html`<fieldset class="manage-part">
    <legend>Display</legend>
    ${checkbox('featured', '1', 'Featured', typed.featured !== '')}
    ${checkbox('sticky', '1', 'First among others', typed.sticky !== '')}
    ${checkbox('hidden', '1', 'Not in lists', typed.hidden !== '')}
    ${checkbox('showMap', '1', 'With a map', typed.showMap !== '')}
    ${checkbox('showMapLink', '1', 'With a link to a map', typed.showMapLink !== '')}
  </fieldset>`

const buttons = (): Markup =>
  html`<div class="actions manage-save">
    <button type="submit">Save</button>
    <button type="submit" class="quiet" name="then" value="show">Save and see its page</button>
    <button type="submit" class="quiet" name="then" value="preview" formtarget="_blank">
      Preview<span class="visually-hidden"> in another window</span>
    </button>
  </div>`

const hadFields = ({ had }: FormShowing): readonly (Markup | null)[] =>
  (['venues', 'organizers'] as const).map(list =>
    had[list] === undefined ? null : html`<input type="hidden" name="had[${list}]" value="${had[list]}" />`,
  )

/** The form of an event (spec 07 §5). */
export const eventForm = (showing: FormShowing): Markup => {
  const { id, rev, typed, wrong, token, conflicts, site } = showing
  return html`<form
    class="manage-form"
    method="post"
    action="${site.baseUrl}/manage/events/${id ?? 'new'}"
    enctype="multipart/form-data"
    data-js="keeps"
    novalidate
  >
    ${enterSaves}${token}<input type="hidden" name="rev" value="${rev}" /> ${clockField(site.zone)}
    ${hadFields(showing)} ${conflicts}
    <div class="manage-form__main">
      ${input({ name: 'title', label: 'Title', value: typed.title, isNeeded: true, why: wrong['title'] })}
      ${when(showing)} ${id === null ? repeatPart(showing.repeat, wrong) : null}
      ${chosenPanel(showing, 'places')} ${texts(showing)} ${picturePart({ ...showing, image: typed.image })}
      ${money(showing)}
    </div>
    <div class="manage-form__side">
      ${publication(showing)} ${chosenPanel(showing, 'terms')} ${looks(showing)}
    </div>
    ${buttons()}
  </form>`
}
