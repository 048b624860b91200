import { GROUPS, groups, type Group, type Typed } from './typed.ts'

/** Who changed what of an event since a form was opened. */
export type Merge = {
  /** Only whoever sends the form. */
  readonly mine: readonly Group[]
  /** Both, and not to the same. */
  readonly both: readonly Group[]
  /** Only others. */
  readonly theirs: readonly Group[]
}

const differs = (one: Typed, other: Typed, group: Group): boolean =>
  GROUPS[group].some(field => one[field] !== other[field])

/**
 * Compares an event as the form was opened (`base`), as it was sent back (`typed`) and as it is `now`. `added`: groups
 * to which the form adds something that is not yet there. Pure (spec 07 §6).
 */
export const mergeOf = (base: Typed, typed: Typed, now: Typed, added: ReadonlySet<Group>): Merge => {
  const isMine = (group: Group) => added.has(group) || differs(base, typed, group)
  const isTheirs = (group: Group) => differs(base, now, group)
  const isAgreed = (group: Group) => !added.has(group) && !differs(typed, now, group)
  return {
    mine: groups.filter(group => isMine(group) && !isTheirs(group)),
    both: groups.filter(group => isMine(group) && isTheirs(group) && !isAgreed(group)),
    theirs: groups.filter(group => isTheirs(group) && !isMine(group)),
  }
}
