import { noPosition, furthest, type EpochMs } from '../../shared/kernel/brands.ts'
import { deferredCollection } from '../../shared/documents/deferred.ts'
import { openedOnce } from '../../shared/remembered.ts'
import type { Collection, CollectionSpec, Doc, Documents } from '../../shared/documents/port.ts'
import type { Position } from '../../shared/event-store/port.ts'
import { type GenerationsDoc, type Mark, noMark } from './board.ts'

// How far the read models have come, as this process knows it, and which generation of each answers.

/** How far each read model has come, and whether it has what a writer wrote. One per process. */
export type Progress = {
  readonly reached: (projection: string) => Position | null
  /** Position of the last record that could have changed this read model. */
  readonly changedAt: (projection: string) => Position
  /** Age of the oldest record that it has not applied, in milliseconds: 0 when nothing is waiting, null when it never caught up. */
  readonly lagMs: (projection: string, nowMs: EpochMs) => number | null
  /** Records set aside because the projection cannot apply them. */
  readonly parked: (projection: string) => number
  readonly stopped: (projection: string) => string | null
  /** No process runs it, as far as can be told. */
  readonly isUnattended: (projection: string) => boolean
  readonly names: () => readonly string[]
  /** The generation that answers, and the one that is being built beside it. */
  readonly generation: (projection: string) => number
  readonly building: (projection: string) => number | null
  /**
   * Resolves 'visible' when all named projections have reached `written`, 'lagging' after `timeoutMs`.
   * Nothing written (null) is visible at once.
   */
  readonly waitUntilVisible: (
    projections: readonly string[],
    written: Position | null,
    timeoutMs: number,
  ) => Promise<'visible' | 'lagging'>
  /** Another text whenever one of these projections may have changed; null: it cannot be known. */
  readonly version: (projections: readonly string[]) => string | null
  /** The same of changes that somebody may have been told are done; work in the background does not count. */
  readonly askedVersion: (projections: readonly string[]) => string | null
  /** Learns what other processes have done until now, and never rejects; null: there are none to learn from. */
  readonly refresh: (() => Promise<void>) | null
  /** A write that was answered before the read models had it: until they do, no kept answer is good. */
  readonly owe: (written: Position) => Promise<void>
  /** Whether the projection has all that is owed. */
  readonly hasAnswered: (projection: string) => boolean
}

/** Age of what a follower has not applied, by its mark. */
export const lagOf = ({ live, caughtUp, lastAtMs, workingOnMs }: Mark, nowMs: EpochMs): number | null => {
  if (live && workingOnMs === null) return 0
  return caughtUp ? Math.max(0, nowMs - (workingOnMs ?? lastAtMs)) : null
}

export type ProgressBoard = Progress & {
  readonly report: (follower: string, change: Partial<Mark>) => void
  /** Which generation answers, and which is being built: writers wait for that one, too, as soon as it has caught up. */
  readonly show: (generations: Pick<GenerationsDoc, 'model' | 'serving' | 'building'>) => void
  /** Of a generation, by the name of its mark. */
  readonly markOf: (follower: string) => Mark | null
  readonly isAt: (follower: string, position: Position) => boolean
}

type Waiter = { readonly names: readonly string[]; readonly written: Position; readonly done: () => void }

type Known = {
  readonly marks: Map<string, Mark>
  readonly serving: Map<string, number>
  readonly building: Map<string, number>
  readonly waiters: Set<Waiter>
  owed: Position
}

/** The progress of the read models in the memory of this process, which nobody else changes or asks. */
export const progressBoard = (): ProgressBoard => {
  const known: Known = {
    marks: new Map(),
    serving: new Map(),
    building: new Map(),
    waiters: new Set(),
    owed: noPosition,
  }
  return { ...tellingOf(known), ...answersOf(known) }
}

const generationOf = ({ serving }: Known, name: string): number => serving.get(name) ?? 1

const markOf = (known: Known, name: string): Mark =>
  known.marks.get(generationName(name, generationOf(known, name))) ?? noMark

/** The mark of a generation that is being built and may answer soon. */
const besides = ({ marks, building }: Known, name: string): Mark | null => {
  const next = building.get(name)
  const mark = next === undefined ? undefined : marks.get(generationName(name, next))
  return mark?.caughtUp === true && mark.stopped === null ? mark : null
}

const has = (known: Known, names: readonly string[], written: Position): boolean =>
  names.every(
    name =>
      (markOf(known, name).reached ?? noPosition) >= written &&
      (besides(known, name)?.reached ?? Infinity) >= written,
  )

const wake = (known: Known): void => {
  for (const { names, written, done } of known.waiters) if (has(known, names, written)) done()
}

