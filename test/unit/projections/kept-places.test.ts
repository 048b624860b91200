import { describe, expect, it } from 'vitest'
import type { Sought } from '../../../projections/event-listing/conditions.ts'
import { keptPlaces } from '../../../projections/event-listing/kept-places.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { userId, utcTime } from '../../../shared/kernel/brands.ts'
import { everything } from '../../support/listed-school.ts'

const question: Sought = everything
const somebody = { id: userId(3), role: 'author' } as const

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
  /** How often it was looked for to answer these. */
  const looked = async (...questions: readonly Sought[]) => {
    const before = asked
    for (const one of questions) await find(one)
    return asked - before
  }
  return { find, looked, write }
}

describe('00 §8 scale: where the events of a question are', () => {
  it('is looked for no third time for guests, on whichever page, until an event changes that it depends on', async () => {
    const { find, looked, write } = await places()
    expect(await looked(question, { ...question }, question)).toBe(2)
    expect(await looked({ ...question, featured: true }, question)).toBe(1)

    await write(2, 'concert')
    expect(await looked(question)).toBe(0)
    await write(2, 'fair')
    expect(await looked(question)).toBe(1)
    expect(await find(question)).toMatchObject({ more: [], found: 2 })
  })

  it('is looked for each time by others, of what has ended, by long questions and where nobody follows events', async () => {
    const { looked } = await places()
    const viewer = { ...question, viewer: somebody }
    const ended = { ...question, ended: { at: utcTime('2027-03-10 09:00:00'), is: true } }
    const long = { ...question, search: 'a'.repeat(2_000) }
    expect(await looked(viewer, viewer, viewer, ended, ended, ended, long, long, long)).toBe(9)
    expect(await (await places({ isFollowed: false })).looked(question, question, question)).toBe(3)
  })

  it('is looked for each time where events stand outside of the range, so that none is held on to', async () => {
    expect(await (await places({ more: 1 })).looked(question, question, question)).toBe(3)
  })

  it('is looked for each time where very many are left out of the range, so that little is held on to', async () => {
    expect(await (await places({ without: 256 })).looked(question, question, question)).toBe(2)
    expect(await (await places({ without: 5_000 })).looked(question, question, question)).toBe(3)
  })
})
