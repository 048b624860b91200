import { termId } from '../../../shared/kernel/brands.ts'
import { termStream } from '../../../shared/facts/term.ts'
import { handle, load, type Context, byOf } from '../../handle.ts'
import { calendarOn } from '../calendar.ts'
import { isKept } from '../in-use.ts'
import { differences } from '../item/changes.ts'
import type { Changes } from '../item/state.ts'
import { itemKinds } from '../kinds.ts'
import { loadItem } from '../purged.ts'
import { term } from '../term/term.ts'
import type { TermState } from '../term/state.ts'
import type { Writing } from '../writing.ts'
import { taxonomyOf, type MergedKind, type Which } from './kinds.ts'

/** Two of one kind that are one: `from` goes, `into` stays. */
export type Merging = { readonly kind: MergedKind; readonly from: number; readonly into: number }

type MergeRefusal =
  | `rest-${MergedKind}-not-found`
  | `${'venue' | 'organizer'}-is-in-trash`
  /** Nothing becomes one with itself. */
  | 'merge_itself'
  /** A category does not become one with another that is below it. */
  | 'merge_below'
  /** It was not merged, or that was taken back. */
  | 'merge_not_merged'

type Refused = { readonly ok: false; readonly code: MergeRefusal }

export type MergePlan = {
  readonly ok: true
  /** Names, as stored. */
  readonly from: string
  readonly into: string
  /** Members in which the two differ → [of the one that goes, of the one that stays]. */
  readonly differ: Changes
}

const refuse = (code: MergeRefusal): Refused => ({ ok: false, code })

/** A thing as its stream says. */
type Thing = {
  readonly values: Readonly<Record<string, unknown>> & { readonly name: string }
  readonly isInTrash: boolean
  /** It was merged into this one. */
  readonly into: number | null
}

const thingOf = async ({ store }: Writing, { kind, id }: Which): Promise<Thing | null> => {
  if (kind === 'category' || kind === 'tag') {
    const { state } = await load(store, term, termStream(termId(id)))
    if (!isKept(state) || state.values.taxonomy !== taxonomyOf(kind)) return null
    const into = state.status === 'merged' ? state.into : null
    return { values: state.values, isInTrash: into !== null, into }
  }
  const { state } =
    kind === 'venue'
      ? await loadItem(store, itemKinds.venue, id)
      : await loadItem(store, itemKinds.organizer, id)
  return (
    state && {
      values: state.values,
      isInTrash: state.trashed !== null,
      into: state.trashed?.into ?? null,
    }
  )
}

/** The one that it was merged into; null: it is itself, or is not there. */
export const mergedInto = async (writing: Writing, which: Which): Promise<number | null> =>
  (await thingOf(writing, which))?.into ?? null

const DEEPEST = 100

/** Whether a category is below another, or will be once what names one that was merged is moved. */
export const isBelow = async (
  { store }: Pick<Writing, 'store'>,
  id: number,
  above: number,
): Promise<boolean> => {
  let at: number | null = id
  for (let depth = 0; at !== null && depth < DEEPEST; depth++) {
    const { state }: { readonly state: TermState } = await load(store, term, termStream(termId(at)))
    if (state.status === 'absent') return false
    at = state.status === 'merged' ? state.into : state.values.parent
    if (at === above) return true
  }
  return false
}

/** What is a thing's own, whatever it is like. */
const OWN = ['slug', 'author', 'publishedAt', 'status', 'origin', 'lineage', 'taxonomy']

const trashed = (kind: MergedKind): MergeRefusal =>
  kind === 'venue' || kind === 'organizer' ? `${kind}-is-in-trash` : `rest-${kind}-not-found`

/** What merging would do, or why it cannot be; records nothing. One that is under way is planned as it was. */
export const planMerge = async (
  writing: Writing,
  { kind, from, into }: Merging,
): Promise<MergePlan | Refused> => {
  if (from === into) return refuse('merge_itself')
  const [goes, stays] = await Promise.all(
    [from, into].map(id => thingOf(writing, { kind, id })) as [Promise<Thing | null>, Promise<Thing | null>],
  )
  if (goes === null || stays === null) return refuse(`rest-${kind}-not-found`)
  if (stays.isInTrash || (goes.isInTrash && goes.into !== into)) return refuse(trashed(kind))
  if (kind === 'category' && (await isBelow(writing, into, from))) return refuse('merge_below')
  const differ = Object.fromEntries(
    Object.entries(differences(goes.values, stays.values)).filter(([member]) => !OWN.includes(member)),
  )
  return { ok: true, from: goes.values.name, into: stays.values.name, differ }
}

type Told =
  | { readonly type: 'Merge'; readonly into: number }
  /** `seen`: of a category or tag, refused unless it is merged into that. */
  | { readonly type: 'Unmerge'; readonly seen?: number | undefined }

const tell = async (
  writing: Writing,
  { kind, id }: Which,
  command: Told,
  context: Context,
): Promise<boolean> => {
  if (kind === 'category' || kind === 'tag') {
    const whose = { id: termId(id), by: byOf(context) }
    const told =
      command.type === 'Merge'
        ? { ...whose, ...command, into: termId(command.into) }
        : {
            ...whose,
            type: command.type,
            seen: command.seen === undefined ? undefined : termId(command.seen),
          }
    return (await handle(writing.store, term, termStream(termId(id)), told, context)).ok
  }
  const writer = calendarOn(writing)[kind]
  const written =
    command.type === 'Merge' ? writer.merge(id, command.into, context) : writer.unmerge(id, context)
  return (await written).ok
}

/**
 * Makes one thing one with another (spec 07 §7.1). From here on that stands for it wherever it is asked for; what names
 * it is moved by and by, see `settle.ts`. Asked again nothing is recorded.
 */
export const merge = async (
  writing: Writing,
  merging: Merging,
  context: Context,
): Promise<MergePlan | Refused> => {
  const { kind, from, into } = merging
  const plan = await planMerge(writing, merging)
  if (!plan.ok) return plan
  if (!(await tell(writing, { kind, id: from }, { type: 'Merge', into }, context)))
    return refuse(trashed(kind))
  // somebody may have taken the other one away, or merged it into this one, at the same moment
  if ((await thingOf(writing, { kind, id: into }))?.isInTrash === false) return plan
  await tell(writing, { kind, id: from }, { type: 'Unmerge' }, context)
  return refuse(trashed(kind))
}

/**
 * Takes that back: it is itself again, and what was moved names it again, unless somebody changed it since. `seen`: of a
 * category or tag, nothing happens unless it is merged into that; absent: whatever it is merged into.
 */
export const unmerge = async (
  writing: Writing,
  which: Which,
  context: Context,
  seen?: number,
): Promise<{ readonly ok: true; readonly into: number } | Refused> => {
  const thing = await thingOf(writing, which)
  if (thing === null) return refuse(`rest-${which.kind}-not-found`)
  if (thing.into === null) return refuse('merge_not_merged')
  const isTold = await tell(writing, which, { type: 'Unmerge', seen }, context)
  return isTold || seen === undefined ? { ok: true, into: thing.into } : refuse('merge_not_merged')
}
