import type { ReadThing } from '../../move-in/read/old-calendar.ts'

/** The thing that one is below, if it is among those that are known. */
type Above = (thing: ReadThing) => ReadThing | undefined

/** One thing of every circle: the one that is reached again first by who goes up from things in their order. */
const oneOfEachCircle = (things: readonly ReadThing[], above: Above): ReadonlySet<ReadThing> => {
  const found = new Set<ReadThing>()
  /** Where the way began on which each was passed; none is passed twice. */
  const begunAt = new Map<ReadThing, ReadThing>()
  for (const first of things) {
    if (begunAt.has(first)) continue
    let one: ReadThing | undefined = first
    for (; one !== undefined && !begunAt.has(one); one = above(one)) begunAt.set(one, first)
    if (one !== undefined && begunAt.get(one) === first) found.add(one)
  }
  return found
}

/** Neighbouring levels that fit in one question together: what is above a thing comes before it there. */
export const joinedLevels = (
  levels: readonly (readonly ReadThing[])[],
  most: number,
): readonly (readonly ReadThing[])[] => {
  const joined: ReadThing[][] = []
  for (const level of levels) {
    const last = joined.at(-1)
    if (last !== undefined && last.length + level.length <= most) last.push(...level)
    else joined.push([...level])
  }
  return joined
}

/**
 * Categories level by level: those below others come after these. Of each circle one is told, and comes as one that is
 * below nothing; all others keep their place.
 */
export const levelsOf = (
  things: readonly ReadThing[],
  tell: (inCircle: ReadThing) => void,
): readonly (readonly ReadThing[])[] => {
  const byId = new Map(things.map(thing => [thing.id, thing]))
  const above: Above = ({ refs: { parent } }) => (parent == null ? undefined : byId.get(parent))
  const circled = oneOfEachCircle(things, above)
  for (const one of circled) tell(one)
  const below = Map.groupBy(things, one => (circled.has(one) ? undefined : above(one)?.id))
  const levels: (readonly ReadThing[])[] = []
  let level = (below.get(undefined) ?? []).map(one =>
    circled.has(one) ? { ...one, refs: { ...one.refs, parent: null } } : one,
  )
  for (; level.length > 0; level = level.flatMap(({ id }) => below.get(id) ?? [])) levels.push(level)
  return levels
}
