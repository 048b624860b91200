import type { EventDetail } from '../../../../../projections/event-listing/queries.ts'
import type { EventValues } from '../../../../../shared/facts/event.ts'
import { html } from '../../../../../shared/kernel/html/markup.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import type { EventReads } from '../../../items/event-deps.ts'
import type { Nested } from '../../../platform/request/nesting.ts'
import { textOf, type Shown, type Visit } from '../../page.ts'
import { forbidden } from '../../refusals.ts'
import { callAt, type Outcome } from '../call.ts'
import type { EventCommands } from '../commands.ts'
import { problemNotice } from '../frame.ts'
import { addedTo, additionsIn, NO_ADDITIONS, resolved, type Added, type Additions } from './additions.ts'
import { conflictPanel } from './conflicts.ts'
import { mergeOf, type Merge } from './merge.ts'
import { asOf, editedEvent, withoutUnseen, writerSince, type Edited } from './reads.ts'
import { sentOf, wrongIn } from './sent.ts'
import { showForm, type Form, type ShowDeps } from './show.ts'
import { groups, typedIn, typedOf, withGroups, type Group, type Typed } from './typed.ts'

export type SaveDeps = ShowDeps & {
  readonly events: Pick<EventReads, 'meetEvent'>
  readonly commands: EventCommands
  readonly newCorrelation: () => string
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

/** Others may write meanwhile: then it is compared anew. */
const ATTEMPTS = 4

/** The form again, with what is wrong; what the interface says of no field stands above it. */
const again = (
  deps: SaveDeps,
  held: Held,
  visit: Visit,
  form: Form,
  outcome: Outcome | null,
): Promise<Shown> => {
  const isBare = outcome !== null && !outcome.ok && Object.keys(outcome.params).length === 0
  const wrong = outcome === null || outcome.ok ? form.wrong : wrongIn(outcome.params)
  return showForm(deps, held, visit, {
    ...form,
    ...(wrong === undefined ? {} : { wrong }),
    said: isBare ? problemNotice(html`<p>Nothing was saved. ${outcome.message}</p>`) : null,
    status: outcome === null || outcome.ok ? 400 : outcome.status,
  })
}

const leadTo = (visit: Visit, id: number, said: string): Shown => {
  const { baseUrl } = visit.at.site
  const isShown = textOf(visit.form, 'then') === 'show'
  return { redirect: isShown ? `${baseUrl}/?p=${id}` : `${baseUrl}/manage/events/${id}?saved=${said}` }
}

/** What a new event has by itself where nothing was typed. */
const isLeftOut = (group: Group, typed: Typed): boolean =>
  (group === 'slug' || group === 'website' || group === 'image') && typed[group] === ''

/** Saves a new event (spec 07 §5). */
export const saveNew = async (deps: SaveDeps, held: Held, visit: Visit): Promise<Shown> => {
  const [typed, additions] = [typedIn(visit.form), additionsIn(visit.form)]
  const form: Form = { id: null, rev: 0, typed, additions }
  const { added, wrong: notFound } = await resolved(deps, additions, held.user)
  const { args, besides, wrong } = sentOf(
    groups.filter(group => !isLeftOut(group, typed)),
    typed,
    added,
  )
  const all = { ...wrong, ...notFound }
  if (Object.keys(all).length > 0) return again(deps, held, visit, { ...form, wrong: all }, null)
  const call = callAt(held, visit, {
    ...{ route: 'POST /manage/events/new', correlation: deps.newCorrelation(), sent: args },
  })
  const outcome = await deps.commands.create(call, besides)
  if (!outcome.ok) return again(deps, held, visit, form, outcome)
  await deps.settled()
  return leadTo(visit, outcome.id, 'new')
}

type Saving = {
  readonly edited: Edited
  readonly id: number
  readonly rev: number
  readonly base: Typed
  readonly now: Typed
  /** With what was chosen between two writers. */
  readonly typed: Typed
  readonly additions: Additions
  readonly merge: Merge
  /** The event as this reader sees it. */
  readonly seenOf: (values: EventValues) => EventValues
}

/** Groups whose stored form was chosen in a form that had asked; those that were asked and not answered. */
const choicesIn = (form: Nested) => {
  const asked = typeof form['asked'] === 'object' ? Object.values(form['asked']) : []
  const known = groups.filter(group => asked.includes(group))
  const chosen = typeof form['choice'] === 'object' ? form['choice'] : {}
  return {
    theirs: known.filter(group => chosen[group] === 'theirs'),
    open: known.filter(group => chosen[group] !== 'theirs' && chosen[group] !== 'mine'),
  }
}

const NAMES = { venues: ['venue', 'newVenue'], organizers: ['organizer', 'newOrganizer'] } as const

/** Additions without those to groups that stay as others have them. */
const additionsWithout = (additions: Additions, some: readonly Group[]): Additions => {
  const left = some.flatMap(group =>
    group === 'venues' || group === 'organizers'
      ? NAMES[group]
      : group === 'tags' || group === 'categories'
        ? [group]
        : [],
  )
  return { ...additions, ...Object.fromEntries(left.map(name => [name, NO_ADDITIONS[name]])) }
}

const comparedWith = async (
  deps: SaveDeps,
  edited: Edited,
  held: Held,
  { form, at }: Visit,
  id: number,
): Promise<Saving | null> => {
  const rev = Number(textOf(form, 'rev'))
  const then = asOf(edited, rev)
  if (then === null) return null
  const seenOf = await withoutUnseen(deps, [then.values, edited.event.values], held.user)
  const typedAt = ({ values }: EventDetail) => typedOf(seenOf(values), at.site.zone)
  const [base, now] = [typedAt(then), typedAt(edited.event)]
  const { theirs, open } = choicesIn(form)
  const typed = withGroups(typedIn(form), base, theirs)
  const additions = additionsWithout(additionsIn(form), theirs)
  const merged = mergeOf(base, typed, now, addedTo(additions))
  // who was asked and said nothing is asked again
  const merge = {
    ...merged,
    mine: merged.mine.filter(group => !open.includes(group)),
    both: [...merged.both, ...merged.mine.filter(group => open.includes(group))],
  }
  return { edited, id, rev, base, now, typed, additions, merge, seenOf }
}

const formOf = ({ id, rev, typed, additions, edited }: Saving): Form => ({
  ...{ id, rev, typed, additions, currency: edited.event.values.currency },
})

/** Writes what only this reader changed; null: there is nothing. */
const written = async (
  deps: SaveDeps,
  held: Held,
  visit: Visit,
  { id, edited, typed, merge }: Saving,
  added: Added,
): Promise<Outcome | null> => {
  const { args, besides } = sentOf(merge.mine, typed, added)
  if (merge.mine.length === 0) return null
  const call = callAt(held, visit, {
    ...{ route: 'POST /manage/events/{id}', correlation: deps.newCorrelation(), sent: args, id },
  })
  return deps.commands.change(call, edited.event.values, besides)
}

/** Shows what both changed; everything else is as it is now. */
const ask = async (deps: SaveDeps, held: Held, visit: Visit, saving: Saving): Promise<Shown> => {
  const { id, rev, typed, additions, merge, seenOf, edited } = saving
  const latest = await editedEvent(deps.events, id, held.user)
  if (typeof latest === 'string') return null
  const now = typedOf(seenOf(latest.event.values), visit.at.site.zone)
  const mine = withGroups(now, typed, merge.both)
  const left = additionsWithout(
    additions,
    groups.filter(group => !merge.both.includes(group)),
  )
  const writer = writerSince(edited, rev, deps.users)
  const form: Form = {
    ...formOf({ ...saving, typed: mine, additions: left }),
    ...{ rev: latest.event.rev, status: 409 },
    conflicts: nameOf =>
      conflictPanel({
        ...{ both: merge.both, mine, theirs: now, added: addedTo(left), writer, nameOf, site: visit.at.site },
      }),
  }
  return showForm(deps, held, visit, form, [now])
}

const saveOnce = async (
  deps: SaveDeps,
  held: Held,
  visit: Visit,
  saving: Saving,
): Promise<Shown | 'changed-meanwhile'> => {
  const { id, merge, typed, additions } = saving
  const { added, wrong: notFound } = await resolved(deps, additions, held.user)
  const all = { ...sentOf(merge.mine, typed, added).wrong, ...notFound }
  if (Object.keys(all).length > 0) return again(deps, held, visit, { ...formOf(saving), wrong: all }, null)
  const outcome = await written(deps, held, visit, saving, added)
  if (outcome?.ok === false)
    return outcome.status === 409 ? 'changed-meanwhile' : again(deps, held, visit, formOf(saving), outcome)
  await deps.settled()
  if (merge.both.length > 0) return ask(deps, held, visit, saving)
  return leadTo(visit, id, ['yes', ...merge.theirs].join(','))
}

/** Saves changes of an event (spec 07 §6): what nobody else touched; between the rest somebody chooses. */
export const saveChanges = async (deps: SaveDeps, held: Held, visit: Visit, id: number): Promise<Shown> => {
  for (let attempt = 1; ; attempt++) {
    const edited = await editedEvent(deps.events, id, held.user)
    if (edited === 'forbidden') return forbidden
    if (edited === 'unknown') return null
    if (edited === 'trash') return { redirect: `${visit.at.site.baseUrl}/manage/events/${id}` }
    const saving = await comparedWith(deps, edited, held, visit, id)
    if (saving === null) return null
    const shown = await saveOnce(deps, held, visit, saving)
    if (shown !== 'changed-meanwhile') return shown
    if (attempt === ATTEMPTS)
      return again(deps, held, visit, formOf(saving), {
        ...{ ok: false, status: 409, params: {} },
        message: 'Others are changing this event at this moment. Please save again.',
      })
  }
}
