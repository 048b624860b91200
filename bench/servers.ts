import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { startCluster } from '../test/support/cluster.ts'
import { ADMIN_PASSWORD, startService } from '../test/support/service-process.ts'
import type { CpuOfRequest, CpuOfRequests, Pace, Spread } from './cpu-of-requests.ts'
import { CPU_KINDS, type Kind, KINDS } from './kinds-of-requests.ts'
import {
  measureAtPace,
  measureDeployment,
  measureKinds,
  type Deployment,
  type Measured,
} from './measure-deployment.ts'
import { driversAlone, QUESTIONS, type DriversAlone } from './drivers-alone.ts'
import type { Row } from './row.ts'
import { areThere, withServers, type Addresses } from './with-servers.ts'
import { freePort } from '../test/support/free-port.ts'

/** Of our environment: what the runtime is told, so that it can be made to write profiles of the processes. */
const settings = (): Readonly<Record<string, string>> => {
  const { NODE_OPTIONS: options } = env
  return options === undefined ? {} : { NODE_OPTIONS: options }
}

const onServers = async (folder: string, servers: Addresses): Promise<Deployment> => {
  const cluster = await startCluster(folder, servers, settings())
  const deployment = {
    members: cluster.members.map(({ url }) => url),
    names: cluster.members.map(({ name }) => name),
    apis: cluster.apis.map(({ url }) => url),
    dataDir: join(folder, cluster.apis[0]?.name ?? ''),
    secret: ADMIN_PASSWORD,
    stop: cluster.stop,
  }
  try {
    await cluster.ready()
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return deployment
}

const embeddedIn = async (folder: string): Promise<Deployment> => {
  const service = await startService(folder, await freePort(), settings())
  const stop = async () => {
    await service.stop()
  }
  const { url } = service
  return { members: [url], names: ['all'], apis: [url], dataDir: folder, secret: ADMIN_PASSWORD, stop }
}

const measured = async <Found>(
  starting: Promise<Deployment>,
  measure: (deployment: Deployment) => Promise<Found>,
): Promise<Found> => {
  const deployment = await starting
  try {
    return await measure(deployment)
  } finally {
    await deployment.stop()
  }
}

const LINES = {
  callbacks: 'callbacks accepted',
  items: 'items applied',
  facts: 'facts into read models',
  repeated: 'list, repeated',
  anew: 'list made anew',
} as const

const CPU_AIM = 2.5

const cpu = (name: string, value: number): Row => ({ name, value, unit: 'CPU ms', ratio: null, aim: null })

/** The median, and between which values all are. */
const spread = (name: string, { median, least, most }: Spread): Row => ({
  ...cpu(name, median),
  unit: `CPU ms, ${least.toPrecision(3)} to ${most.toPrecision(3)}`,
})

/** What it costs embedded and on servers, one request after the other. */
type Cpu = Readonly<Record<'embedded' | 'servers', CpuOfRequests>> & {
  /** Embedded, as slowly as servers answer; null: not measured. */
  readonly atPace: CpuOfRequests | null
  /** Names of the processes on servers. */
  readonly names: readonly string[]
}

const slowly = (name: string, here: Spread, atPace: CpuOfRequest | undefined): readonly Row[] =>
  atPace === undefined
    ? []
    : [
        {
          ...spread(`${name}, embedded, as slowly as on servers`, atPace.overIdle),
          ratio: atPace.overIdle.median / here.median,
        },
      ]

const rowsOfKind = (kind: Kind, { embedded, servers, atPace, names }: Cpu): readonly Row[] => {
  const [name, there] = [CPU_KINDS[kind], servers.requests.get(kind)]
  const here = embedded.requests.get(kind)?.overIdle
  if (here === undefined || there === undefined) return []
  return [
    spread(`${name}, embedded`, here),
    ...slowly(name, here, atPace?.requests.get(kind)),
    spread(`${name}, on servers, with idling`, there.all),
    {
      ...spread(`${name}, on servers`, there.overIdle),
      ...{ ratio: there.overIdle.median / here.median, aim: CPU_AIM, atMost: true },
    },
    ...there.each.map((one, n) =>
      spread(`${name}, on servers, ${n === 0 ? 'the api that is asked' : names[n]}`, one),
    ),
    { ...cpu(`${name}, on servers, by the clock`, there.everyMs), unit: 'ms' },
  ]
}

/** CPU milliseconds of a request of each kind, without what idling takes, and of a second in which nobody asks. */
const cpuRows = (all: Cpu): readonly Row[] => {
  const { embedded, servers } = all
  const idle = { ...cpu('idle, a second, on servers', servers.idle), ratio: servers.idle / embedded.idle }
  return [
    ...KINDS.flatMap(kind => rowsOfKind(kind, all)),
    cpu('idle, a second, embedded', embedded.idle),
    idle,
  ]
}

const driverRows = (alone: DriversAlone): readonly Row[] =>
  (Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[]).map(kind =>
    cpu(`${QUESTIONS[kind]}, driver alone`, alone[kind]),
  )

const rowsOf = (embedded: Measured, servers: Measured, atPace: CpuOfRequests): readonly Row[] => {
  const pair = (name: string, unit: string, of: (one: Measured) => number): readonly Row[] => [
    { name: `${name}, embedded`, value: of(embedded), unit, ratio: null, aim: null },
    { name: `${name}, on servers`, value: of(servers), unit, ratio: of(servers) / of(embedded), aim: null },
  ]
  const lists = (name: string, of: (one: Measured) => readonly number[]): readonly Row[] => {
    const [alone = NaN] = of(embedded)
    const unit = 'requests/s'
    return [
      { name: `${name}, embedded`, value: alone, unit, ratio: null, aim: null },
      ...of(servers).map((value, n) => ({
        name: `${name}, on servers, ${n + 1} api`,
        value,
        unit,
        ratio: value / alone,
        aim: null,
      })),
    ]
  }
  return [
    ...pair(LINES.callbacks, 'callbacks/s', one => one.callbacks),
    ...pair(LINES.items, 'items/s', one => one.items),
    ...pair(LINES.facts, 'facts/s', one => one.facts),
    ...lists(LINES.repeated, one => one.repeated),
    ...lists(LINES.anew, one => one.anew),
    ...cpuRows({ embedded: embedded.cpu, servers: servers.cpu, atPace, names: servers.names }),
  ]
}

/** Processor alone, of requests of these kinds. */
const benchKinds = async (folder: string, kinds: readonly Kind[]): Promise<readonly Row[]> => {
  const measure = (one: Deployment) => measureKinds(one, kinds)
  const embedded = await measured(embeddedIn(join(folder, 'embedded')), measure)
  const servers = await withServers(folder, addresses => measured(onServers(folder, addresses), measure))
  return cpuRows({ embedded: embedded.cpu, servers: servers.cpu, atPace: null, names: servers.names })
}

const benchAll = async (folder: string): Promise<readonly Row[]> => {
  const embedded = await measured(embeddedIn(join(folder, 'embedded')), measureDeployment)
  const [servers, alone] = await withServers(folder, async addresses => [
    await measured(onServers(folder, addresses), measureDeployment),
    await driversAlone(addresses),
  ])
  const pace: Pace = Object.fromEntries(
    [...servers.cpu.requests].map(([kind, { everyMs }]) => [kind, everyMs]),
  )
  const atPace = await measured(embeddedIn(join(folder, 'at-pace')), one => measureAtPace(one, pace))
  return [...rowsOf(embedded, servers, atPace), ...driverRows(alone)]
}

/**
 * The deployment on servers (two api processes, one of projections, two of workers) against the embedded one. `only`: what
 * requests of these kinds take of the processor, and nothing else.
 */
export const benchServers = async (only: readonly Kind[] = []): Promise<readonly Row[]> => {
  if (!areThere(only.length === 0 ? Object.values(LINES) : only.map(kind => CPU_KINDS[kind]))) return []
  const folder = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    return await (only.length === 0 ? benchAll(folder) : benchKinds(folder, only))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
