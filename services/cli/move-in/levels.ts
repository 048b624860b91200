import type { ReadThing } from '../../move-in/read/old-calendar.ts'

/** The first thing that is below itself, of things each of which is below another of them. */
const inCircle = (things: readonly ReadThing[]): ReadThing | undefined => {
  const byId = new Map(things.map(thing => [thing.id, thing]))
  const seen = new Set<number>()
  let [one] = things
  while (one !== undefined && !seen.has(one.id)) {
    seen.add(one.id)
    one = byId.get(one.refs.parent ?? 0)
  }
  return one
}

/**
 * Categories level by level: those below others come after these. Of each circle one is told, and comes as one that is
 * below nothing; all others keep their place.
 */
export const levelsOf = (
  things: readonly ReadThing[],
  tell: (inCircle: ReadThing) => void,
): readonly (readonly ReadThing[])[] => {
  const levels: (readonly ReadThing[])[] = []
  const ids = new Set(things.map(({ id }) => id))
  const known = new Set<number>()
  for (let rest = things; rest.length > 0; rest = rest.filter(({ id }) => !known.has(id))) {
    let level = rest.filter(({ refs: { parent } }) => parent == null || known.has(parent) || !ids.has(parent))
    const circled = level.length > 0 ? undefined : inCircle(rest)
    if (circled !== undefined) {
      tell(circled)
      level = [{ ...circled, refs: { ...circled.refs, parent: null } }]
    }
    levels.push(level)
    for (const { id } of level) known.add(id)
  }
  return levels
}
