import { setTimeout as sleep } from 'node:timers/promises'
import { operatorSocket } from '../services/wiring/data-folder.ts'
import { operate, socketTransport } from '../services/cli/transport.ts'
import type { JsonObject } from '../shared/kernel/json.ts'
import { client } from './client.ts'
import { countersOf } from './counters.ts'
import { cpuOfRequests, type CpuOfRequests, MONTHS, type Pace } from './cpu-of-requests.ts'
import type { Kind } from './kinds-of-requests.ts'
import { administratorHeaders, importItem, runImport } from './import-run.ts'
import { LIST } from './lists.ts'
import { load } from './load.ts'

export type Deployment = {
  /** Address of every process. */
  readonly members: readonly string[]
  readonly names: readonly string[]
  /** Those with the interface. */
  readonly apis: readonly string[]
  /** Of the first of them: operators reach it there. */
  readonly dataDir: string
  /** Application password of the administrator. */
  readonly secret: string
  readonly stop: () => Promise<void>
}

/** All per second, but for the CPU; lists from one process with the interface, from two, and so on. */
export type Measured = {
  readonly callbacks: number
  readonly items: number
  readonly facts: number
  readonly repeated: readonly number[]
  readonly anew: readonly number[]
  readonly cpu: CpuOfRequests
  /** Of the processes. */
  readonly names: readonly string[]
}

const ITEMS = 500
const LISTING_S = 1
const CONNECTIONS = 4
const POLL_MS = 20

/** Facts in a log that was empty before these processes began. */
const factsOf = async ({ members }: Deployment): Promise<number> => {
  const asking = client({})
  const counts = await Promise.all(
    members.map(async url => (await countersOf(asking, url))('records_appended_total')),
  )
  asking.close()
  return counts.reduce((sum, count) => sum + count, 0)
}

type State = { readonly name: string; readonly generation: number }

const statesIn = ({ projections }: JsonObject): readonly State[] => {
  if (!Array.isArray(projections)) throw new Error('no read models were told')
  return (projections as readonly JsonObject[]).map(({ name, generation }) => ({
    name: typeof name === 'string' ? name : '',
    generation: Number(generation),
  }))
}

/** Writes until one is answered in time, which is when every read model has everything before it. */
const settled = async (url: string, secret: string): Promise<void> => {
  const body = { title: 'The last one', start_date: '2026-01-01 10:00:00', end_date: '2026-01-01 11:00:00' }
  for (;;) {
    const written = await fetch(`${url}${LIST}`, {
      method: 'POST',
      headers: administratorHeaders(secret),
      body: JSON.stringify(body),
    })
    await written.arrayBuffer()
    if (written.status === 201 && !written.headers.has('x-cal-lag')) return
  }
}

/** Every read model anew from the log, all at once: how many facts of it they take in a second. */
const rebuildAll = async (deployment: Deployment): Promise<number> => {
  const desk = socketTransport(operatorSocket(deployment.dataDir))
  const states = async () => statesIn(await operate(desk, 'projections', {}))
  const facts = await factsOf(deployment)
  // those of users are in the memory of each process
  const models = (await states()).map(({ name }) => name).filter(name => !name.startsWith('user'))
  const start = performance.now()
  for (const name of models) await operate(desk, 'rebuild-projection', { name })
  const isDone = ({ name, generation }: State) => !models.includes(name) || generation > 1
  while (!(await states()).every(isDone)) await sleep(POLL_MS)
  return (facts * 1_000) / (performance.now() - start)
}

/** Lists a second, by as many as take a while: an answer may take a tenth of a millisecond or a second. */
const listsASecond = async (url: string, pathOf: (n: number) => string): Promise<number> => {
  // the first one is made for those that repeat it
  await load(url, [pathOf(0)], 1, 1)
  for (let amount = 2 * CONNECTIONS, asked = 1; ; asked += amount, amount *= 2) {
    const paths = Array.from({ length: amount }, (_, n) => pathOf(asked + n))
    const { perSecond, failures } = await load(url, paths, amount, CONNECTIONS)
    if (failures > 0) throw new Error(`${failures} of ${amount} lists failed at ${url}`)
    if (amount / perSecond >= LISTING_S) return perSecond
  }
}

/** From the first process with the interface, from the first two at once, and so on. */
const listsFrom = async (apis: readonly string[], pathOf: (asker: string) => (n: number) => string) => {
  const rates: number[] = []
  for (let count = 1; count <= apis.length; count++) {
    const asked = apis.slice(0, count).map((url, n) => listsASecond(url, pathOf(`${count}-${n}`)))
    rates.push((await Promise.all(asked)).reduce((sum, rate) => sum + rate, 0))
  }
  return rates
}

const repeated = () => () => `${LIST}&start_date=2027-02-01`
const day = (n: number) => String((n % 28) + 1).padStart(2, '0')
/** Each names somebody new, so that no answer has been kept for it. */
const anew = (asker: string) => (n: number) => `${LIST}&start_date=2027-02-${day(n)}&nobody=${asker}-${n}`

/** As many months of events as are shown, from the first on. */
const item = (n: number) => {
  const one = importItem(n)
  const year = 2027 + (Math.floor(n / 12) % Math.ceil(MONTHS / 12))
  const inYear = (at: unknown) => `${year}${String(at).slice(4)}`
  return { ...one, start_date: inYear(one['start_date']), end_date: inYear(one['end_date']) }
}

/** Fills the calendar of a fresh deployment with an import. */
const filled = async ({ apis: [url = ''], secret }: Deployment) => {
  const admin = client(administratorHeaders(secret))
  const items = Array.from({ length: ITEMS }, (_, n) => item(n))
  const run = await runImport(admin, url, items)
  admin.close()
  await settled(url, secret)
  return run
}

/** Fills it and takes its times. */
export const measureDeployment = async (deployment: Deployment): Promise<Measured> => {
  const { apis, names } = deployment
  const run = await filled(deployment)
  return {
    names,
    callbacks: (run.callbacks * 1_000) / run.acceptedMs,
    items: (ITEMS * 1_000) / run.ms,
    // before lists are asked for as fast as they come, which are thousands here and dozens there
    cpu: await cpuOfRequests(deployment),
    repeated: await listsFrom(apis, repeated),
    anew: await listsFrom(apis, anew),
    // last: the generations before it are kept and fed for a while
    facts: await rebuildAll(deployment),
  }
}

/** Fills it and takes what requests cost that come no faster than so. */
export const measureAtPace = async (deployment: Deployment, pace: Pace): Promise<CpuOfRequests> => {
  await filled(deployment)
  return cpuOfRequests(deployment, { pace })
}

/** Fills it and takes what requests of these kinds cost, and nothing else. */
export const measureKinds = async (
  deployment: Deployment,
  kinds: readonly Kind[],
): Promise<Pick<Measured, 'cpu' | 'names'>> => {
  await filled(deployment)
  return { names: deployment.names, cpu: await cpuOfRequests(deployment, { kinds }) }
}
