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
  return { looked, known: places({ at, before: async () => null }) }
}

const HINT = { commit: 7n, prepare: 7n }

it('a place that an append under way is told by its answer is not looked for', async () => {
  const { looked, known } = log()
  const answer = Promise.withResolvers<Appended>()
  const appended = known.writing(answer.promise)
  const located = [known.locate(HINT, null), known.locate(HINT, logPosition(3))]
  answer.resolve({ revision: streamRevision(0), position: logPosition(7) })
  expect(await Promise.all(located)).toEqual([7, 7])
  expect(await appended).toEqual({ revision: 0, position: 7 })
  expect(looked).toEqual([])
})

it('it is looked for once, by all, when the append is of another place, fails, or is not answered', async () => {
  for (const end of [
    (answer: PromiseWithResolvers<Appended>) =>
      answer.resolve({ revision: streamRevision(0), position: logPosition(9) }),
    (answer: PromiseWithResolvers<Appended>) => answer.reject(new Error('refused')),
    () => undefined,
  ]) {
    const { looked, known } = log()
    const answer = Promise.withResolvers<Appended>()
    known.writing(answer.promise).catch(() => undefined)
    const located = [known.locate(HINT, null), known.locate(HINT, logPosition(3))]
    end(answer)
    expect(await Promise.all(located)).toEqual([7, 7])
    expect(looked).toEqual([7])
  }
})

it('where nothing is written here, a place is looked for, and what is no record is none', async () => {
  const { looked, known } = log()
  expect(await known.locate({ commit: 8n, prepare: 8n }, null)).toBeNull()
  expect(await known.locate(HINT, logPosition(7))).toBeNull()
  expect(looked).toEqual([8])
})
