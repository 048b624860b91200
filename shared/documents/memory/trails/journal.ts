import type { Doc } from '../../port.ts'
import { growSpans, spansOf, type Spans } from './spans.ts'

/** A question about changes: whether some of a stretch may concern it, told from afar, and whether one document does. */
export type Concern = {
  readonly mayBeIn: (spans: Spans) => boolean
  readonly isAbout: (document: Doc) => boolean
}

/** The last changes of one collection: what tells whether an answer is still the same. */
export type Journal = {
  /** How many changes there have been. */
  readonly count: () => number
  readonly note: (before: Doc | null, after: Doc | null) => void
  /** Everything may have changed. */
  readonly reset: () => void
  /** From now on somebody will ask for changes, and tell many of them from afar by what stands under these members. */
  readonly watch: (members: readonly string[]) => void
  /** Whether a change since so many had been may concern somebody; changes that nobody remembers may. */
  readonly mayConcern: (since: number, concern: Concern) => boolean
}

/** Changes of one stretch. */
const STRETCH = 64
/** Stretches whose documents are remembered: looking through more of them costs more than making an answer anew. */
const WITH_DOCUMENTS = 8
/** Stretches of which is remembered what their documents had under the watched members. */
const MOST = 512

/**
 * A document before or after its change. It may be large, and what was purged is to go: nobody keeps it for this, and one
 * that is gone may have been anything.
 */
type Seen = WeakRef<Doc>
const mayBe = (seen: Seen, isAbout: Concern['isAbout']): boolean => {
  const document = seen.deref()
  return document === undefined || isAbout(document)
}

/** `changed`: for each change the documents; null: forgotten. */
type Stretch = { changed: Seen[][] | null; readonly spans: Spans }

export const journal = (): Journal => {
  const stretches: (Stretch | undefined)[] = []
  const members = new Set<string>()
  let [count, knownFrom, isWatched] = [0, 0, false]

  const stretchAt = (nth: number) => stretches[nth % MOST]
  const opened = (nth: number): Stretch => {
    const stretch: Stretch = { changed: [], spans: spansOf(members) }
    stretches[nth % MOST] = stretch
    const old = nth < WITH_DOCUMENTS ? undefined : stretchAt(nth - WITH_DOCUMENTS)
    if (old !== undefined) old.changed = null
    return stretch
  }
  /** Where changes are noted now; watching, and all after a reset, begins with a new one. */
  const current = (): Stretch => {
    const nth = Math.floor(count / STRETCH)
    return (count % STRETCH === 0 ? undefined : stretchAt(nth)) ?? opened(nth)
  }

  return {
    count: () => count,
    note: (before, after) => {
      if (isWatched) {
        const { changed, spans } = current()
        const documents = [before, after].filter(document => document !== null)
        changed?.push(documents.map(document => new WeakRef(document)))
        for (const document of documents) growSpans(spans, document)
      }
      count++
    },
    reset: () => {
      stretches.length = 0
      count = (Math.floor(count / STRETCH) + 1) * STRETCH
      knownFrom = count
    },
    watch: wanted => {
      if (!isWatched) {
        isWatched = true
        count = Math.ceil(count / STRETCH) * STRETCH
        knownFrom = count
      }
      for (const member of wanted) members.add(member)
    },
    mayConcern: (since, { mayBeIn, isAbout }) => {
      const [first, last] = [Math.floor(since / STRETCH), Math.floor((count - 1) / STRETCH)]
      if (since < knownFrom || last - first >= MOST) return true
      for (let nth = first; nth <= last; nth++) {
        const stretch = stretchAt(nth)
        if (stretch === undefined) return true
        if (!mayBeIn(stretch.spans)) continue
        const from = Math.max(0, since - nth * STRETCH)
        const changed = stretch.changed?.slice(from)
        if (changed === undefined || changed.some(all => all.some(one => mayBe(one, isAbout)))) return true
      }
      return false
    },
  }
}
