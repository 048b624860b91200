import { openedAt, NO_RECORD } from '../form/edited.ts'
import { userId, termId, type Position } from '../../../../../shared/kernel/brands.ts'
import type { ItemStatus } from '../../../../../shared/facts/common.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import type { Forms } from '../../../../forms/forms.ts'
import type { UsersInMemory } from '../../../../accounts/users-in-memory.ts'
import { onceOf, type Making } from '../../once.ts'
import type { Shown, Visit } from '../../page.ts'
import { nameOf } from '../../items/objects.ts'
import { forbidden } from '../../refusals.ts'
import { contextOf } from '../../../platform/call.ts'
import { callAt, type Outcome } from '../call.ts'
import { conflictPanel, saidText, writerSince } from '../form/conflicts.ts'
import { askingAgain, choicesIn, mergeOf, withGroups, type Fields, type Merge } from '../form/merge.ts'
import { idsIn } from '../form/id-list.ts'
import { ADDED_TAGS } from '../form/tags.ts'
import { savedBy, savedText } from '../form/save.ts'
import { refusedBy, unsendable, type Refused, type Wrong } from '../form/wrong.ts'
import { groupsOf, typedIn, type Field } from './fields.ts'
import { idIn } from '../listing.ts'
import { statusWords } from '../words.ts'
import type { Edited, Part } from './part.ts'
import { showForm, tagNames, type Form, type ShowDeps } from './show.ts'

