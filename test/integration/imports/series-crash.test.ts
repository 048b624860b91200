import { utcTime } from '../../../shared/kernel/brands.ts'
import { expect, it } from 'vitest'
import { parseIcs } from '../../../services/imports/ics/parse.ts'
import type { RawItem } from '../../../services/imports/item/item.ts'
import { StoreUnavailable, type EventStore } from '../../../shared/event-store/port.ts'
import { everyLog, type OwnLog } from '../../support/every-log.ts'
import { eventIds, importWorld } from '../../support/import-world.ts'

const seriesOf = (hour: number, count: number): readonly RawItem[] => {
  const feed = parseIcs(
    Buffer.from(
      [
        ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:s', 'SUMMARY:Swim', `SEQUENCE:${hour}`],
        ...[`DTSTART;TZID=America/New_York:20270302T${hour}0000`, `RRULE:FREQ=WEEKLY;COUNT=${count}`],
        ...['END:VEVENT', 'END:VCALENDAR'],
      ].join('\r\n'),
    ),
    { nowUtc: utcTime('2027-01-01 00:00:00'), siteZone: 'America/New_York' },
  )
  return feed.ok ? (JSON.parse(JSON.stringify(feed.items)) as readonly RawItem[]) : []
}

/** The same log, which is gone after so many more appends. */
const dying = ({ store, isOneAct }: OwnLog, appends: number): EventStore => {
  let left = appends
  const alive = () => {
    if (left-- <= 0) throw new StoreUnavailable('gone')
  }
  const append: EventStore['append'] = async (...args) => {
    alive()
    return store.append(...args)
  }
  return {
    ...store,
    append,
    appendAll: async (before, last) => {
      if (isOneAct) {
        alive()
        return store.appendAll(before, last)
      }
      for (const { stream, records, expected } of before) await append(stream, records, expected)
      return append(last.stream, last.records, last.expected)
    },
  }
}

/** Moves two of four events and withdraws the others, in a process that dies after so many appends; whether it did. */
const diesAfter = async (log: OwnLog, appends: number): Promise<boolean> => {
  const { store } = log
  const w = importWorld(store)
  await w.whole('one', seriesOf(10, 4))
  const ids = await eventIds(store)
  await w.receive('two', await w.register('two'), seriesOf(14, 2))
  const failed = await importWorld(dying(log, appends))
    .process('two')
    .then(
      () => false,
      () => true,
    )
  const healed = importWorld(store)
  await healed.process('two')
  const told = `after ${appends} appends`
  expect([told, await eventIds(store)]).toEqual([told, ids])
  expect([told, (await healed.run('two')).status]).toEqual([told, 'success'])
  const outcomes = await healed.outcomes('two')
  expect([told, outcomes.map(({ id, outcome, reason }) => [id, outcome, reason])]).toEqual([
    told,
    ids.slice(0, 2).map(id => [id, 'updated', 'moved']),
  ])
  const items = await Promise.all(ids.map(id => healed.eventItem(id)))
  expect([told, items.map(({ values, trashed }) => [values.start.slice(11), trashed?.reason])]).toEqual([
    told,
    [
      ['14:00:00', undefined],
      ['14:00:00', undefined],
      ['10:00:00', 'withdrawn'],
      ['10:00:00', 'withdrawn'],
    ],
  ])
  expect([told, (await healed.run('two')).withdrawn.size]).toEqual([told, 2])
  const again = await healed.whole('three', seriesOf(14, 2))
  expect([told, again.map(({ outcome }) => outcome)]).toEqual([told, ['unchanged', 'unchanged']])
  return failed
}

it.each(everyLog)(
  '05 §5, §10 with the log in %s a series is moved and withdrawn once, after whichever append a process dies',
  async (_, open) => {
    for (let appends = 0, died = true; died; appends++) {
      const log = await open()
      try {
        died = await diesAfter(log, appends)
      } finally {
        await log.end()
      }
      // it is killed between the first of its appends and the last
      if (!died) expect(appends).toBeGreaterThan(8)
    }
  },
)
