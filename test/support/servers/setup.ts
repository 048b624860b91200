import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { env, execPath } from 'node:process'
import type { TestProject } from 'vitest/node'
import { freePort } from '../../../services/api/free-port.ts'
import { spawnServer, type Server } from './spawn.ts'

declare module 'vitest' {
  // augmenting vitest's own interface
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  export interface ProvidedContext {
    /** Address of each server that tests may use; null: it is not on this machine. */
    readonly eventstoreUrl: string | null
    readonly mongodbUrl: string | null
    readonly redisUrl: string | null
  }
}

type Kind = {
  readonly key: 'eventstoreUrl' | 'mongodbUrl' | 'redisUrl'
  /** Tests go to this server instead of one of ours when it is set. */
  readonly variable: string
  /** Where its program may be; the first that is there. */
  readonly programs: readonly string[]
  readonly args: (port: number) => readonly string[]
  readonly url: (port: number) => string
}

const root = join(import.meta.dirname, '..', '..', '..')
const onPath = (name: string) => (env['PATH'] ?? '').split(delimiter).map(folder => join(folder, name))
const double = join(root, 'test', 'support', 'eventstoredb-double', 'main.ts')

const KINDS: readonly Kind[] = [
  {
    key: 'eventstoreUrl',
    variable: 'EVENTSTORE_URL',
    programs: existsSync(double) ? [execPath] : [],
    args: port => [double, '--port', String(port)],
    url: port => `esdb://127.0.0.1:${port}?tls=false`,
  },
  {
    key: 'mongodbUrl',
    variable: 'MONGODB_URL',
    programs: [join(root, '.test-servers', 'secantusdb', 'bin', 'secantusd-py'), ...onPath('secantusd-py')],
    args: port => ['--port', String(port), '--storage-path', ':memory:'],
    url: port => `mongodb://127.0.0.1:${port}`,
  },
  {
    key: 'redisUrl',
    variable: 'REDIS_URL',
    programs: onPath('redis-server'),
    args: port => [
      ...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      ...['--maxmemory-policy', 'noeviction'],
    ],
    url: port => `redis://127.0.0.1:${port}`,
  },
]

/** Servers for the tests that need one: those that the environment names, else our own for this run. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'belltower-servers-'))
  const servers: Server[] = []
  const stop = async () => {
    await Promise.all(servers.map(server => server.stop()))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await Promise.all(
      KINDS.map(async kind => {
        const url = env[kind.variable] ?? (await ownServer(kind, folder, servers))
        // no test and no service of a test may meet it by accident
        Reflect.deleteProperty(env, kind.variable)
        project.provide(kind.key, url)
      }),
    )
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

const ownServer = async (kind: Kind, cwd: string, servers: Server[]): Promise<string | null> => {
  const program = kind.programs.find(existsSync)
  if (program === undefined) {
    if (env['CI'] === 'true')
      throw new Error(`${kind.variable}: there is no such server here; run scripts/test-servers.sh`)
    return null
  }
  const port = await freePort(0)
  servers.push(await spawnServer(program, kind.args(port), { port, cwd }))
  return kind.url(port)
}
