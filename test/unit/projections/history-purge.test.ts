import { expect, it } from 'vitest'
import { history } from '../../../projections/history/store.ts'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'

it('00 §8 history says who purged an item and when, and nothing of what it held', async () => {
  const store = memoryLog()
  const writing = writingOn(store)
  const { queries, ...projection } = await history({ store, loginOf: () => 'ana' })(memoryDocuments())
  const catchUp = async () => {
    const stop = new AbortController()
    for await (const { records, live } of store.follow(null, projection.prefixes, stop.signal)) {
      await projection.apply(records)
      if (live) stop.abort()
    }
  }
  const made = await calendarOn(writing).event.create({ values: fair({ title: 'Zebra Secret' }) }, personAt())
  if (!made.ok) throw new Error(made.refusal.code)
  await catchUp()
  await calendarOn(writing).event.purge(made.id, personAt(2))
  await catchUp()
  // one that was built when the stream was gone already tells the same
  const rebuilt = await history({ store, loginOf: () => 'ana' })(memoryDocuments())
  for await (const { records, live } of store.follow(
    null,
    projection.prefixes,
    new AbortController().signal,
  )) {
    await rebuilt.apply(records)
    if (live) break
  }
  const again = await rebuilt.queries.historyOf('event', made.id)
  const told = await queries.historyOf('event', made.id)
  expect(told?.map(({ fact, changes }) => [fact, changes])).toEqual([
    ['ItemPurged', {}],
    ['EventCreated', {}],
  ])
  expect(told?.[0]).toMatchObject({ at: personAt(2).at, actor: { id: personAt(2).actor }, source: 'cal' })
  expect(again).toEqual(told)
  expect(JSON.stringify(told)).not.toMatch(/zebra/i)
})
