import {
  userId,
  type StreamName,
  streamName,
  logPosition,
  type Position,
  epochMs,
  type IsoTime,
  isoTime,
} from '../../../shared/kernel/brands.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { history } from '../../../projections/history/store.ts'
import { importSchedules } from '../../../projections/import-schedules/store.ts'
import { importStatus } from '../../../projections/import-status/store.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Documents } from '../../../shared/documents/port.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import type { JsonObject } from '../../../shared/kernel/json.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { patientDocuments, testDatabase } from '../../support/mongodb.ts'
import { everything } from '../../support/whole-log.ts'

const url = inject('mongodbUrl')

/** Two facts of one commit, then clocks that are behind by 20 ms and by an hour, then the first instant again. */
const TIMES = [
  '2027-05-01T10:00:00.020Z',
  '2027-05-01T10:00:00.020Z',
  '2027-05-01T10:00:00.000Z',
  '2027-05-01T09:00:00.000Z',
  '2027-05-01T10:00:00.020Z',
] as const

const importData = (importId: string): JsonObject => ({
  ...{ importId, origin: 'ics', source: 'School', postStatus: 'publish', author: 2, category: null },
  ...{ updateAuthority: 'overwrite', interval: 10, stallMinutes: 60, hash: null },
})

const scheduleData = (scheduleId: string): JsonObject => ({
  ...{ scheduleId, url: `https://${scheduleId}.example/a.ics`, everyMinutes: 15, origin: 'url' },
  ...{ source: 'School', postStatus: 'publish', author: 2, category: null, updateAuthority: 'overwrite' },
  ...{ interval: 10, stallMinutes: 60, dueAt: '2027-05-01T20:00:00.000Z' },
})

const say = async (store: EventStore, stream: StreamName, type: string, data: JsonObject, at: IsoTime) => {
  const meta = {
    actor: userId(2),
    at,
    source: 'cal',
    route: null,
    correlation: 'r',
    causation: null,
  } as const
  return (await store.append(stream, [{ id: randomUUID(), type, data, meta }], 'any')).position
}

/** Ids whose order is neither that of the log nor its reverse. */
const IDS = ['m', 'z', 'a', 'q', 'c'] as const

const written = async () => {
  const store = memoryLog()
  const positions: Position[] = []
  for (const [n, at] of TIMES.entries()) {
    const [id, eventId] = [IDS[n] ?? '', 5 - n]
    const changes = { title: ['', `t${n}`] }
    positions.push(
      await say(
        store,
        streamName(`event-${eventId}`),
        'EventRetitled',
        { eventId, by: 'person', changes },
        isoTime(at),
      ),
    )
    await say(store, streamName(`import-${id}`), 'ImportRegistered', importData(id), isoTime(at))
    await say(store, streamName(`schedule-${id}`), 'ScheduleSet', scheduleData(id), isoTime(at))
  }
  return { store, positions }
}

const backwards = <Value>(all: readonly Value[]) => all.toReversed()

const engines = [
  ['memory', async () => memoryDocuments({ strict: true }), async () => undefined],
  ...(url === null
    ? []
    : (() => {
        const { database, drop } = testDatabase(url)
        return [['MongoDB', () => patientDocuments(url, database), drop] as const]
      })()),
] as const

describe.each(engines)('lists of what happened, in documents of %s', (_name, open, drop) => {
  let documents: Documents
  let told: Awaited<ReturnType<typeof written>>
  beforeAll(async () => {
    documents = await open()
    told = await written()
  })
  afterAll(async () => {
    await documents.close()
    await drop()
  })

  it('00 §8 the history of everything is newest first by the log, whatever clocks say', async () => {
    const { store, positions } = told
    const { apply, prefixes, queries } = await history({ store, loginOf: () => null })(documents)
    const records = (await everything(store)).filter(({ stream }) =>
      prefixes.some(one => stream.startsWith(one)),
    )
    await apply(records)
    const recent = async (page: Omit<Parameters<typeof queries.recent>[0], 'limit'>, limit = 100) =>
      (await queries.recent({ ...page, limit })).entries
        .filter(({ kind }) => kind === 'event')
        .map(({ position }) => position)
    expect(await recent({})).toEqual(backwards(positions))
    expect(await recent({ before: positions[3] ?? logPosition(0) })).toEqual(backwards(positions.slice(0, 3)))
    const [at, late] = [Date.parse(TIMES[0]), Date.parse(TIMES[2])]
    expect(await recent({ since: epochMs(at) })).toEqual([positions[4], positions[1], positions[0]])
    expect(await recent({ until: epochMs(at), since: epochMs(late), actor: userId(2) })).toEqual([
      positions[2],
    ])
    // page by page: none twice, none missing
    const paged: number[] = []
    for (let before = logPosition(Infinity); ;) {
      const { entries: page } = await queries.recent({ limit: 2, ...(before === Infinity ? {} : { before }) })
      paged.push(...page.map(({ position }) => position))
      if (page.length < 2) break
      before = page.at(-1)?.position ?? logPosition(0)
    }
    expect(paged).toEqual(backwards(records.map(({ position }) => position)))
  })

  it('imports are newest first, schedules oldest first, by the log', async () => {
    const records = await everything(told.store)
    const of = (prefix: string) => records.filter(({ stream }) => stream.startsWith(prefix))
    const imports = await importStatus(documents)
    await imports.apply(of('import-'))
    const page = { skip: 0, limit: 20, nowMs: epochMs(0) }
    expect((await imports.queries.listImports(page)).imports.map(one => one.import_id)).toEqual(
      backwards(IDS),
    )
    const schedules = await importSchedules(documents)
    await schedules.apply(of('schedule-'))
    expect((await schedules.queries.listSchedules()).map(one => one.schedule_id)).toEqual([...IDS])
  })
})