export type SaveDeps = ShowDeps & {
  readonly users: Pick<UsersInMemory, 'all' | 'byId'>
  readonly newCorrelation: () => string
  readonly forms: Forms
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

export type SavingDeps = SaveDeps & {
  /** What is done besides once it is saved, by its number. */
  readonly whenSaved: (id: number) => Promise<void>
}

const again = (
  deps: SaveDeps,
  part: Part,
  held: Held,
  visit: Visit,
  form: Form,
  refused: Refused,
): Promise<Shown> => showForm(deps, part, held, visit, { ...form, ...refused })

const refusal = (
  { byArgument }: Part,
  outcome: { readonly wrong: Wrong } | Extract<Outcome, { readonly ok: false }>,
): Refused => ('wrong' in outcome ? unsendable(outcome.wrong) : refusedBy(outcome, byArgument))

const addressFor = ({ subject }: Part, { at }: Visit, id: number, said: string): Shown => ({
  redirect: `${at.site.baseUrl}${subject.path}/${id}?saved=${said}`,
})

const makingOf = ({ noun, subject }: Part): Making => ({
  route: `POST ${subject.path}/new`,
  kind: noun === 'venue' || noun === 'organizer' ? noun : 'term',
})

/** To what this very form made before (spec 00 §5); null: it made nothing. */
export const madeBefore = async (deps: SaveDeps, part: Part, held: Held, visit: Visit): Promise<Shown> => {
  const id = await onceOf(deps.forms, held, visit, makingOf(part)).made()
  if (id === null) return null
  await deps.settled()
  return addressFor(part, visit, id, 'before')
}

/** Saves a new one (spec 07 §7). */
export const saveNew = async (deps: SavingDeps, part: Part, held: Held, visit: Visit): Promise<Shown> => {
  const typed = typedIn(part.fields, visit.form)
  const call = callAt(held, visit, {
    ...{ route: makingOf(part).route, correlation: deps.newCorrelation(), sent: {} },
  })
  const once = onceOf(deps.forms, held, visit, makingOf(part))
  const outcome = await part.create(typed, call, once.id)
  if ('wrong' in outcome || !outcome.ok)
    return (
      // the same form may have come twice at the same time
      (await madeBefore(deps, part, held, visit)) ??
      again(deps, part, held, visit, { id: null, rev: NO_RECORD, typed }, refusal(part, outcome))
    )
  // a term of this name that was made for events became it
  await once.done(outcome.id, contextOf(call))
  await deps.settled()
  await deps.whenSaved(outcome.id)
  return addressFor(part, visit, outcome.id, 'new')
}

type Saving = {
  readonly edited: Edited
  readonly rev: Position
  /** With what was chosen between two writers. */
  readonly typed: Fields
  readonly merge: Merge<string>
}

const comparedWith = async (part: Part, edited: Edited, { form }: Visit): Promise<Saving | null> => {
  const rev = openedAt(form)
  const base = await edited.asOf(rev)
  if (base === null) return null
  const groups = groupsOf(part.fields)
  const choices = choicesIn(groups, form)
  const typed = withGroups(groups, typedIn(part.fields, form), base, choices.theirs)
  const merge = askingAgain(mergeOf(groups, { base, typed, now: edited.typed }), choices)
  return { edited, rev, typed, merge }
}

/** What fields say, in words. */
const wordsFor = async (deps: SaveDeps, forms: readonly Fields[]) => {
  const [tagName, parents] = [
    await tagNames(deps, forms),
    await deps.terms.byIds(forms.map(({ parent = '' }) => termId(idIn(parent))).filter(id => id > 0)),
  ]
  const parentName = (id: number) => nameOf(parents.find(({ _id }) => _id === id)?.values.name ?? `#${id}`)
  return ({ name, as }: Field, form: Fields): string => {
    const value = form[name] ?? ''
    if (as === 'status' && Object.hasOwn(statusWords, value)) return statusWords[value as ItemStatus]
    if (as === 'author') return deps.users.byId(userId(idIn(value)))?.login ?? `user ${value}`
    if (as === 'parent') return value === '' ? 'at the top' : parentName(idIn(value))
    if (as !== 'tags') return saidText(value)
    const added = (form[ADDED_TAGS] ?? '') === '' ? '' : ', and what you add'
    return `${idsIn(value).map(termId).map(tagName).join(', ') || 'none'}${added}`
  }
}

/** Shows what both changed; everything else is as it is now. */
const ask = async (
  deps: SaveDeps,
  part: Part,
  held: Held,
  visit: Visit,
  { edited, rev, typed, merge }: Saving,
): Promise<Shown> => {
  const latest = await part.edited(edited.id, held.user, visit.at.site.zone)
  if (typeof latest === 'string') return null
  const { typed: now } = latest
  const mine = withGroups(groupsOf(part.fields), now, typed, merge.both)
  const said = await wordsFor(deps, [mine, now])
  const conflicts = part.fields
    .filter(({ name }) => merge.both.includes(name))
    .map(field => ({
      ...{ group: field.name, word: field.label },
      ...{ mine: said(field, mine), theirs: said(field, now) },
    }))
  return showForm(deps, part, held, visit, {
    ...{ id: edited.id, rev: latest.rev, typed: mine, status: 409 },
    conflicts: conflictPanel(conflicts, writerSince(edited.records, rev, deps.users), visit.at.site),
  })
}

/** Saves changes (spec 07 §6). */
export const saveChanges = (
  deps: SavingDeps,
  part: Part,
  held: Held,
  visit: Visit,
  id: number,
): Promise<Shown> =>
  savedBy<Saving>({
    look: async () => {
      const edited = await part.edited(id, held.user, visit.at.site.zone)
      if (edited === 'forbidden') return { shown: forbidden }
      if (edited === 'unknown') return { shown: null }
      if (edited === 'trash')
        return { shown: { redirect: `${visit.at.site.baseUrl}${part.subject.path}/${id}` } }
      const saving = await comparedWith(part, edited, visit)
      return saving === null ? { shown: null } : { saving }
    },
    write: async ({ edited, typed, merge }) => {
      if (merge.mine.length === 0) return 'written'
      const call = callAt(held, visit, {
        ...{ route: `POST ${part.subject.path}/{id}`, correlation: deps.newCorrelation(), sent: {}, id },
      })
      const outcome = await edited.change(merge.mine, typed, call)
      if ('wrong' in outcome) return refusal(part, outcome)
      if (outcome.ok) return 'written'
      return outcome.status === 409 ? 'changed-meanwhile' : refusal(part, outcome)
    },
    again: ({ rev, typed }, refused) => again(deps, part, held, visit, { id, rev, typed }, refused),
    ask: saving => ask(deps, part, held, visit, saving),
    done: async ({ merge }) => {
      await deps.whenSaved(id)
      return addressFor(part, visit, id, savedText(merge))
    },
    settled: deps.settled,
  })
