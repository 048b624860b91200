import { expect, it } from 'vitest'
import { logPosition, streamRevision } from '../../../../shared/kernel/brands.ts'
import { places } from '../../../../shared/event-store/eventstoredb/places.ts'
import type { Appended } from '../../../../shared/event-store/port.ts'

/** A log with a record at 7, which notes where it is looked at. */
const log = () => {
  const looked: number[] = []
  const at = async (commit: bigint) => {
    looked.push(Number(commit))
    return commit === 7n ? logPosition(7) : null
  }
  return { looked, known: places({ at, before: async () => logPosition(5) }) }
}

const HINT = { commit: 7n, prepare: 7n }

it('a place that an append was told is known and not looked for', async () => {
  const { looked, known } = log()
  const answer = Promise.withResolvers<Appended>()
  const appended = known.writing(answer.promise)
  expect(known.knows(HINT)).toBe(false)
  answer.resolve({ revision: streamRevision(0), position: logPosition(7) })
  expect(await appended).toEqual({ revision: 0, position: 7 })
  expect(known.knows(HINT)).toBe(true)
  expect(await known.locate(HINT)).toBe(7)
  expect(looked).toEqual([])
})

it('it is looked for once, by all, when the append failed or was told another', async () => {
  for (const answer of [
    Promise.resolve({ revision: streamRevision(0), position: logPosition(9) }),
    Promise.reject(new Error('refused')),
  ]) {
    const { looked, known } = log()
    await known.writing(answer).catch(() => undefined)
    expect(await Promise.all([known.locate(HINT), known.locate(HINT)])).toEqual([7, 7])
    expect(looked).toEqual([7])
  }
})

it('what is no record is none, and a place where the next one will be is the record before it', async () => {
  const { looked, known } = log()
  expect(await known.locate({ commit: 8n, prepare: 8n })).toBeNull()
  expect(await known.locate({ commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n })).toBeNull()
  known.note(logPosition(7))
  expect(known.knows({ commit: 7n, prepare: 0n })).toBe(false)
  expect(await known.locate({ commit: 7n, prepare: 0n })).toBe(5)
  expect(looked).toEqual([8])
})
