import { describe, expect, it } from 'vitest'
import { keptPlaces } from '../../../projections/event-listing/kept-places.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'

/** What is found asks for events of one kind; `more`: how many stand outside of the range; `without`: how many are left out of it. */
const places = async ({ isFollowed = true, more = 0, without = 0 } = {}) => {
  const documents = memoryDocuments()
  const events = await documents.collection<{ _id: number; kind: string }>({ name: 'events', indexes: [] })
  const write = (_id: number, kind: string) =>
    events.bulkWrite([{ replaceOne: { filter: { _id }, replacement: { _id, kind }, upsert: true } }])
  await write(1, 'fair')
  let asked = 0
  const find = keptPlaces(isFollowed ? documents.trails : undefined, async () => {
    asked++
    const found = await events.find({ kind: 'fair' })
    const range = { _id: { $nin: Array.from({ length: without }, (_, n) => 10_000 + n) } }
    return { more: Array.from({ length: more }), range, found: found.length }
  })
  /** How often it was looked for to answer so many times. */
  const looked = async (times: number) => {
    const before = asked
    for (let n = 0; n < times; n++) await find()
    return asked - before
  }
  return { find, looked, write }
}

describe('00 §8 scale: where the events of a question are', () => {
  it('is looked for no third time, on whichever page, until an event changes that it depends on', async () => {
    const { find, looked, write } = await places()
    expect(await looked(3)).toBe(2)
    await write(2, 'concert')
    expect(await looked(1)).toBe(0)
    await write(2, 'fair')
    expect(await looked(2)).toBe(1)
    expect(await find()).toMatchObject({ more: [], found: 2 })
  })

  it('is looked for each time where nobody follows events', async () => {
    const { looked } = await places({ isFollowed: false })
    expect(await looked(3)).toBe(3)
  })

  it('is looked for each time where events stand outside of the range, so that none is held on to', async () => {
    const { looked } = await places({ more: 1 })
    expect(await looked(3)).toBe(3)
  })

  it('is looked for each time where very many are left out of the range, so that little is held on to', async () => {
    expect(await (await places({ without: 256 })).looked(3)).toBe(2)
    expect(await (await places({ without: 5_000 })).looked(3)).toBe(3)
  })
})
