import { expect, it } from 'vitest'
import { seriesBook } from '../../../services/imports/series/series-book.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import { logPosition, streamRevision } from '../../../shared/kernel/brands.ts'
import { personAt } from '../../support/calendar.ts'

/** A log in which each series has so many events. */
const seriesOf = (amount: () => number) => {
  const asked: number[] = []
  const read: EventStore['read'] = async (stream, { from = streamRevision(0) } = {}) => {
    asked.push(from)
    return Array.from({ length: amount() - from }, (_, n): StoredRecord => {
      const revision = streamRevision(from + n)
      const data = { owner: revision + 1 }
      return {
        id: '',
        stream,
        revision,
        position: logPosition(revision),
        type: 'Claimed',
        data,
        meta: personAt(),
      }
    })
  }
  return { read, asked }
}

it('a series that has grown since it was first read counts as what it is: three of 60,000 events are not all kept', async () => {
  let amount = 1
  const { read, asked } = seriesOf(() => amount)
  const book = seriesBook({ read })
  for (const uid of ['a', 'b', 'c']) {
    amount = 1
    await book('a school', uid)
    amount = 60_000
    await book('a school', uid)
  }
  expect(asked).toEqual([0, 1, 0, 1, 0, 1])
  await book('a school', 'c')
  await book('a school', 'a')
  expect(asked.slice(6)).toEqual([60_000, 0])
})
