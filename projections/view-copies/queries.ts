import type { EpochMs } from '../../shared/kernel/brands.ts'
import type { Collection, CollectionSpec } from '../../shared/documents/port.ts'

/** A view as it was rendered, with what it depends on. */
export type ViewCopy<Question, Shown> = {
  /** Equal for equal questions. */
  readonly _id: string
  readonly question: Question
  readonly shown: Shown
  /** What the read models were at when they were asked; it counts while they are at it. */
  readonly version: string
  /** The same of changes that somebody waited for. */
  readonly asked: string
  /** Epoch milliseconds at which it says something else even if nobody changes anything. */
  readonly untilMs: EpochMs
  /** When it was rendered or last wanted before that, epoch milliseconds. */
  readonly usedMs: EpochMs
  /** What it takes in memory. */
  readonly bytes: number
}

/** What there is of a copy without reading it; `usedMs`: about when it was last wanted. */
export type CopyMark = { readonly _id: string; readonly bytes: number; readonly usedMs: EpochMs }

export type ViewCopies<Question, Shown> = {
  readonly get: (id: string) => Promise<ViewCopy<Question, Shown> | null>
  /** Makes room at once: what was wanted least recently goes first; what is larger than half of all is not stored. */
  readonly put: (copy: ViewCopy<Question, Shown>) => Promise<void>
  /** Notes that it was wanted. */
  readonly use: (id: string, usedMs: EpochMs) => Promise<void>
  /** Forgets this copy, if it is still the one there. */
  readonly drop: (copy: Pick<ViewCopy<Question, Shown>, '_id' | 'version'>) => Promise<void>
  /** Forgets what was not wanted since then; answers the others, wanted last first. */
  readonly sweep: (usedMs: EpochMs) => Promise<readonly CopyMark[]>
}

/** Views that say something else need the next number: copies of an older release stay on a server. */
export const copiesSpec: CollectionSpec = { name: 'view-copies@3', indexes: [] }
export const marksSpec: CollectionSpec = {
  name: 'view-copies-marks@3',
  indexes: [{ name: 'used', keys: ['usedMs'] }],
}

/** Marks beyond so many bytes, of those in order. */
const beyond = (marks: readonly CopyMark[], maxBytes: number): readonly string[] => {
  let sum = 0
  return marks.filter(({ bytes }) => (sum += bytes) > maxBytes).map(({ _id }) => _id)
}

export const viewCopies = <Question, Shown>(
  copies: Collection<ViewCopy<Question, Shown>>,
  marks: Collection<CopyMark>,
  maxBytes: number,
): ViewCopies<Question, Shown> => {
  const LATEST = { sort: { usedMs: -1, _id: 1 } } as const
  /** A copy without a mark would stay for ever: its mark goes last. */
  const forget = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return
    await copies.bulkWrite([{ deleteMany: { filter: { _id: { $in: ids } } } }])
    await marks.bulkWrite([{ deleteMany: { filter: { _id: { $in: ids } } } }])
  }
  return {
    get: id => copies.get(id),
    put: async copy => {
      const { _id, bytes, usedMs } = copy
      if (bytes > maxBytes / 2) {
        await forget([_id])
        return
      }
      const others = (await marks.find({}, LATEST)).filter(mark => mark._id !== _id)
      await forget(beyond(others, maxBytes - bytes))
      const mark = { _id, bytes, usedMs }
      await marks.bulkWrite([{ replaceOne: { filter: { _id }, replacement: mark, upsert: true } }])
      await copies.bulkWrite([{ replaceOne: { filter: { _id }, replacement: copy, upsert: true } }])
    },
    use: (id, usedMs) =>
      marks.bulkWrite([{ updateOne: { filter: { _id: id }, update: { $max: { usedMs } } } }]),
    drop: ({ _id, version }) => copies.bulkWrite([{ deleteOne: { filter: { _id, version } } }]),
    sweep: async usedMs => {
      const all = await marks.find({}, LATEST)
      const isOld = (mark: CopyMark) => mark.usedMs < usedMs
      await forget(all.filter(isOld).map(({ _id }) => _id))
      return all.filter(mark => !isOld(mark))
    },
  }
}
