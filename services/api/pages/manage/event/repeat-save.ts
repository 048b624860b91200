import { type EventId, eventId } from '../../../../../shared/kernel/brands.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { startOfDay } from '../../../../../shared/kernel/time/calculate.ts'
import { formatDate } from '../../../../../shared/kernel/time/format.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import { contextOf, type Site } from '../../../platform/call.ts'
import type { Nested } from '../../../platform/request/addressing.ts'
import { formTokens } from '../../form-token.ts'
import { nameOf } from '../../items/objects.ts'
import { ONCE, onceField, onceOf } from '../../once.ts'
import { textOf, textsOf, type Page, type Shown, type Visit } from '../../page.ts'
import { callAt, type Outcome } from '../call.ts'
import { managePage, problemNotice } from '../frame.ts'
import { refusedBy, unsendable } from '../form/wrong.ts'
import { keptFields } from '../form/signed-out.ts'
import type { Done } from '../several/each.ts'
import { resultPage } from '../several/result.ts'
import { cut, EVENTS, eventsText } from '../words.ts'
import { NO_ADDITIONS } from './additions.ts'
import { onDay, repeatedDates, repeatIn } from './repeat.ts'
import {
  again,
  madeBefore,
  NEW_EVENT,
  newForm,
  newSent,
  type NewForm,
  type NewSent,
  type SaveDeps,
  type SavingDeps,
} from './save.ts'
import { FIELDS } from './sent.ts'
import { typedOf, type Typed } from './typed.ts'

/** Whether the form asks for more than one event. */
export const isRepeated = (form: Nested): boolean => repeatIn(form).repeat !== ''

const dateText = (day: string, { settings }: Site): string =>
  formatDate(`D, ${settings.dateFormat}`, startOfDay(day))

/** Fields of the page of dates; the others are those of the form. */
const OWN = new Set(['form_token', ONCE, 'then', 'dates'])

/** One of hundreds: without a blank too many. */
const dateBox = (day: string, text: string): Markup =>
  html`<label><input type="checkbox" name="dates[]" value="${day}" checked />${text}</label>`

type Asking = {
  readonly form: Nested
  readonly typed: Typed
  readonly dates: readonly string[]
  readonly token: Markup
  readonly held: Held
  readonly site: Site
  /** Nothing was chosen of what was shown before. */
  readonly isEmpty: boolean
}

/** All dates, to be made or left out one by one. */
const datesPage = ({ form, typed, dates, token, held, site, isEmpty }: Asking): Page =>
  managePage({
    ...{ part: 'new-event', caller: held.user, site, title: 'Dates', status: isEmpty ? 400 : 200 },
    said: isEmpty ? problemNotice(html`<p>Nothing was made. Please choose at least one date.</p>`) : null,
    main: html`<h1>${eventsText(dates.length)}: ${cut(nameOf(typed.title))}</h1>
      <p>Nothing is made yet. Take the mark away from dates on which it does not take place.</p>
      <form method="post" action="${site.baseUrl}/manage/events/new" enctype="multipart/form-data">
        ${token} ${onceField(form)} ${keptFields(form, OWN)}
        <fieldset class="manage-part">
          <legend>Dates</legend>
          <div class="manage-dates-made">${dates.map(day => dateBox(day, dateText(day, site)))}</div>
        </fieldset>
        <div class="actions manage-save">
          <button type="submit" name="then" value="make">Make these events</button>
          <button type="submit" class="quiet" name="then" value="back">Back to the form</button>
        </div>
      </form>`,
  })

type Made = { readonly all: readonly Done[]; readonly last: Outcome | null }

/** Refusals in a row, with nothing made, after which no other date would do. */
const HOPELESS = 3

/** What the first of them was made with, for the others: what it made on the spot or had fetched is there by then. */
const likeFirst = async (deps: SaveDeps, typed: Typed, id: EventId, zone: string): Promise<Typed> => {
  const { item } = await deps.events.meetEvent(id)
  if (item === null) return typed
  const { venues, organizers, categories, tags, image } = typedOf(item.values, zone)
  return { ...typed, venues, organizers, categories, tags, image, slug: '' }
}

type Wanted = {
  readonly days: readonly string[]
  readonly correlation: string
  /** Number that the event of a day has, as soon as it is made; a form without a key says nothing of it. */
  readonly made: ReadonlyMap<string, number>
}

type OneOf = Pick<NewForm, 'typed' | 'additions'> & {
  readonly correlation: string
  readonly id: number | undefined
}

