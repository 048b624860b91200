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
  readonly untilMs: number
  /** About when it was last wanted, epoch milliseconds. */
  readonly usedMs: number
}

export type ViewCopies<Question, Shown> = {
  readonly get: (id: string) => Promise<ViewCopy<Question, Shown> | null>
  readonly put: (copy: ViewCopy<Question, Shown>) => Promise<void>
  /** Notes that it was wanted. */
  readonly use: (id: string, usedMs: number) => Promise<void>
  /** Forgets this copy, if it is still the one there. */
  readonly drop: (copy: Pick<ViewCopy<Question, Shown>, '_id' | 'version'>) => Promise<void>
  /** Those wanted since then, latest first. */
  readonly usedSince: (usedMs: number) => Promise<readonly ViewCopy<Question, Shown>[]>
  /** Forgets what was not wanted since then, and of the others all but the latest. */
  readonly sweep: (usedMs: number, most: number) => Promise<void>
}

export const copiesSpec: CollectionSpec = {
  name: 'view-copies@1',
  indexes: [{ name: 'used', keys: ['usedMs'] }],
}

export const viewCopies = <Question, Shown>(
  copies: Collection<ViewCopy<Question, Shown>>,
): ViewCopies<Question, Shown> => ({
  get: id => copies.get(id),
  put: copy =>
    copies.bulkWrite([{ replaceOne: { filter: { _id: copy._id }, replacement: copy, upsert: true } }]),
  use: (id, usedMs) =>
    copies.bulkWrite([{ updateOne: { filter: { _id: id }, update: { $max: { usedMs } } } }]),
  drop: ({ _id, version }) => copies.bulkWrite([{ deleteOne: { filter: { _id, version } } }]),
  usedSince: usedMs => copies.find({ usedMs: { $gte: usedMs } }, { sort: { usedMs: -1, _id: 1 } }),
  sweep: async (usedMs, most) => {
    await copies.bulkWrite([{ deleteMany: { filter: { usedMs: { $lt: usedMs } } } }])
    const more = await copies.find({}, { sort: { usedMs: -1, _id: 1 }, skip: most })
    if (more.length > 0)
      await copies.bulkWrite([{ deleteMany: { filter: { _id: { $in: more.map(({ _id }) => _id) } } } }])
  },
})
