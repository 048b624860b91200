import { openedAt, NO_RECORD } from '../form/edited.ts'
import type { EventId, Position } from '../../../../../shared/kernel/brands.ts'
import type { EventDetail } from '../../../../../projections/event-listing/queries.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import type { Forms } from '../../../../forms/forms.ts'
import type { EventReads } from '../../../items/event-deps.ts'
import { onceOf, type Making } from '../../once.ts'
import { textOf, type Shown, type Visit } from '../../page.ts'
import { forbidden } from '../../refusals.ts'
import { callAt } from '../call.ts'
import type { EventCommands } from '../commands.ts'
import { conflictPanel, writerSince } from '../form/conflicts.ts'
import { askingAgain, choicesIn, mergeOf, withGroups, type Merge } from '../form/merge.ts'
import { savedBy, savedText } from '../form/save.ts'
import { refusedBy, unsendable, type Refused } from '../form/wrong.ts'
import { addedTo, additionsIn, NO_ADDITIONS, resolved, type Additions } from './additions.ts'
import { conflictsOf } from './conflicts.ts'
import { asOf, editedEvent, typedFor, withoutUnseen, type Edited } from './reads.ts'
import { FIELDS, sentOf } from './sent.ts'
import { showForm, type Form, type ShowDeps } from './show.ts'
import { GROUPS, groups, hadIn, typedIn, typedOf, type Group, type Typed } from './typed.ts'