const waitUntilVisible =
  (known: Known): Progress['waitUntilVisible'] =>
  async (names, written, timeoutMs) => {
    if (written === null || has(known, names, written)) return 'visible'
    return new Promise(resolve => {
      const end = (seen: 'visible' | 'lagging') => {
        clearTimeout(timer)
        known.waiters.delete(waiter)
        resolve(seen)
      }
      const waiter: Waiter = { names, written, done: () => end('visible') }
      const timer = setTimeout(() => end('lagging'), timeoutMs)
      known.waiters.add(waiter)
    })
  }

type Telling = Pick<ProgressBoard, 'report' | 'show' | 'owe'>

const tellingOf = (known: Known): Telling => ({
  report: (follower, change) => {
    const before = known.marks.get(follower) ?? noMark
    const caughtUp = (change.live ?? before.live) || (change.caughtUp ?? before.caughtUp)
    known.marks.set(follower, { ...before, ...change, caughtUp })
    wake(known)
  },
  show: ({ model, serving, building }) => {
    known.serving.set(model, serving)
    if (building === null) known.building.delete(model)
    else known.building.set(model, building)
    wake(known)
  },
  owe: async written => {
    known.owed = furthest(known.owed, written)
  },
})

const answersOf = (known: Known): Omit<ProgressBoard, keyof Telling> => ({
  markOf: follower => known.marks.get(follower) ?? null,
  isAt: (follower, position) => (known.marks.get(follower)?.reached ?? noPosition) >= position,
  waitUntilVisible: waitUntilVisible(known),
  reached: name => markOf(known, name).reached,
  changedAt: name => markOf(known, name).changedAt,
  lagMs: (name, nowMs) => lagOf(markOf(known, name), nowMs),
  parked: name => markOf(known, name).parked,
  stopped: name => markOf(known, name).stopped,
  isUnattended: () => false,
  names: () => [...known.marks.keys()],
  generation: name => generationOf(known, name),
  building: name => known.building.get(name) ?? null,
  // both only grow, the second as long as the first is the same; each guest who asks for a list asks for them
  version: names => {
    const generations = names.reduce((sum, name) => sum + generationOf(known, name), 0)
    const changed = names.reduce((sum, name) => sum + markOf(known, name).changedAt, 0)
    return `${generations}:${changed}`
  },
  askedVersion: names =>
    names.map(name => `${generationOf(known, name)}:${markOf(known, name).askedAt ?? 0}`).join(),
  refresh: null,
  hasAnswered: name => (markOf(known, name).reached ?? noPosition) >= known.owed,
})

/** Name of the mark of a generation, and ending of the names of its collections. The first has none. */
export const generationName = (name: string, generation: number): string =>
  generation === 1 ? name : `${name}~${generation}`

/** `writeAll` of documents whose collections have other names there. */
const writingAs = (
  { writeAll }: Documents,
  nameThere: (name: string) => string,
): Pick<Documents, 'writeAll'> =>
  writeAll === undefined
    ? {}
    : {
        writeAll: writes => writeAll(writes.map(one => ({ ...one, collection: nameThere(one.collection) }))),
      }

/** The documents as one generation of a read model sees them: its collections are its own. */
export const generationDocuments = (
  documents: Documents,
  generation: number,
): { readonly documents: Documents; readonly drop: () => Promise<void> } => {
  const opened = new Set<string>()
  const ownName = (name: string): string => generationName(name, generation)
  return {
    documents: {
      ...documents,
      collection: spec => {
        const name = ownName(spec.name)
        opened.add(name)
        return documents.collection({ ...spec, name })
      },
      ...writingAs(documents, ownName),
    },
    drop: async () => {
      for (const name of opened) await documents.drop(name)
    },
  }
}

const collectionOf = <D extends Doc>(
  documents: Documents,
  spec: CollectionSpec,
  generationOf: () => number,
): Collection<D> => {
  type Known = { readonly generation: number; readonly opened: () => Collection<D> | Promise<Collection<D>> }
  let known: Known | null = null
  return deferredCollection(() => {
    const generation = generationOf()
    if (known?.generation !== generation) {
      const name = generationName(spec.name, generation)
      known = { generation, opened: openedOnce(() => documents.collection<D>({ ...spec, name })).atOnce }
    }
    return known.opened()
  })
}

/**
 * The documents as readers see them: each question goes to the generation that answers at that moment. Collections
 * are opened by the first question, so that a server that is not there yet fails only that.
 */
export const servingDocuments = (documents: Documents, generationOf: () => number): Documents => ({
  ...documents,
  collection: async <D extends Doc>(spec: CollectionSpec) => collectionOf<D>(documents, spec, generationOf),
  ...writingAs(documents, name => generationName(name, generationOf())),
})

/** A read model that is asked: made on such documents, by its own name. */
export const madeToServe = async <Made extends { readonly name: string }>(
  documents: Documents,
  generationOf: (name: string) => number,
  make: (documents: Documents) => Promise<Made>,
): Promise<Made> => {
  let name = ''
  const made = await make(servingDocuments(documents, () => generationOf(name)))
  name = made.name
  return made
}
