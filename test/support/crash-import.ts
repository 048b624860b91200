import { setTimeout as sleep } from 'node:timers/promises'
import { authorization, startService, until, type ServiceProcess } from './service-process.ts'

/** One import whose service is killed (kill -9) and restarted again and again while batches arrive. */
export type CrashPlan = {
  readonly dataDir: string
  readonly port: number
  /** One that runs on this folder and port already, and is gone on with; absent: it is started. */
  readonly running?: ServiceProcess | undefined
  readonly items: number
  readonly batchSize: number
  /** Number of kills, spread over the batches. */
  readonly kills: number
  /** The items, by their numbers from 0 on; absent: single events. */
  readonly itemOf?: (n: number) => object
  /** 0 ≤ x < 1; says when after a batch was sent the service dies. */
  readonly random: () => number
}

type ImportRecord = {
  readonly status: string
  readonly items: readonly {
    readonly position: number
    readonly outcome: string
    readonly reason: string | null
    readonly id: number
  }[]
}

export type CrashResult = {
  readonly record: ImportRecord
  /** Event ids by position as any answer or record ever named them, to see that none changes. */
  readonly seen: ReadonlyMap<number, ReadonlySet<number>>
  readonly service: ServiceProcess
}

const LATEST_KILL_MS = 40
const MOST_MS = 60_000

const json = async (response: Response): Promise<Record<string, unknown>> =>
  (await response.json()) as Record<string, unknown>

const post = (url: string, body: unknown) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
    // against what would never end, not for what takes long on a machine that has much else to do
    signal: AbortSignal.timeout(MOST_MS),
  })

const item = (n: number) => ({
  uid: `crash-${n}@example.org`,
  title: `Crash test ${n % 7}`,
  start_date: `2027-${String((n % 12) + 1).padStart(2, '0')}-10 10:00:00`,
  end_date: `2027-${String((n % 12) + 1).padStart(2, '0')}-10 11:00:00`,
  timezone: 'America/New_York',
  categories: [`Category ${n % 5}`],
  venue: { venue: `Hall ${n % 3}`, city: 'Troy' },
  organizer: { organizer: `Team ${n % 4}` },
})

const showImport = async (service: ServiceProcess, importId: string): Promise<ImportRecord> => {
  const answer = await fetch(`${service.url}/admin/imports/${importId}`, { headers: { authorization } })
  if (!answer.ok) throw new Error(`show answered ${answer.status}`)
  return (await answer.json()) as ImportRecord
}

/** Its service goes on, for more of it; where anything goes wrong it is ended. */
export const crashImport = async (plan: CrashPlan): Promise<CrashResult> => {
  const at = { service: plan.running ?? (await startService(plan.dataDir, plan.port)) }
  try {
    return await crashing(plan, at)
  } catch (error) {
    await at.service.kill()
    throw error
  }
}

/** `at`: the service that runs now. */
const crashing = async (plan: CrashPlan, at: { service: ServiceProcess }): Promise<CrashResult> => {
  const { itemOf = item } = plan
  const batches = Math.ceil(plan.items / plan.batchSize)
  const seen = new Map<number, Set<number>>()
  const look = async () => {
    const record = await showImport(at.service, importId)
    for (const { position, id } of record.items) {
      if (typeof id === 'number') seen.set(position, (seen.get(position) ?? new Set()).add(id))
    }
    return record
  }
  const opened = await json(await post(`${at.service.url}/admin/imports`, { origin: 'ics', source: 'crash' }))
  const importId = String(opened['import_id'])
  let hash: unknown = opened['batch_hash']
  let kills = 0
  for (let batch = 0; batch < batches; batch++) {
    const first = batch * plan.batchSize
    const count = Math.min(plan.batchSize, plan.items - first)
    const body = {
      batch_hash: hash,
      percentage_complete: Math.floor((100 * (batch + 1)) / batches),
      status: { data: { total: plan.items, done: first }, batch: { total: batches, done: batch } },
      events: Array.from({ length: count }, (_, n) => itemOf(first + n)),
    }
    const send = async () => {
      const answer = await post(
        `${at.service.url}/index.php?rest_route=/cal/event-aggregator/v1/import/${importId}/batch`,
        body,
      )
      if (answer.status !== 200)
        throw new Error(`batch ${batch} answered ${answer.status}: ${await answer.text()}`)
      return json(answer)
    }
    while (kills < Math.floor((plan.kills * (batch + 1)) / batches)) {
      const sent = send().catch((error: unknown) => error)
      await sleep(plan.random() * LATEST_KILL_MS)
      await at.service.kill()
      kills++
      await sent
      at.service = await startService(plan.dataDir, plan.port)
      await look()
    }
    // the sender repeats what was not answered; a batch that was accepted before the kill is a replay
    hash = (await send())['next_batch_hash'] ?? null
  }
  let record = await look()
  await until(
    at.service,
    async () => {
      record = await look()
      return record.status !== 'pending' && record.items.length >= plan.items
    },
    50,
  )
  return { record, seen, service: at.service }
}
