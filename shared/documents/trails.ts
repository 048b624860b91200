import { AsyncLocalStorage } from 'node:async_hooks'

/** What something was made of: the questions that it asked of documents. */
export type Trail = {
  /**
   * Whether it would be made the same now: no document that one of the questions is about, before or after, has
   * changed. false as well when so much has changed that nobody knows; then it stays so.
   */
  readonly isCurrent: () => boolean
  /** About what it takes in memory. */
  readonly bytes: number
}

/** Follows what answers are made of: question by question where an engine sees every change, else all of them at once. */
export type Trails = {
  /** What `make` makes, with all that is asked until it is made. What is noted inside belongs to what is noted around it. */
  readonly noting: <Made>(
    make: () => Promise<Made>,
  ) => Promise<{ readonly made: Made; readonly trail: Trail }>
  /** Something that was made before belongs to what is being made now; null: something that no document tells of. */
  readonly include: (trail: Trail | null) => void
  /**
   * Where others change the documents: what tells whether anything has changed, as far as is known here; null: it cannot be
   * known. Until it is given, nothing counts. Absent: each question is followed.
   */
  readonly endBy?: (version: () => string | null) => void
  /**
   * Nothing that was made before counts any more: what is asked from now on is another than it was, which no document tells.
   * Absent: what is given to `endBy` tells of that, too.
   */
  readonly endAll?: () => void
}

/**
 * Trails where nobody sees all changes: whatever was asked, each ends when `version` is another text. null: it cannot be known,
 * and what was made then is not current at any time.
 */
export const trailsOfVersion = (version: () => string | null): Trails => {
  const listening = new AsyncLocalStorage<{ isLost: boolean }>()
  const include = (trail: Trail | null): void => {
    const noting = listening.getStore()
    if (noting !== undefined && trail?.isCurrent() !== true) noting.isLost = true
  }
  return {
    include,
    noting: async make => {
      const [before, noting] = [version(), { isLost: false }]
      const made = await listening.run(noting, make)
      const isCurrent = () => !noting.isLost && before !== null && version() === before
      const trail = { isCurrent, bytes: 2 * (before?.length ?? 0) }
      include(trail)
      return { made, trail }
    },
  }
}

/** The same trails, which end as well when something is another of which no document tells. */
export const endingWith = (trails: Trails, besides: () => string | number): Trails => ({
  include: trails.include,
  noting: async make => {
    const before = besides()
    const { made, trail } = await trails.noting(make)
    return { made, trail: { ...trail, isCurrent: () => besides() === before && trail.isCurrent() } }
  },
})

/**
 * What is kept of something made before, where it would be made the same now: it belongs to what is being made from then
 * on. null: it is to be made anew.
 */
export const stillCurrent = <Kept extends { readonly trail: Trail }>(
  kept: Kept | undefined,
  { include }: Trails,
): Kept | null => {
  if (kept?.trail.isCurrent() !== true) return null
  include(kept.trail)
  return kept
}
