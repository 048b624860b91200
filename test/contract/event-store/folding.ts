import { describe, expect, it } from 'vitest'
import { streamRevision, type Revision } from '../../../shared/kernel/brands.ts'
import { keepingFolds, keptStates, readStream, type StreamFold } from '../../../shared/event-store/folding.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import { several, type World } from './world.ts'

/** Long enough to be kept. */
const MANY = 40

const numbersOf = (records: readonly StoredRecord[]) => records.map(({ data }) => Number(data['n']))

/** All numbers that a stream tells, one after the other. */
const listing = (): StreamFold<readonly number[]> => ({
  initial: [],
  after: (before, records) => [...before, ...numbersOf(records)],
  kept: keptStates(),
})

const upTo = (end: number) => Array.from({ length: end }, (_, n) => n)

/** The log keeping folds, and from which revision and how many records were read of it. */
const watched = (log: EventStore) => {
  const reads: [from: number, count: number][] = []
  const store = keepingFolds({
    ...log,
    read: async (stream, options) => {
      const records = await log.read(stream, options)
      reads.push([options?.from ?? 0, records.length])
      return records
    },
  })
  return { store, taken: () => reads.splice(0) }
}

export const folding = (world: World): void => {
  /** As `told` says the stream is folded, by a process that keeps folds. */
  const begin = async (count = MANY) => {
    const { store, taken } = watched(world.store)
    const how = listing()
    const fold = async () => (await readStream(store, world.stream)).fold(how)
    await world.store.append(world.stream, several(count), 'absent')
    expect(await fold()).toEqual({ state: upTo(count), revision: count - 1 })
    taken()
    return { store, taken, how, fold }
  }
  const more = (n: number, expected: Revision | 'any' = 'any') =>
    world.store.append(world.stream, several(n + 1).slice(n), expected)

  describe('folds that are kept', () => {
    it('of a long stream go on from its end, whoever wrote what is new', async () => {
      const { taken, fold } = await begin()
      expect(await fold()).toEqual({ state: upTo(MANY), revision: MANY - 1 })
      await more(MANY)
      await more(MANY + 1)
      expect(await fold()).toEqual({ state: upTo(MANY + 2), revision: MANY + 1 })
      expect(await fold()).toMatchObject({ revision: MANY + 1 })
      expect(taken()).toEqual([
        [MANY - 1, 1],
        [MANY - 1, 3],
        [MANY + 1, 1],
      ])
    })

    it('of a short stream are not kept', async () => {
      const { taken, fold } = await begin(3)
      await fold()
      expect(taken()).toEqual([[0, 3]])
    })

    it('of a very long stream are read in pieces', async () => {
      const { store, taken } = watched(world.store)
      for (let first = 0; first < 1_200; first += 400)
        await world.store.append(world.stream, several(400), first === 0 ? 'absent' : 'any')
      const counting: StreamFold<number> = {
        initial: 0,
        after: (count, records) => count + records.length,
      }
      expect((await (await readStream(store, world.stream)).fold(counting)).state).toBe(1_200)
      expect(taken()).toEqual([
        [0, 1_000],
        [1_000, 200],
      ])
    })

    it('of several kinds are read for together', async () => {
      const { store, taken, how } = await begin()
      const counting: StreamFold<number> = {
        initial: 0,
        after: (count, records) => count + records.length,
        kept: keptStates(() => 1),
      }
      const both = async () => {
        const stream = await readStream(store, world.stream)
        return [(await stream.fold(counting)).state, (await stream.fold(how)).state.length]
      }
      expect(await both()).toEqual([MANY, MANY])
      taken()
      await more(MANY)
      expect(await both()).toEqual([MANY + 1, MANY + 1])
      expect(taken()).toEqual([[MANY - 1, 2]])
    })

    const hereOrElsewhere = ['here', 'elsewhere'] as const

    it.each(hereOrElsewhere)('say nothing of a stream that was deleted %s', async by => {
      const { store, fold } = await begin()
      await (by === 'here' ? store : world.store).deleteStream(world.stream)
      expect(await fold()).toEqual({ state: [], revision: -1 })
    })

    it.each(hereOrElsewhere)('say nothing of the former life of a stream that was deleted %s', async by => {
      const { store, fold } = await begin()
      await (by === 'here' ? store : world.store).deleteStream(world.stream)
      await world.store.append(world.stream, several(MANY + 5).slice(5), 'absent')
      expect((await fold()).state).toEqual(upTo(MANY + 5).slice(5))
      await more(9)
      expect((await fold()).state).toEqual([...upTo(MANY + 5).slice(5), 9])
    })

    it.each(hereOrElsewhere)('say nothing of what was truncated %s', async by => {
      const { store, fold } = await begin()
      await more(100)
      await (by === 'here' ? store : world.store).truncate(world.stream, streamRevision(MANY))
      expect((await fold()).state).toEqual([100])
    })

    it('are not kept of what was read before something was removed', async () => {
      const { store, taken } = watched(world.store)
      const how = listing()
      await world.store.append(world.stream, several(MANY), 'absent')
      const before = await readStream(store, world.stream)
      await store.deleteStream(world.stream)
      expect((await before.fold(how)).state).toEqual(upTo(MANY))
      taken()
      expect(await (await readStream(store, world.stream)).fold(how)).toEqual({ state: [], revision: -1 })
      expect(taken()).toEqual([[0, 0]])
    })
  })
}
