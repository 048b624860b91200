import { env, stdout } from 'node:process'
import { testDatabase } from '../test/support/mongodb.ts'
import { isInstalled, ownServer, QUICK_KINDS, type ServerKind } from '../test/support/servers/kinds.ts'
import type { Server } from '../test/support/servers/spawn.ts'

export type Addresses = Readonly<Record<ServerKind['variable'], string>>

/** Says which servers are measured with; false: which are missing, and that these lines are skipped for it. */
export const areThere = (lines: readonly string[]): boolean => {
  const missing = QUICK_KINDS.filter(kind => env[kind.variable] === undefined && !isInstalled(kind))
  if (missing.length > 0) {
    const why = missing.map(({ variable }) => `${variable} is not set and no such server is installed`)
    for (const line of lines) stdout.write(`\n${line}, on servers: skipped`)
    stdout.write(`\n${why.join('; ')}; scripts/test-servers.sh installs them\n`)
    return false
  }
  for (const { variable, ours } of QUICK_KINDS)
    stdout.write(`\n${variable}: ${env[variable] === undefined ? ours : 'as given'}`)
  stdout.write('\n')
  return true
}

/** With servers that the environment names, else with some of our own; only the database is ours in any case. */
export const withServers = async <Result>(
  folder: string,
  use: (servers: Addresses) => Promise<Result>,
): Promise<Result> => {
  const servers: Server[] = []
  const addressOf = async (variable: ServerKind['variable']): Promise<string> => {
    const given = env[variable]
    if (given !== undefined) return given
    const kind = QUICK_KINDS.find(one => one.variable === variable)
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
