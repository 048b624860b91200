import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort as findFreePort } from '../../services/api/free-port.ts'

const root = join(import.meta.dirname, '..', '..')

export const ADMIN_PASSWORD = 'abcdefghijklmnopqrstuvwx'
export const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`

/** A free port of this machine; somebody else may take it before we do, which the start would then say. */
export const freePort = () => findFreePort(0)

export type ServiceProcess = {
  readonly url: string
  readonly child: ChildProcess
  /** What it printed so far. */
  readonly output: () => string
  /** kill -9: no goodbye. */
  readonly kill: () => Promise<void>
  /** SIGTERM; resolves with the exit code. */
  readonly stop: () => Promise<number | null>
}

/** The real service as its own process, ready when this resolves. */
export const startService = async (
  dataDir: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> => {
  const chunks: string[] = []
  const child = spawn(process.execPath, ['services/api/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      SITE_TIMEZONE: 'America/New_York',
      ADMIN_APPLICATION_PASSWORD: ADMIN_PASSWORD,
      ADMIN_PASSWORD: 'not used here',
      ...settings,
    },
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => chunks.push(text))
  }
  const url = `http://127.0.0.1:${port}`
  const exited = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await exited
    }
    return child.exitCode
  }
  const service: ServiceProcess = {
    url,
    child,
    output: () => chunks.join(''),
    kill: async () => {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
  await ready(service)
  return service
}

const ready = async ({ url, child, output }: ServiceProcess): Promise<void> => {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`the service ended: ${output()}`)
    const answer = await fetch(`${url}/health/ready`).catch(() => null)
    if (answer?.ok === true) return
    await sleep(25)
  }
  throw new Error(`the service was not ready within 15 s: ${output()}`)
}
