import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launchService, type ServiceProcess } from './service-process.ts'
import { freePort } from './free-port.ts'

/** Addresses of the three servers. */
export type ClusterServers = {
  readonly EVENTSTORE_URL: string
  readonly MONGODB_URL: string
  readonly REDIS_URL: string
}

/** One process of the service that can be killed and started again on its port. */
export type Member = {
  readonly name: string
  readonly role: string
  readonly url: string
  readonly kill: () => Promise<void>
  /** It does nothing at all until it goes on, or is killed. */
  readonly pause: () => void
  readonly goOn: () => void
  readonly start: () => void
  readonly stop: () => Promise<number | null>
  readonly output: () => string
}

export type Cluster = {
  readonly members: readonly Member[]
  readonly apis: readonly Member[]
  /** Resolves when every process says that it is ready. */
  readonly ready: () => Promise<void>
  readonly stop: () => Promise<void>
}

const ROLES = ['api', 'api', 'projections', 'workers', 'workers'] as const
const READY_MS = 300_000

const isReady = async (url: string): Promise<boolean> => {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  return answer?.ok === true
}

const member = async (
  name: string,
  role: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<Member> => {
  const port = await freePort()
  const dataDir = join(folder, name)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const outputs: string[] = []
  let running: ServiceProcess | null = null
  return {
    name,
    role,
    url: `http://127.0.0.1:${port}`,
    start: () => {
      running = launchService(dataDir, port, { ...settings, ROLE: role })
    },
    kill: async () => {
      outputs.push(running?.output() ?? '')
      await running?.kill()
    },
    pause: () => running?.child.kill('SIGSTOP'),
    goOn: () => running?.child.kill('SIGCONT'),
    stop: async () => {
      // who stands still hears nothing
      running?.child.kill('SIGCONT')
      return (await running?.stop()) ?? null
    },
    output: () => [...outputs, running?.output() ?? ''].join('\n--- killed ---\n'),
  }
}

/** Two api processes, one of projections and two of workers over the same servers; launched, not yet ready. */
export const startCluster = async (
  folder: string,
  servers: ClusterServers,
  settings: Readonly<Record<string, string>> = {},
): Promise<Cluster> => {
  const all = { ...settings, ...servers, SITE_URL: 'http://127.0.0.1:8080' }
  const members = await Promise.all(ROLES.map((role, n) => member(`${role}-${n}`, role, folder, all)))
  for (const one of members) one.start()
  return {
    members,
    apis: members.filter(({ role }) => role === 'api'),
    ready: async () => {
      const deadline = Date.now() + READY_MS
      for (const { name, url, output } of members)
        while (!(await isReady(url))) {
          if (Date.now() > deadline) throw new Error(`${name} is not ready: ${output()}`)
          await sleep(50)
        }
    },
    stop: async () => {
      await Promise.all(members.map(one => one.stop()))
    },
  }
}
