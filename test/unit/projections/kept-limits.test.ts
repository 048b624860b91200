import { localTime, type LocalTime } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { rowsSpec } from '../../../projections/event-listing/row.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import { everything } from '../../support/listed-school.ts'
import { eventValues, recorder } from '../../support/recorded.ts'
import { readModels } from '../../support/read-models.ts'

const START = localTime('2027-03-10 09:00:00')
/** Everything that starts on or before the 12th, and ends by the end of it. */
const query = {
  ...everything,
  start: { gte: localTime('2027-03-01 00:00:00') },
  end: { lte: localTime('2027-03-12 23:59:59') },
}

const calendar = async () => {
  const asked: (string | null)[] = []
  const documents = memoryDocuments({
    observe: ({ collection, index }) => {
      if (collection === rowsSpec.name) asked.push(index)
    },
  })
  const record = recorder()
  const models = await readModels(documents)
  const creates = (eventId: number, given: Partial<EventValues>) =>
    record({ type: 'EventCreated', eventId, by: 'person', values: eventValues({ start: START, ...given }) })
  await models.apply([
    creates(1, { end: localTime('2027-03-10 10:00:00') }),
    creates(2, { end: localTime('2027-03-12 23:59:59') }),
    creates(3, { end: localTime('2027-03-13 00:00:00') }),
  ])
  const listed = async () => {
    const { rows, total } = await models.events.listEvents({ ...query, limit: 10 })
    return { ids: rows.map(row => row._id), total }
  }
  /** How often it was looked for what is under way at a limit: among so few by trying each. */
  const looked = () => asked.splice(0).filter(index => index !== 'public-start').length
  return { models, record, creates, listed, looked }
}

describe('00 §8 scale: what is under way where a list ends', () => {
  it('is looked for once by lists that end at the same instant, until an event changes that is', async () => {
    const { models, record, creates, listed, looked } = await calendar()
    expect([await listed(), await listed(), await listed()]).toEqual(
      Array.from({ length: 3 }, () => ({ ids: [1, 2], total: 2 })),
    )
    expect(looked()).toBe(1)

    await models.apply([creates(4, { end: localTime('2027-03-10 11:00:00') })])
    expect(await listed()).toEqual({ ids: [1, 2, 4], total: 3 })
    expect(looked()).toBe(0)

    const lasts = (eventId: number, end: string) =>
      record({ type: 'EventRescheduled', eventId, by: 'person', changes: { end: [START, localTime(end)] } })
    await models.apply([lasts(2, '2027-03-14 00:00:00')])
    expect(await listed()).toEqual({ ids: [1, 4], total: 2 })
    await models.apply([lasts(3, '2027-03-11 00:00:00')])
    expect(await listed()).toEqual({ ids: [1, 3, 4], total: 3 })
    await models.apply([creates(5, { end: localTime('2027-04-01 00:00:00'), hidden: true })])
    expect(await listed()).toEqual({ ids: [1, 3, 4], total: 3 })
  })

  it('is another for each instant, and for each side of it', async () => {
    const { models, listed, looked } = await calendar()
    await listed()
    const ending = async (end: { lt?: LocalTime; lte?: LocalTime }) =>
      (await models.events.listEvents({ ...query, end, limit: 10 })).rows.map(row => row._id)
    expect(await ending({ lte: localTime('2027-03-13 00:00:00') })).toEqual([1, 2, 3])
    expect(await ending({ lt: localTime('2027-03-13 00:00:00') })).toEqual([1, 2])
    expect(await ending({ lte: localTime('2027-03-12 23:59:58') })).toEqual([1])
    expect(looked()).toBe(4)
  })
})
