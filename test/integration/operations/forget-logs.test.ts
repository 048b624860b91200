import { userId } from '../../../shared/kernel/brands.ts'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { recordOf } from '../../../services/handle.ts'
import { forgetDue } from '../../../services/retention/due.ts'
import { sealerOn } from '../../../services/seals/seal.ts'
import { verifyLog } from '../../../services/verify/verify.ts'
import { openScan, openTally } from '../../../services/wiring/drivers.ts'
import { datesOf } from '../../../services/wiring/exporting.ts'
import { openEventStoreDb } from '../../../shared/event-store/eventstoredb/eventstoredb.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { openSqliteLog } from '../../../shared/event-store/sqlite/sqlite.ts'
import { untilLive } from '../../../shared/event-store/until-live.ts'
import { importPayloadCodec, importPayloadStream } from '../../../shared/facts/import.ts'
import { siteCodec, SITE_STREAM } from '../../../shared/facts/site.ts'
import { userCodec, userStream, type UserFact } from '../../../shared/facts/user.ts'
import { cli } from '../../support/cli.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { borrowedDouble } from '../../support/eventstoredb-double/lent.ts'
import { startSharedWriter } from '../../support/shared-writer.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { msOfIso } from '../../../shared/kernel/time/calculate.ts'

const { signal } = new AbortController()
const nothing = () => undefined
const DAY_S = 86_400
const on = (day: number) => personAt(day * DAY_S)

const eventStoreDb = async () => {
  const double = await borrowedDouble()
  const store = await openEventStoreDb({ url: double.url, warn: nothing })
  onTestFinished(() => store.close())
  return { store, settings: { DATA_DIR: 'unused', EVENTSTORE_URL: double.url } }
}

const sqlite = async () => {
  const dataDir = temporaryFolder()
  const store = await openSqliteLog({ file: join(dataDir, 'log.sqlite'), start: startSharedWriter })
  onTestFinished(() => store.close())
  return { store, settings: { DATA_DIR: dataDir } }
}

type Log = Awaited<ReturnType<typeof eventStoreDb | typeof sqlite>>

const problemsOf = async ({ settings }: Log): Promise<readonly string[]> => {
  const scan = await openScan(settings, nothing)
  const tally = openTally()
  const pause = () => Promise.resolve()
  const report = await verifyLog({ scan, tally, against: [], tell: nothing, pause, signal })
  tally.close()
  await scan.close()
  return report.problems
}

/** A payload, a sign-in and a version of each kind that is due, and one that is not of the latter. */
const fill = async (store: EventStore) => {
  const items = [{ title: 'okapi' }]
  const payload = { type: 'ImportItemsReceived' as const, importId: 'one', firstPosition: 1, items }
  await store.append(importPayloadStream('one', 'a'), [recordOf(importPayloadCodec, payload, on(0))], 'any')
  const facts: readonly (readonly [number, UserFact])[] = [
    [
      0,
      {
        type: 'UserCreated',
        userId: userId(3),
        login: 'ana',
        email: 'a@a.example',
        role: 'author',
        passwordHash: null,
      },
    ],
    [1, { type: 'UserSignedIn', userId: userId(3), signedInAt: on(1).at }],
    [2, { type: 'UserRoleChanged', userId: userId(3), changes: { role: ['author', 'editor'] } }],
    [55, { type: 'UserSignedIn', userId: userId(3), signedInAt: on(55).at }],
  ]
  for (const [day, fact] of facts)
    await store.append(userStream(userId(3)), [recordOf(userCodec, fact, on(day))], 'any')
  const { event } = calendarOn(writingOn(store))
  const made = await event.create({ values: fair({ title: 'Okapi day', slug: 'okapi-day' }) }, on(1))
  if (!made.ok) throw new Error(made.refusal.code)
  await event.change(made.id, { title: 'Zebra day', slug: 'zebra-day' }, on(2))
  await event.trash(made.id, 'deleted', on(3))
  const changes = {
    keepPayloadDays: [null, 20] as [null, number],
    keepSignInDays: [null, 30] as [null, number],
    keepTrashedDays: [null, 30] as [null, number],
  }
  const set = { type: 'SiteSettingsChanged', changes } as const
  await store.append(SITE_STREAM, [recordOf(siteCodec, set, on(4))], 'any')
}

const texts = async (store: EventStore): Promise<string> => {
  const all: string[] = []
  for await (const { records } of untilLive(store, [], signal)) all.push(JSON.stringify(records))
  return all.join('\n')
}

describe.each([
  ['in EventStoreDB', eventStoreDb],
  ['in a file', sqlite],
])('00 §6.9 what is due in a log %s', (_, open) => {
  it('can be read no more, and the log is whole', async () => {
    const log = await open()
    const { store } = log
    await fill(store)
    const before = await problemsOf(log)
    await sealerOn({ store, nowMs: () => msOfIso(on(56).at) })({ records: 1, ms: 0 }, signal)
    const due = await forgetDue({ writing: writingOn(store), datesOf }, on(60), signal)
    expect(due.map(({ what, count }) => [what, count])).toEqual([
      ['payloads', 1],
      ['sign_ins', 1],
      ['versions', 3],
    ])
    const left = await texts(store)
    expect(left).not.toMatch(/okapi/i)
    expect(left).not.toContain(`"signedInAt":"${on(1).at}"`)
    expect(left).toContain(`"signedInAt":"${on(55).at}"`)
    expect(left).toContain('"role":["author","editor"]')
    // users here have no claims, before and after
    expect(await problemsOf(log)).toEqual(before)
  })
})

it('00 §6.3 a log in which something was forgotten is copied whole', async () => {
  const { store, settings } = await sqlite()
  await fill(store)
  await forgetDue({ writing: writingOn(store), datesOf }, on(60), signal)
  await store.close()
  const double = await borrowedDouble()
  const copied = await cli(settings.DATA_DIR, ['copy-log', '--to', double.url, '--json'])
  expect(copied.code, copied.output).toBe(0)
  const { differing, digests } = JSON.parse(copied.stdout) as {
    differing: unknown
    digests: { source: string; target: string }
  }
  expect(differing).toEqual([])
  expect(digests.source).toBe(digests.target)
})