export type SaveDeps = ShowDeps & {
  readonly events: Pick<EventReads, 'meetEvent'>
  readonly commands: EventCommands
  readonly newCorrelation: () => string
  readonly forms: Forms
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

export type SavingDeps = SaveDeps & {
  /** What is done besides once an event is saved, by its number; of several that are made at once, the first. */
  readonly whenSaved: (event: number) => Promise<void>
}

/** The form again, with what is wrong. */
export const again = (
  deps: SaveDeps,
  held: Held,
  visit: Visit,
  form: Form,
  refused: Refused,
): Promise<Shown> => showForm(deps, held, visit, { ...form, ...refused })

const leadTo = (visit: Visit, id: number, said: string): Shown => {
  const { baseUrl } = visit.at.site
  const isShown = textOf(visit.form, 'then') === 'show'
  return { redirect: isShown ? `${baseUrl}/?p=${id}` : `${baseUrl}/manage/events/${id}?saved=${said}` }
}

/** The form of a new event makes one, or several of days. */
export const NEW_EVENT: Making = { route: 'POST /manage/events/new', kind: 'event' }

/** To what this very form made before (spec 00 §5); null: it made nothing. */
export const madeBefore = async (deps: SaveDeps, held: Held, visit: Visit): Promise<Shown> => {
  const id = await onceOf(deps.forms, held, visit, NEW_EVENT).made()
  if (id === null) return null
  await deps.settled()
  return leadTo(visit, id, 'before')
}

/** What a new event has by itself where nothing was typed. */
const isLeftOut = (group: Group, typed: Typed): boolean =>
  (group === 'slug' || group === 'website' || group === 'image') && typed[group] === ''

export type NewForm = Pick<Form, 'id' | 'rev' | 'typed' | 'additions'>

/** A new event as a form has it. */
export const newForm = ({ form }: Pick<Visit, 'form'>): NewForm => ({
  ...{ id: null, rev: NO_RECORD, typed: typedIn(form), additions: additionsIn(form) },
})

export type NewSent = ReturnType<typeof sentOf>

/** What the interface is sent for a new event, and what cannot be sent. */
export const newSent = async (
  deps: Pick<SaveDeps, 'venues' | 'organizers' | 'terms'>,
  held: Held,
  typed: Typed,
  additions: Additions,
): Promise<NewSent> => {
  const { added, wrong: notFound } = await resolved(deps, additions, held.user)
  const some = groups.filter(group => !isLeftOut(group, typed))
  const sent = sentOf(some, typed, added)
  return { ...sent, wrong: { ...sent.wrong, ...notFound } }
}

/** Saves a new event (spec 07 §5). */
export const saveNew = async (deps: SavingDeps, held: Held, visit: Visit): Promise<Shown> => {
  const form = newForm(visit)
  const { args, besides, wrong } = await newSent(deps, held, form.typed, form.additions)
  if (Object.keys(wrong).length > 0) return again(deps, held, visit, form, unsendable(wrong))
  const call = callAt(held, visit, {
    ...{ route: NEW_EVENT.route, correlation: deps.newCorrelation(), sent: args },
  })
  const once = onceOf(deps.forms, held, visit, NEW_EVENT)
  const outcome = await deps.commands.create(call, besides, once.id)
  if (!outcome.ok)
    return (
      // the same form may have come twice at the same time
      (await madeBefore(deps, held, visit)) ?? again(deps, held, visit, form, refusedBy(outcome, FIELDS))
    )
  await deps.settled()
  await deps.whenSaved(outcome.id)
  return leadTo(visit, outcome.id, 'new')
}

type Saving = {
  readonly edited: Edited
  readonly id: EventId
  readonly rev: Position
  /** With what was chosen between two writers. */
  readonly typed: Typed
  readonly additions: Additions
  readonly merge: Merge<Group>
  /** The event as the form was opened with it, without what cannot be seen any more. */
  readonly had: Typed
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
  id: EventId,
): Promise<Saving | null> => {
  const rev = openedAt(form)
  const then = asOf(edited, rev)
  if (then === null) return null
  const typedAt = ({ values }: EventDetail) => typedOf(values, at.site.zone)
  const [was, is] = [typedAt(then), typedAt(edited.item)]
  const opened = { ...was, ...hadIn(form) }
  const seenOf = await withoutUnseen(deps, [was, is, opened], held.user)
  const [base, now] = [seenOf(opened), seenOf(is)]
  const choices = choicesIn(GROUPS, form)
  const typed = withGroups(GROUPS, seenOf(typedIn(form)), base, choices.theirs)
  const additions = additionsWithout(additionsIn(form), choices.theirs)
  const merge = askingAgain(mergeOf(GROUPS, { base, typed, now }, addedTo(additions)), choices)
  return { edited, id, rev, typed, additions, merge, had: base }
}

const formOf = ({ id, rev, typed, additions, had, edited }: Saving): Form => ({
  ...{ id, rev, typed, additions, had, currency: edited.item.values.currency },
})

/** Writes what only this reader changed. */
const write = async (
  deps: SaveDeps,
  held: Held,
  visit: Visit,
  { id, edited, typed, merge, additions }: Saving,
): Promise<'written' | 'changed-meanwhile' | Refused> => {
  const { added, wrong: notFound } = await resolved(deps, additions, held.user)
  const { args, besides, wrong } = sentOf(merge.mine, typed, added)
  const all = { ...wrong, ...notFound }
  if (Object.keys(all).length > 0) return unsendable(all)
  if (merge.mine.length === 0) return 'written'
  const call = callAt(held, visit, {
    ...{ route: 'POST /manage/events/{id}', correlation: deps.newCorrelation(), sent: args, id },
  })
  const outcome = await deps.commands.change(call, edited.item.values, besides)
  if (outcome.ok) return 'written'
  return outcome.status === 409 ? 'changed-meanwhile' : refusedBy(outcome, FIELDS)
}

/** Shows what both changed; everything else is as it is now. */
const ask = async (deps: SaveDeps, held: Held, visit: Visit, saving: Saving): Promise<Shown> => {
  const { id, rev, typed, additions, merge, edited } = saving
  const latest = await editedEvent(deps.events, id, held.user)
  if (typeof latest === 'string') return null
  const now = await typedFor(deps, latest.item, held.user, visit.at.site.zone)
  const mine = withGroups(GROUPS, now, typed, merge.both)
  const left = additionsWithout(
    additions,
    groups.filter(group => !merge.both.includes(group)),
  )
  const writer = writerSince(edited.records, rev, deps.users)
  const form: Form = {
    ...formOf({ ...saving, typed: mine, additions: left }),
    ...{ rev: latest.item.rev, had: now, status: 409 },
    conflicts: nameOf => {
      const asked = { both: merge.both, mine, theirs: now, added: addedTo(left), nameOf }
      return conflictPanel(conflictsOf(asked), writer, visit.at.site)
    },
  }
  return showForm(deps, held, visit, form, [now])
}

/** Saves changes of an event (spec 07 §6). */
export const saveChanges = (deps: SavingDeps, held: Held, visit: Visit, id: EventId): Promise<Shown> =>
  savedBy<Saving>({
    look: async () => {
      const edited = await editedEvent(deps.events, id, held.user)
      if (edited === 'forbidden') return { shown: forbidden }
      if (edited === 'unknown') return { shown: null }
      if (edited === 'trash') return { shown: { redirect: `${visit.at.site.baseUrl}/manage/events/${id}` } }
      const saving = await comparedWith(deps, edited, held, visit, id)
      return saving === null ? { shown: null } : { saving }
    },
    write: saving => write(deps, held, visit, saving),
    again: (saving, refused) => again(deps, held, visit, formOf(saving), refused),
    ask: saving => ask(deps, held, visit, saving),
    done: async ({ merge }) => {
      await deps.whenSaved(id)
      return leadTo(visit, id, savedText(merge))
    },
    settled: deps.settled,
  })
