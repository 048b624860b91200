import { expect, it, onTestFinished } from 'vitest'
import { claimsOn } from '../../../services/calendar/claims.ts'
import { verifyLog } from '../../../services/verify/verify.ts'
import { openScan, openTally } from '../../../services/wiring/drivers.ts'
import { openEventStoreDb } from '../../../shared/event-store/eventstoredb/eventstoredb.ts'
import { eventCodec, eventStream } from '../../../shared/facts/event.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { startDouble } from '../../support/eventstoredb-double/start.ts'

const nothing = () => undefined

it('looks through a log in EventStoreDB, where revisions of what was deleted go on', async () => {
  const double = await startDouble()
  onTestFinished(() => double.kill())
  const store = await openEventStoreDb({ url: double.url, warn: nothing })
  onTestFinished(() => store.close())
  const claims = claimsOn(store)
  const create = async (id: number, slug: string) => {
    const fact = eventCodec.encode({
      type: 'EventCreated',
      eventId: id,
      by: 'person',
      values: fair({ slug }),
    })
    await store.append(eventStream(id), [{ id: crypto.randomUUID(), ...fact, meta: personAt() }], 'any')
  }
  await claims.claimExactSlug('event', 'fair', 1, personAt())
  await create(1, 'gone')
  await store.deleteStream(eventStream(1))
  await create(1, 'fair')
  await create(2, 'concert')

  const scan = await openScan({ DATA_DIR: 'unused', EVENTSTORE_URL: double.url }, nothing)
  onTestFinished(() => scan.close())
  const tally = openTally()
  onTestFinished(() => tally.close())
  const signal = new AbortController().signal
  const pause = () => Promise.resolve()
  const report = await verifyLog({ scan, tally, tell: nothing, pause, signal })
  expect(report).toEqual({
    records: 3,
    streams: 3,
    kinds: { event: 2, slug: 1 },
    unused: 0,
    wrong: 2,
    problems: [
      'event-2 has no claim on its slug (slug-event/concert)',
      'ids-post has reserved ids up to 0, and 2 is used',
    ],
  })
})
