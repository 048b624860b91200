import type { Filter, Update } from '../../shared/documents/port.ts'
import type { Board, GenerationsDoc } from './board.ts'

/**
 * Which generations of a read model there are. Few guarded writes move it: a rebuild is asked for, the generation that
 * was built takes over, one that is not asked any more is gone. Numbers only grow, so no collection is ever filled
 * twice.
 */
export type Generations = {
  /** Made when missing. */
  readonly read: () => Promise<GenerationsDoc>
  /** The generation that is being built from now on, or was already. */
  readonly rebuild: () => Promise<number>
  /** The same, but one that is being built already is given up: it may have begun with what counts no more. */
  readonly supersede: () => Promise<number>
  /** Nothing happens unless `generation` is being built. */
  readonly serve: (generation: number) => Promise<void>
  readonly gone: (generation: number) => Promise<void>
}

const idOf = (model: string): string => `generations of ${model}`

const first = (model: string): GenerationsDoc => ({
  _id: idOf(model),
  kind: 'generations',
  model,
  serving: 1,
  building: null,
})

export const generationsOf = (board: Board, model: string): Generations => {
  const _id = idOf(model)
  const stored = async (): Promise<GenerationsDoc | null> => {
    const found = await board.get(_id)
    return found?.kind === 'generations' ? found : null
  }
  const read = async (): Promise<GenerationsDoc> => {
    const found = await stored()
    if (found !== null) return found
    const filter = { _id, serving: -1 }
    await board.bulkWrite([{ replaceOne: { filter, replacement: first(model), upsert: true } }])
    return (await stored()) ?? first(model)
  }
  const update = (filter: Filter, change: Update) =>
    board.bulkWrite([{ updateOne: { filter: { _id, ...filter }, update: change } }])
  return {
    read,
    rebuild: async () => {
      const { serving } = await read()
      await update({ serving, building: null }, { $set: { building: serving + 1 } })
      const now = await read()
      return now.building ?? now.serving
    },
    supersede: async () => {
      for (;;) {
        const { serving, building } = await read()
        const next = (building ?? serving) + 1
        await update(
          { serving, building },
          {
            $set: { building: next },
            ...(building === null ? {} : { $addToSet: { superseded: building } }),
          },
        )
        const now = await read()
        // whoever was faster asked after us: theirs has what ours would have
        if (Math.max(now.building ?? 0, now.serving) >= next) return next
      }
    },
    serve: async generation => {
      const { serving } = await read()
      await update(
        { serving, building: generation },
        { $set: { serving: generation, building: null }, $addToSet: { leaving: serving } },
      )
    },
    gone: generation => update({}, { $pull: { leaving: generation, superseded: generation } }),
  }
}

/** All that are to be fed. */
export const listedIn = ({
  serving,
  building,
  leaving = [],
  superseded = [],
}: GenerationsDoc): readonly number[] => [
  serving,
  ...(building === null ? [] : [building]),
  ...leaving,
  ...superseded,
]
