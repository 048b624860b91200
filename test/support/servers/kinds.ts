import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { env, execPath } from 'node:process'
import { spawnServer, type Server } from './spawn.ts'
import { freePort } from '../free-port.ts'

export type ServerKind = {
  readonly key: 'eventstoreUrl' | 'mongodbUrl' | 'redisUrl'
  /** Names a server that is used instead of one of ours. */
  readonly variable: 'EVENTSTORE_URL' | 'MONGODB_URL' | 'REDIS_URL'
  /** What ours is. */
  readonly ours: string
  /** Where its program may be; the first that is there. */
  readonly programs: readonly string[]
  readonly args: (port: number) => readonly string[]
  readonly url: (port: number) => string
}

const root = join(import.meta.dirname, '..', '..', '..')
const onPath = (name: string) => (env['PATH'] ?? '').split(delimiter).map(folder => join(folder, name))
const doubles = join(root, 'test', 'support', 'eventstoredb-double')
const double = join(doubles, 'main.ts')

export const SERVER_KINDS: readonly ServerKind[] = [
  {
    key: 'eventstoreUrl',
    variable: 'EVENTSTORE_URL',
    ours: 'a double of EventStoreDB',
    programs: existsSync(double) ? [execPath] : [],
    args: port => [double, '--port', String(port)],
    url: port => `esdb://127.0.0.1:${port}?tls=false`,
  },
  {
    key: 'mongodbUrl',
    variable: 'MONGODB_URL',
    ours: 'SecantusDB, a stand-in for MongoDB',
    programs: [join(root, '.test-servers', 'secantusdb', 'bin', 'secantusd-py'), ...onPath('secantusd-py')],
    args: port => ['--port', String(port), '--storage-path', ':memory:'],
    url: port => `mongodb://127.0.0.1:${port}`,
  },
  {
    key: 'redisUrl',
    variable: 'REDIS_URL',
    ours: 'a Redis',
    programs: onPath('redis-server'),
    args: port => [
      ...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      ...['--maxmemory-policy', 'noeviction'],
    ],
    url: port => `redis://127.0.0.1:${port}`,
  },
]

const mongodbDouble = join(root, 'test', 'support', 'mongodb-double', 'main.ts')

/** For measurements: it answers at once, so that what they tell is what we take. No test of the adapter is content with it. */
const QUICK_MONGODB: ServerKind = {
  key: 'mongodbUrl',
  variable: 'MONGODB_URL',
  ours: 'a double of MongoDB, which answers from memory',
  programs: [execPath],
  args: port => [mongodbDouble, '--port', String(port)],
  url: port => `mongodb://127.0.0.1:${port}`,
}

/** What measurements are of. */
export const QUICK_KINDS: readonly ServerKind[] = SERVER_KINDS.map(kind =>
  kind.variable === QUICK_MONGODB.variable ? QUICK_MONGODB : kind,
)

export const isInstalled = ({ programs }: ServerKind): boolean => programs.some(existsSync)

/** A server of this kind that nobody else uses, in `folder`; null: it is not on this machine. */
export const ownServer = async (
  { programs, args, url }: ServerKind,
  folder: string,
): Promise<(Server & { readonly url: string }) | null> => {
  const program = programs.find(existsSync)
  if (program === undefined) return null
  const port = await freePort()
  const server = await spawnServer(program, args(port), { port, cwd: folder })
  return { ...server, url: url(port) }
}

/** The process that lends doubles of EventStoreDB to tests. */
export const startLender = async (folder: string): Promise<Server & { readonly url: string }> => {
  const port = await freePort()
  const args = [join(doubles, 'lender.ts'), '--port', String(port)]
  const server = await spawnServer(execPath, args, { port, cwd: folder })
  return { ...server, url: `http://127.0.0.1:${port}` }
}
