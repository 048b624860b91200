import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import type { TestProject } from 'vitest/node'
import { ownServer, SERVER_KINDS, type ServerKind } from './kinds.ts'
import type { Server } from './spawn.ts'

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
      SERVER_KINDS.map(async kind => {
        const url = env[kind.variable] ?? (await startedOne(kind, folder, servers))
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
