import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { env } from 'node:process'
import type { TestProject } from 'vitest/node'
import { ownServer, SERVER_KINDS, startLender, type ServerKind } from './kinds.ts'
import type { Server } from './spawn.ts'

declare module 'vitest' {
  // augmenting vitest's own interface
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  export interface ProvidedContext {
    /** Address of each server that tests may use; null: it is not on this machine. */
    readonly eventstoreUrl: string | null
    readonly mongodbUrl: string | null
    readonly redisUrl: string | null
    /** Who lends doubles of EventStoreDB, each with a log of its own. */
    readonly doublesUrl: string
    /** A server that the environment names, which is not ours to doctor, and where cases say that they were left out. */
    readonly eventstore: { readonly named: { readonly url: string; readonly leftOut: string } | null }
  }
}

/** Servers for the tests that need one: those that the environment names, else our own for this run. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'belltower-servers-'))
  const servers: Server[] = []
  const leftOut = join(folder, 'left-out')
  const given = env['EVENTSTORE_URL']
  project.provide('eventstore', { named: given === undefined ? null : { url: given, leftOut } })
  const stop = async () => {
    if (given !== undefined) await tellOf(leftOut)
    await Promise.all(servers.map(server => server.stop()))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const providing = SERVER_KINDS.map(async kind => {
      const url = env[kind.variable] ?? (await startedOne(kind, folder, servers))
      // no test and no service of a test may meet it by accident
      Reflect.deleteProperty(env, kind.variable)
      project.provide(kind.key, url)
    })
    const lending = startLender(folder).then(lender => {
      servers.push(lender)
      project.provide('doublesUrl', lender.url)
    })
    await Promise.all([...providing, lending])
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** Suites that would say nothing on a server as it is: of one release, of its misbehaviour, of its end. */
const ON_DOUBLES = [
  'test/contract/event-store-{23-10,24-6,25-0}, eventstoredb-double-{dialects,faults}',
  'test/fault/eventstoredb-{23-10,24-6,25-0,address}, silent-log, start',
  'test/property/shared/follow-restarts',
  'test/servers/cluster',
]

/** What a server that was named could not be used for. */
const tellOf = async (file: string): Promise<void> => {
  const cases = await readFile(file, 'utf8').catch(() => '')
  const lines = [...new Set(cases.split('\n'))].filter(line => line !== '').toSorted()
  const told = [
    `left out, because EVENTSTORE_URL names a server that is not ours to doctor or to restart: ${lines.length} cases`,
    ...lines.map(line => `  ${line}`),
    'run on doubles of their own, whatever EVENTSTORE_URL names:',
    ...ON_DOUBLES.map(line => `  ${line}`),
  ]
  process.stdout.write(`\n${told.join('\n')}\n`)
}

const startedOne = async (kind: ServerKind, folder: string, servers: Server[]): Promise<string | null> => {
  const server = await ownServer(kind, folder)
  if (server === null) {
    if (env['CI'] === 'true')
      throw new Error(`${kind.variable}: there is no such server here; run scripts/test-servers.sh`)
    return null
  }
  servers.push(server)
  return server.url
}
