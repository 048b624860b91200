import { eventId, streamName, systemClock } from '../../../shared/kernel/brands.ts'
import { expect, it, onTestFinished } from 'vitest'
import { claimsOn } from '../../../services/calendar/claims.ts'
import { sealerOn } from '../../../services/seals/seal.ts'
import { verifyLog } from '../../../services/verify/verify.ts'
import { openScan, openTally } from '../../../services/wiring/drivers.ts'
import { openEventStoreDb } from '../../../shared/event-store/eventstoredb/eventstoredb.ts'
import { eventCodec, eventStream } from '../../../shared/facts/event.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { note } from '../../support/note.ts'
import { borrowedDouble } from '../../support/eventstoredb-double/lent.ts'

const nothing = () => undefined

const reportOf = async (url: string) => {
  const scan = await openScan({ DATA_DIR: 'unused', EVENTSTORE_URL: url }, nothing)
  onTestFinished(() => scan.close())
  const tally = openTally()
  onTestFinished(() => tally.close())
  const pause = () => Promise.resolve()
  return verifyLog({ scan, tally, against: [], tell: nothing, pause, signal: new AbortController().signal })
}

it('compares a log in EventStoreDB with its seals, and misses what was deleted behind its back', async () => {
  const double = await borrowedDouble()
  const store = await openEventStoreDb({ url: double.url, warn: nothing })
  onTestFinished(() => store.close())
  for (const stream of ['tango-1', 'tango-2', 'tango-1'])
    await store.append(streamName(stream), [note('a step')], 'any')
  const seal = sealerOn({ store, nowMs: systemClock })
  expect(await seal({ records: 1, ms: 1 }, new AbortController().signal)).toBe(1)
  const unknown = [
    'tango-1 is no stream that this release knows',
    'tango-2 is no stream that this release knows',
  ]
  expect(await reportOf(double.url)).toMatchObject({
    sealed: { seals: 1, sealed: 3, unsealed: 1 },
    problems: unknown,
  })
  await store.deleteStream(streamName('tango-2'))
  expect((await reportOf(double.url)).problems).toEqual([
    'a record behind record 0 of tango-1 is not there any more, and nothing tells why (seal 1)',
    unknown[0],
  ])
})

it('looks through a log in EventStoreDB, where revisions of what was deleted go on', async () => {
  const double = await borrowedDouble()
  const store = await openEventStoreDb({ url: double.url, warn: nothing })
  onTestFinished(() => store.close())
  const claims = claimsOn(store)
  const create = async (id: number, slug: string) => {
    const fact = eventCodec.encode({
      type: 'EventCreated',
      eventId: eventId(id),
      by: 'person',
      values: fair({ slug }),
    })
    await store.append(
      eventStream(eventId(id)),
      [{ id: crypto.randomUUID(), ...fact, meta: personAt() }],
      'any',
    )
  }
  await claims.claimExactSlug('event', 'fair', 1, personAt())
  await create(1, 'gone')
  await store.deleteStream(eventStream(eventId(1)))
  await create(1, 'fair')
  await create(2, 'concert')

  const report = await reportOf(double.url)
  expect(report).toEqual({
    records: 3,
    streams: 3,
    kinds: { event: 2, slug: 1 },
    unused: 0,
    sealed: { seals: 0, sealed: 0, unsealed: 3 },
    wrong: 2,
    problems: [
      'event-2 has no claim on its slug (slug-event/concert)',
      'ids-post has reserved ids up to 0, and 2 is used',
    ],
  })
})