const makeOne = async (
  deps: SaveDeps,
  held: Held,
  visit: Visit,
  { typed, additions, correlation, id }: OneOf,
): Promise<Outcome> => {
  const sent: NewSent = await newSent(deps, held, typed, additions)
  const call = callAt(held, visit, { route: NEW_EVENT.route, correlation, sent: sent.args })
  const outcome = await deps.commands.create(call, sent.besides, async () => id)
  // the same form may have come twice at the same time
  const isMade = !outcome.ok && id !== undefined && (await deps.forms.wasEver('event', id))
  return isMade ? { ok: true, id } : outcome
}

/** What the form makes: as it was asked first, if it was sent before (spec 00 §5). */
const wantedBy = async (
  deps: SaveDeps,
  held: Held,
  visit: Visit,
  chosen: readonly string[],
): Promise<Wanted> => {
  const call = callAt(held, visit, { route: NEW_EVENT.route, correlation: deps.newCorrelation(), sent: {} })
  const taken = await onceOf(deps.forms, held, visit, NEW_EVENT).days(contextOf(call), chosen)
  if (taken === null) return { days: chosen, correlation: call.correlation, made: new Map() }
  const made = taken.things.map(({ day = '', id }) => [day, id] as const)
  return { days: made.map(([day]) => day), correlation: taken.correlation, made: new Map(made) }
}

/** Makes an event of each day, one after the other, everything else in between. */
const makeAll = async (
  deps: SaveDeps,
  held: Held,
  visit: Visit,
  { days, correlation, made }: Wanted,
): Promise<Made> => {
  const all: Done[] = []
  let { typed, additions } = newForm(visit)
  let last: Outcome | null = null
  let isAnyMade = false
  for (const day of days) {
    await nextTurn()
    const id = made.get(day)
    const outcome =
      id !== undefined && (await deps.forms.wasEver('event', id))
        ? ({ ok: true, id } as const)
        : await makeOne(deps, held, visit, { typed: onDay(typed, day), additions, correlation, id })
    last = outcome
    const title = dateText(day, visit.at.site)
    all.push({
      ...{ id: outcome.ok ? outcome.id : 0, title, isDone: outcome.ok },
      why: outcome.ok ? null : outcome.message,
    })
    if (outcome.ok && !isAnyMade) {
      isAnyMade = true
      typed = await likeFirst(deps, typed, eventId(outcome.id), visit.at.site.zone)
      additions = NO_ADDITIONS
    }
    if (all.length >= HOPELESS && !isAnyMade) break
  }
  return { all, last }
}

const chosenIn = (form: Nested, known: readonly string[]): readonly string[] => {
  const sent = textsOf(form, 'dates')
  return known.filter(day => sent.includes(day))
}

/** Shows the dates of a new event that repeats, and makes those that were chosen (spec 07 §5). */
export const saveRepeated = async (deps: SavingDeps, held: Held, visit: Visit): Promise<Shown> => {
  const { form, at } = visit
  const blank = newForm(visit)
  const { typed } = blank
  const sent = await newSent(deps, held, typed, blank.additions)
  const found = repeatedDates(repeatIn(form), typed)
  const wrong = { ...sent.wrong, ...(found.ok ? {} : found.wrong) }
  if (!found.ok || Object.keys(wrong).length > 0) return again(deps, held, visit, blank, unsendable(wrong))
  const isMade = textOf(form, 'then') === 'make'
  const chosen = isMade ? chosenIn(form, found.dates) : []
  const token = await formTokens(deps.desk).field(held, at.ms)
  if (chosen.length === 0)
    return datesPage({
      ...{ form, typed, dates: found.dates, token, held, site: at.site, isEmpty: isMade },
    })
  const wanted = await wantedBy(deps, held, visit, chosen)
  // it made a single one before
  if (wanted.made.has('')) return madeBefore(deps, held, visit)
  const { all, last } = await makeAll(deps, held, visit, wanted)
  const first = all.find(({ isDone }) => isDone)
  if (first === undefined && last?.ok === false)
    return again(deps, held, visit, blank, refusedBy(last, FIELDS))
  await deps.settled()
  if (first !== undefined) await deps.whenSaved(first.id)
  return resultPage({
    ...{ all, caller: held.user, site: at.site, subject: EVENTS, batch: wanted.correlation, token },
    title: cut(nameOf(typed.title)),
    doneText: count => `${eventsText(count)} made.`,
  })
}
