import type { Model } from '../../../projections/engine/run-models.ts'
import type { Part } from '../../../shared/lifecycle.ts'
import { madeAtFirst } from '../../../shared/remembered.ts'
import { buildMark } from './build.ts'
import { headerIn, takeIn, type Header, type Reached } from './contents.ts'
import { readFrames, removeFrames, removeLeftOver } from './frames.ts'
import { madeWith, settingsNow, type Keeping, type Of, type SnapshotNeeds } from './keeping.ts'
import { lookAgain, writeAtStop } from './writing.ts'

/** A snapshot of the read models beside the log, so that a start need not fold all of it. See ADR 33. */
export type Snapshots = Part & {
  /** The read models, noting which documents are theirs. */
  readonly noting: (models: readonly Model[]) => readonly Model[]
  /** Takes in what was written, if it is of this log, this release and these settings; answers how far whom. Never rejects. */
  readonly restored: (models: readonly string[], of: Of) => Promise<ReadonlyMap<string, Reached>>
  /** Begins to write now and then. */
  readonly start: () => void
  /** Nothing of a snapshot is left, and none is written for a while. Rejects when it cannot be removed. */
  readonly discard: () => Promise<void>
  /** A read model is made anew: nothing is left of what it was, not even for a start after a kill. Rejects like `discard`. */
  readonly madeAnew: () => Promise<void>
}

/** Read models that are always folded: what they hold lives in the log for a time only, or is no fact at all. */
const FOLDED = ['import-status', 'view-copies']
const isInSnapshots = (model: string): boolean => !FOLDED.includes(model.split('@', 1)[0] ?? '')

export const snapshotsOf = (needs: SnapshotNeeds): Snapshots => {
  const build = madeAtFirst(() => buildMark())
  const keeping: Keeping = {
    ...{ needs, build, names: new Map(), models: new Set(), stopping: new AbortController() },
    ...{
      of: null,
      settings: null,
      known: 0,
      isThere: true,
      quietUntil: -Infinity,
      discarded: 0,
      writing: null,
    },
  }
  let looking: Promise<void> = Promise.resolve()
  return {
    name: 'snapshots',
    noting: models => models.map(model => noted(keeping, model)),
    restored: (models, of) => {
      keeping.of = of
      return restored(keeping, models)
    },
    start: () => {
      looking = lookAgain(keeping)
    },
    discard: () => discard(keeping),
    madeAnew: () => callOff(keeping),
    stop: async () => {
      keeping.stopping.abort()
      await looking
      await keeping.writing
      await writeAtStop(keeping)
    },
  }
}

const noted = ({ names, models }: Keeping, model: Model): Model => {
  if (!isInSnapshots(model.name)) return model
  models.add(model.name)
  return {
    name: model.name,
    make: own =>
      model.make({
        ...own,
        collection: spec => {
          names.set(spec.name, model.name)
          return own.collection(spec)
        },
      }),
  }
}

const restored = async (
  keeping: Keeping,
  models: readonly string[],
): Promise<ReadonlyMap<string, Reached>> => {
  const { file, documents, tell } = keeping.needs
  const begun: string[] = []
  try {
    keeping.settings = await settingsNow(keeping)
    await removeLeftOver(file)
    const frames = await readFrames(file)
    const header = frames === null ? null : headerIn(frames)
    if (frames !== null && header !== null && (await isOurs(keeping, header, models))) {
      begun.push(...header.collections.map(({ name }) => name))
      await takeIn(documents.state, header, frames)
      return new Map(Object.entries(header.marks))
    }
  } catch (error) {
    // a stop closes the log under a start: that says nothing of the snapshot, which the next start may use
    if (keeping.stopping.signal.aborted) return new Map()
    tell('the snapshot of the read models cannot be used; all facts are folded', error)
    for (const name of begun) await documents.drop(name)
  }
  await remove(keeping).catch((error: unknown) => tell('the snapshot cannot be removed', error))
  return new Map()
}

const isOurs = async (keeping: Keeping, header: Header, models: readonly string[]): Promise<boolean> => {
  const wanted = models.filter(isInSnapshots)
  return (
    wanted.every(name => header.marks[name] !== undefined) &&
    header.madeWith === (await madeWith(keeping)) &&
    (await keeping.needs.log.fingerprint(header.log.position)) === header.log.fingerprint
  )
}

const remove = async (keeping: Keeping): Promise<void> => {
  if (!keeping.isThere) return
  await removeFrames(keeping.needs.file)
  keeping.isThere = false
}

const discard = async (keeping: Keeping): Promise<void> => {
  const { monotonicMs, pace } = keeping.needs
  keeping.quietUntil = monotonicMs() + pace.quietMs
  await callOff(keeping)
}

const callOff = async (keeping: Keeping): Promise<void> => {
  keeping.discarded++
  await keeping.writing
  await remove(keeping)
}
