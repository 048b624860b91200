import type { Board, GenerationsDoc } from './marks.ts'

/**
 * Which generations of a read model there are. Three guarded writes move it: a rebuild is asked for, the generation
 * that was built takes over, the one before it is gone. Numbers only grow, so no collection is ever filled twice.
 */
export type Generations = {
  /** Made when missing. */
  readonly read: () => Promise<GenerationsDoc>
  /** The generation that is being built from now on, or was already. */
  readonly rebuild: () => Promise<number>
  /** Nothing happens unless `generation` is being built and nothing is retiring any more. */
  readonly serve: (generation: number) => Promise<void>
  readonly retired: (generation: number) => Promise<void>
}

const idOf = (model: string): string => `generations of ${model}`

const first = (model: string): GenerationsDoc => ({
  _id: idOf(model),
  kind: 'generations',
  model,
  serving: 1,
  building: null,
  retiring: null,
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
  return {
    read,
    rebuild: async () => {
      const { serving } = await read()
      const filter = { _id, serving, building: null }
      await board.bulkWrite([{ updateOne: { filter, update: { $set: { building: serving + 1 } } } }])
      const now = await read()
      return now.building ?? now.serving
    },
    serve: async generation => {
      const { serving } = await read()
      const filter = { _id, serving, building: generation, retiring: null }
      const $set = { serving: generation, building: null, retiring: serving }
      await board.bulkWrite([{ updateOne: { filter, update: { $set } } }])
    },
    retired: async generation => {
      const filter = { _id, retiring: generation }
      await board.bulkWrite([{ updateOne: { filter, update: { $set: { retiring: null } } } }])
    },
  }
}

export const isListed = (
  { serving, building, retiring }: Pick<GenerationsDoc, 'serving' | 'building' | 'retiring'>,
  generation: number,
): boolean => generation === serving || generation === building || generation === retiring
