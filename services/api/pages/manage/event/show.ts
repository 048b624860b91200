import { termId, type Position } from '../../../../../shared/kernel/brands.ts'
import type { PictureQueries } from '../../../../../projections/pictures/queries.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { parseCost } from '../../../../../shared/kernel/cost.ts'
import type { EventValues } from '../../../../../shared/facts/event.ts'
import { parseZone } from '../../../../../shared/kernel/time/zone.ts'
import { can } from '../../../../../shared/rights.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import { formTokens } from '../../form-token.ts'
import { nameOf } from '../../items/objects.ts'
import { onceField } from '../../once.ts'
import type { Page, Visit } from '../../page.ts'
import type { SessionDesk } from '../../session-desk.ts'
import { EDITOR } from '../form/edited-text.ts'
import { idsIn } from '../form/id-list.ts'
import { pictureShown } from '../form/picture.ts'
import { wrongSummary, type Wrong } from '../form/wrong.ts'
import { managePage } from '../frame.ts'
import { authorChoices, namesIn, type OfferDeps } from '../offered.ts'
import { termsFor, treeOf } from '../terms.ts'
import { cut } from '../words.ts'
import type { Additions } from './additions.ts'
import type { Offered } from './chosen.ts'
import { eventForm } from './form.ts'
import { seenIn } from './reads.ts'
import { repeatIn } from './repeat.ts'
import type { Had, Typed } from './typed.ts'

export type ShowDeps = OfferDeps & {
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  readonly pictures: PictureQueries
}

/** A form that is to be shown. */
export type Form = {
  readonly id: number | null
  readonly rev: Position
  readonly typed: Typed
  readonly additions: Additions
  /** Venues and organizers that it had when it was opened; absent: those that are `typed`. */
  readonly had?: Had
  readonly wrong?: Wrong
  /** Of the source of an imported event. */
  readonly currency?: EventValues['currency']
  /** Said above it. */
  readonly said?: Markup | null
  readonly conflicts?: ((nameOf: Offered['nameOf']) => Markup | null) | null
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

const ZONES = Intl.supportedValuesOf('timeZone').filter(name => parseZone(name) === name)

/** Names of everything that a form has in its lists, as far as its reader may know them. */
const namesFor = async (
  deps: OfferDeps,
  typed: readonly Typed[],
  caller: Caller,
): Promise<Offered['nameOf']> => {
  const named = await seenIn(deps, typed, caller)
  const known = new Map<string, string>(
    Object.entries(named).flatMap(([list, all]) =>
      all.map(({ _id, values }) => [`${list} ${_id}`, cut(nameOf(values.name))] as const),
    ),
  )
  return (list, id) => known.get(`${list} ${id}`) ?? `no longer there (#${id})`
}

const offeredFor = async (
  deps: OfferDeps,
  typed: Typed,
  caller: Caller,
  others: readonly Typed[],
): Promise<Offered> => {
  const [categories, venues, organizers, nameFor] = await Promise.all([
    termsFor(deps.terms, 'cal_events_cat', idsIn(typed.categories).map(termId)),
    namesIn(deps.venues, caller),
    namesIn(deps.organizers, caller),
    namesFor(deps, [typed, ...others], caller),
  ])
  return {
    ...{ venues, organizers, nameOf: nameFor },
    categories: treeOf(categories).map(({ term, depth }) => ({
      ...{ id: term._id, name: cut(nameOf(term.values.name)), depth },
    })),
    authors: can(caller, 'assign-author') ? authorChoices(deps.users, Number(typed.author) || null) : null,
    zones: ZONES,
  }
}

/** Where one goes with an event, but for saving it: above its form, so that what is saved is all that stays in view. */
const waysOf = (id: number, caller: Caller, { baseUrl }: Site): Markup =>
  html`<div class="actions">
    <a href="${baseUrl}/?p=${id}">Its page</a>
    ${can(caller, 'edit-others') ? html`<a href="${baseUrl}/history/event/${id}">History</a>` : null}
    <a class="button button--quiet" href="${baseUrl}/manage/events/new?from=${id}">Duplicate</a>
    <a class="button button--danger" href="${baseUrl}/manage/events/several?do=trash&amp;id[]=${id}"
      >Move to the trash</a
    >
  </div>`

/** Shows the form of an event to whoever is signed in. `others`: further forms whose ids have to have names. */
export const showForm = async (
  deps: ShowDeps,
  held: Held,
  { at, form: sent }: Pick<Visit, 'at' | 'form'>,
  form: Form,
  others: readonly Typed[] = [],
): Promise<Page> => {
  const { id, rev, typed, additions, wrong = {}, said = null, currency = null } = form
  const { settings } = at.site
  const offered = await offeredFor(deps, typed, held.user, others)
  const title = id === null ? 'New event' : cut(nameOf(typed.title)) || 'Event'
  const site = {
    ...{ symbol: settings.currencySymbol, code: settings.currencyCode, position: settings.currencyPosition },
  }
  const main = eventForm({
    ...{ id, rev, typed, had: form.had ?? typed, additions, wrong, offered },
    ...{ caller: held.user, site: at.site },
    ...{ picture: await pictureShown(deps.pictures, typed.image, sent), repeat: repeatIn(sent) },
    cost: typed.cost === '' ? '' : parseCost(typed.cost, currency, site).display,
    token: html`${await formTokens(deps.desk).field(held, at.ms)}${id === null ? onceField(sent) : null}`,
    conflicts: form.conflicts?.(offered.nameOf) ?? null,
  })
  return managePage({
    ...{ part: id === null ? 'new-event' : 'events', caller: held.user, site: at.site, title },
    ...(form.headers === undefined ? {} : { headers: form.headers }),
    status: form.status ?? 200,
    ...{ styles: EDITOR.styles, scripts: ['manage-picture.js', ...EDITOR.scripts] },
    said: html`${said}${wrongSummary(wrong)}`,
    main: html`<header class="manage-head">
        <h1>${title}</h1>
        ${id === null ? null : waysOf(id, held.user, at.site)}
      </header>
      ${main}`,
  })
}
