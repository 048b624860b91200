import type { Nested } from '../../../platform/request/addressing.ts'
import { textsOf } from '../../page.ts'

/** A thing as its form has it: texts as people type them. */
export type Fields = Readonly<Record<string, string>>

/** What stands together in a form: it is written, and chosen between two writers, as one. */
export type Groups<Group extends string, Field extends string = string> = Readonly<
  Record<Group, readonly Field[]>
>

/** A thing as a form was opened with it (`base`), as it was sent back (`typed`), and as it is `now`. */
export type Versions<Typed> = { readonly base: Typed; readonly typed: Typed; readonly now: Typed }

/** Who changed what of a thing since a form was opened. */
export type Merge<Group extends string> = {
  /** Only whoever sends the form. */
  readonly mine: readonly Group[]
  /** Both, and not to the same. */
  readonly both: readonly Group[]
  /** Only others. */
  readonly theirs: readonly Group[]
}

const namesOf = <Group extends string>(groups: Groups<Group>): readonly Group[] =>
  Object.keys(groups) as Group[]

/** Compares the versions group by group. `added`: groups to which the form adds something that is not yet there. Pure (spec 07 §6). */
export const mergeOf = <Group extends string, Field extends string>(
  groups: Groups<Group, Field>,
  { base, typed, now }: Versions<Readonly<Record<Field, string>>>,
  added: ReadonlySet<Group> = new Set(),
): Merge<Group> => {
  const all = namesOf(groups)
  const differs = (one: Readonly<Record<Field, string>>, other: typeof one, group: Group) =>
    groups[group].some(field => one[field] !== other[field])
  const isMine = (group: Group) => added.has(group) || differs(base, typed, group)
  const isTheirs = (group: Group) => differs(base, now, group)
  const isAgreed = (group: Group) => !added.has(group) && !differs(typed, now, group)
  return {
    mine: all.filter(group => isMine(group) && !isTheirs(group)),
    both: all.filter(group => isMine(group) && isTheirs(group) && !isAgreed(group)),
    theirs: all.filter(group => isTheirs(group) && !isMine(group)),
  }
}

/** The same with groups as another form has them. Pure. */
export const withGroups = <Group extends string, Field extends string>(
  groups: Groups<Group, Field>,
  typed: Readonly<Record<Field, string>>,
  other: Readonly<Record<Field, string>>,
  some: readonly Group[],
): Readonly<Record<Field, string>> => ({
  ...typed,
  ...Object.fromEntries(some.flatMap(group => groups[group].map(field => [field, other[field]] as const))),
})

/** What was chosen in a form that had asked between two writers. */
export type Choices<Group extends string> = {
  /** As others have it. */
  readonly theirs: readonly Group[]
  /** Asked, and not answered. */
  readonly open: readonly Group[]
}

export const choicesIn = <Group extends string>(groups: Groups<Group>, form: Nested): Choices<Group> => {
  const asked = textsOf(form, 'asked')
  const known = namesOf(groups).filter(group => asked.includes(group))
  const chosen = typeof form['choice'] === 'object' ? form['choice'] : {}
  return {
    theirs: known.filter(group => chosen[group] === 'theirs'),
    open: known.filter(group => chosen[group] !== 'theirs' && chosen[group] !== 'mine'),
  }
}

/** Who was asked and said nothing is asked again. */
export const askingAgain = <Group extends string>(
  merge: Merge<Group>,
  { open }: Choices<Group>,
): Merge<Group> => ({
  ...merge,
  mine: merge.mine.filter(group => !open.includes(group)),
  both: [...merge.both, ...merge.mine.filter(group => open.includes(group))],
})
