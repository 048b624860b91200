import { eventId, type EpochMs, epochMs } from '../../shared/kernel/brands.ts'
import { receiveBatch, type BatchCallback } from '../../services/imports/run/receive.ts'
import { cleanHere } from './clean-here.ts'
import type { RawItem } from '../../services/imports/item/item.ts'
import type { ChunkWork } from '../../services/imports/apply/apply.ts'
import { itemsAhead } from '../../services/imports/apply/items-ahead.ts'
import type { ImageOf } from '../../services/imports/apply/images.ts'
import { allAskedFor } from '../../services/imports/apply/new-identities.ts'
import { importContext } from '../../services/imports/apply/context.ts'
import { digestOf } from '../../services/imports/run/digest.ts'
import { importRuns } from '../../services/imports/run/runs.ts'
import type { Run, RunSettings } from '../../services/imports/run/state.ts'
import { event } from '../../services/calendar/event.ts'
import { writingOn } from '../../services/calendar/writing.ts'
import { load } from '../../services/handle.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { importCodec, importStream, type ItemOutcome } from '../../shared/facts/import.ts'
import { eventStream, type EventValues } from '../../shared/facts/event.ts'
import { IMPORT_ITEMS } from '../../shared/limits/imports.ts'
import type { JobQueue } from '../../shared/jobs/port.ts'
import { calendarApplier } from '../../workers/import-batch/apply-chunk.ts'
import { importWork } from '../../workers/import-batch/handler.ts'
import { runSettings } from './run-settings.ts'

/** Of the site, as its global ids have it. */
export const HOST = 'school.example'
export const SOURCE = 'https://feed.example/a.ics'
/** 2027-05-01T20:00:00Z: the instant of the worked examples of spec 04. */
export const NOW = epochMs(Date.UTC(2027, 4, 1, 20))

type Job = { readonly name: string; readonly payload: unknown; readonly delayMs: number }

/** Keeps what was enqueued; the test takes it out. */
export const jobList = () => {
  const jobs: Job[] = []
  const queue: Pick<JobQueue, 'enqueue' | 'generation'> = {
    enqueue: async (name, payload, { delayMs = 0 } = {}) => {
      jobs.push({ name, payload, delayMs })
    },
    generation: async () => 'the list',
  }
  return { jobs, queue }
}

export type Clock = { ms: EpochMs }

/** Everything an import needs, over one log; a second world over the same log is another process. */
export const importWorld = (
  store: EventStore,
  clock: Clock = { ms: NOW },
  imageOf: ImageOf = async () => null,
  identities = allAskedFor(store),
) => {
  const runs = importRuns(store)
  const writing = writingOn(store)
  const nowMs = () => clock.ms
  const { jobs, queue } = jobList()
  const problems: unknown[] = []
  let hashes = 0
  const newHash = () => (++hashes).toString(16).padStart(32, '0')
  const items = itemsAhead({ store, clean: cleanHere })
  const work = importWork({
    store,
    runs,
    queue,
    nowMs,
    items,
    applyChunk: calendarApplier(
      writing,
      imageOf,
      () => ({ zone: 'America/New_York', host: HOST }),
      nowMs,
      items,
      identities,
    ),
    warn: (_, error) => problems.push(error),
  })

  const register = async (importId: string, over: Partial<RunSettings> = {}): Promise<string> => {
    const settings = runSettings({ source: SOURCE, ...over })
    const hash = newHash()
    await runs.execute({ type: 'Register', importId, hash, settings }, importContext(importId, clock.ms))
    return hash
  }

  type Sent = Partial<Omit<BatchCallback, 'importId' | 'batchHash' | 'digest'>>
  const receive = (
    importId: string,
    batchHash: string,
    events: readonly RawItem[] | null,
    sent: Sent = {},
  ) => {
    const parameters = {
      percentage: 50,
      status: { data: { total: events?.length ?? 0, done: 0 }, batch: { total: 1, done: 0 } },
      ...sent,
    }
    const digest = digestOf([batchHash, parameters, events])
    const callback = { importId, batchHash, ...parameters, events, digest }
    return receiveBatch(
      { store, runs, newHash, mostItems: IMPORT_ITEMS },
      callback,
      importContext(importId, clock.ms),
    )
  }

  const process = async (
    importId: string,
    attempt = 1,
    signal = new AbortController().signal,
  ): Promise<void> => {
    await work({ importId, batch: 0 }, { attempt, signal })
  }

  const outcomes = async (importId: string): Promise<ItemOutcome[]> =>
    (await store.read(importStream(importId))).flatMap(({ type, data }) => {
      const fact = importCodec.decode(type, data)
      return fact.type === 'ImportOutcomesRecorded' ? fact.outcomes : []
    })

  const run = async (importId: string): Promise<Run> => {
    const state = await runs.load(importId)
    if (state.status === 'unknown') throw new Error(`no import ${importId}`)
    return state
  }

  /** Registers, sends all items as the one and last batch, works them off. */
  const whole = async (importId: string, items: readonly RawItem[], over: Partial<RunSettings> = {}) => {
    const hash = await register(importId, over)
    await receive(importId, hash, items)
    await process(importId)
    return outcomes(importId)
  }

  const eventItem = async (id: number | null | undefined) => {
    const { state } = await load(store, event, eventStream(eventId(id ?? 0)))
    if (state === null) throw new Error(`no event ${id ?? 'null'}`)
    return state
  }
  const values = async (id: number | null | undefined): Promise<EventValues> => (await eventItem(id)).values

  return {
    store,
    runs,
    writing,
    work,
    jobs,
    problems,
    clock,
    register,
    receive,
    process,
    outcomes,
    run,
    whole,
    eventItem,
    values,
  }
}

/** Work on a chunk whose items are of no series. */
export const workOf = (apply: ChunkWork['apply']): ChunkWork => ({
  apply,
  spans: async () => [],
  withdraw: async function* () {},
})

/** An item as an aggregator sends it. */
export const fairItem = (over: RawItem = {}): RawItem => ({
  uid: 'a1@feed.example',
  title: 'Book fair',
  start_date: '2027-05-08 10:00:00',
  end_date: '2027-05-08 12:00:00',
  timezone: 'America/New_York',
  ...over,
})

/** Ids of all events in the log, in order of creation. */
export const eventIds = async (store: EventStore): Promise<number[]> => {
  const ids: number[] = []
  for await (const step of store.follow(null, ['event-'], new AbortController().signal)) {
    for (const { type, data } of step.records) if (type === 'EventCreated') ids.push(Number(data['eventId']))
    if (step.live) return ids
  }
  return ids
}
