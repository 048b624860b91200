import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, stdout } from 'node:process'
import { startCluster } from '../test/support/cluster.ts'
import { testDatabase } from '../test/support/mongodb.ts'
import { ADMIN_PASSWORD, freePort, startService } from '../test/support/service-process.ts'
import { isInstalled, ownServer, SERVER_KINDS, type ServerKind } from '../test/support/servers/kinds.ts'
import type { Server } from '../test/support/servers/spawn.ts'
import { measureDeployment, type Deployment, type Measured } from './measure-deployment.ts'
import type { Row } from './row.ts'

type Addresses = Readonly<Record<ServerKind['variable'], string>>

const onServers = async (folder: string, servers: Addresses): Promise<Deployment> => {
  const cluster = await startCluster(folder, servers)
  const deployment = {
    members: cluster.members.map(({ url }) => url),
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
  const service = await startService(folder, await freePort())
  const stop = async () => {
    await service.stop()
  }
  return { members: [service.url], apis: [service.url], dataDir: folder, secret: ADMIN_PASSWORD, stop }
}

const measured = async (starting: Promise<Deployment>): Promise<Measured> => {
  const deployment = await starting
  try {
    return await measureDeployment(deployment)
  } finally {
    await deployment.stop()
  }
}

/** With servers that the environment names, else with some of our own; only the database is ours in any case. */
const withServers = async <Result>(
  folder: string,
  use: (servers: Addresses) => Promise<Result>,
): Promise<Result> => {
  const servers: Server[] = []
  const addressOf = async (variable: ServerKind['variable']): Promise<string> => {
    const given = env[variable]
    if (given !== undefined) return given
    const kind = SERVER_KINDS.find(one => one.variable === variable)
    const server = kind === undefined ? null : await ownServer(kind, folder)
    if (server === null) throw new Error(`${variable}: there is no such server here`)
    servers.push(server)
    return server.url
  }
  const mongodb = await addressOf('MONGODB_URL')
  const { database, drop } = testDatabase(mongodb)
  try {
    return await use({
      EVENTSTORE_URL: await addressOf('EVENTSTORE_URL'),
      MONGODB_URL: Object.assign(new URL(mongodb), { pathname: `/${database}` }).href,
      REDIS_URL: await addressOf('REDIS_URL'),
    })
  } finally {
    await drop()
    await Promise.all(servers.map(server => server.stop()))
  }
}

const LINES = {
  callbacks: 'callbacks accepted',
  items: 'items applied',
  facts: 'facts into read models',
  repeated: 'list, repeated',
  anew: 'list made anew',
} as const

const rowsOf = (embedded: Measured, servers: Measured): readonly Row[] => {
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
  ]
}

/** The deployment on servers (two api processes, one of projections, two of workers) against the embedded one. */
export const benchServers = async (): Promise<readonly Row[]> => {
  const missing = SERVER_KINDS.filter(kind => env[kind.variable] === undefined && !isInstalled(kind))
  if (missing.length > 0) {
    const why = missing.map(({ variable }) => `${variable} is not set and no such server is installed`)
    for (const line of Object.values(LINES)) stdout.write(`\n${line}, on servers: skipped`)
    stdout.write(`\n${why.join('; ')}; scripts/test-servers.sh installs them\n`)
    return []
  }
  for (const { variable, ours } of SERVER_KINDS)
    stdout.write(`\n${variable}: ${env[variable] === undefined ? ours : 'as given'}`)
  stdout.write('\n')
  const folder = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    const embedded = await measured(embeddedIn(join(folder, 'embedded')))
    const servers = await withServers(folder, addresses => measured(onServers(folder, addresses)))
    return rowsOf(embedded, servers)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
