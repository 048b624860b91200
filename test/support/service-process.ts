import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '..', '..')

export const ADMIN_PASSWORD = 'abcdefghijklmnopqrstuvwx'
export const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`

export type ServiceProcess = {
  readonly url: string
  readonly child: ChildProcess
  /** What it printed so far. */
  readonly output: () => string
  /** Resolves with its exit code; null: a signal ended it. */
  readonly exited: Promise<number | null>
  /** kill -9: no goodbye. */
  readonly kill: () => Promise<void>
  /** SIGTERM; resolves with the exit code. */
  readonly stop: () => Promise<number | null>
}

/** Of our environment: where programs are, and what Node keeps of sources that it has compiled. */
const KEPT = ['PATH', 'NODE_COMPILE_CACHE'] as const
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    KEPT.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )

/** A program of this repository as its own process, with nothing of our environment but `KEPT`. */
export const startProgram = (
  script: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Omit<ServiceProcess, 'url'> & { readonly stdout: () => string } => {
  const said: string[] = []
  const out: string[] = []
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment(), ...settings },
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.push(text)
    out.push(text)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text))
  // 'close' comes after the last output
  const exited = once(child, 'close').then(() => child.exitCode)
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }
  return {
    child,
    output: () => said.join(''),
    stdout: () => out.join(''),
    exited,
    kill: async () => {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}

/** The real service as its own process, not yet ready. */
export const launchService = (
  dataDir: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
): ServiceProcess => ({
  url: `http://127.0.0.1:${port}`,
  ...startProgram('services/wiring/main.ts', [], {
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    SITE_TIMEZONE: 'America/New_York',
    ADMIN_APPLICATION_PASSWORD: ADMIN_PASSWORD,
    ADMIN_PASSWORD: 'not used here',
    ...settings,
  }),
})

/** The same, ready when this resolves; one that does not become so is ended. */
export const startService = async (
  dataDir: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> => {
  const service = launchService(dataDir, port, settings)
  try {
    await ready(service)
  } catch (error) {
    await service.kill()
    throw error
  }
  return service
}

/** One operator command on a data folder, as its own process. */
export const launchCommand = (
  dataDir: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
) =>
  startProgram('services/cli/main.ts', args, {
    DATA_DIR: dataDir,
    SITE_TIMEZONE: 'America/New_York',
    ADMIN_PASSWORD: 'not used here',
    ...settings,
  })

export type Ended = { readonly code: number | null; readonly stdout: string; readonly output: string }

/** What a program has done when it ends. */
export const endOf = async ({ exited, stdout, output }: ReturnType<typeof startProgram>): Promise<Ended> => ({
  code: await exited,
  stdout: stdout(),
  output: output(),
})

/** Runs a program to its end. */
export const runProgram = (
  script: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Ended> => endOf(startProgram(script, args, settings))

/** Runs a command to its end. */
export const runCommand = (...given: Parameters<typeof launchCommand>): Promise<Ended> =>
  endOf(launchCommand(...given))

const MOST_MS = 60_000

/** Looks every so many milliseconds whether it is so. Throws what the program printed when it ends before, or after a minute. */
export const until = async (
  { child, output }: Pick<ServiceProcess, 'child' | 'output'>,
  isSo: () => boolean | Promise<boolean>,
  everyMs = 25,
): Promise<void> => {
  for (let tries = 0; tries < MOST_MS / everyMs; tries++) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the program ended: ${output()}`)
    if (await isSo()) return
    await sleep(everyMs)
  }
  throw new Error(`the program was waited for in vain for a minute: ${output()}`)
}

const ready = (service: ServiceProcess): Promise<void> =>
  until(service, async () => (await fetch(`${service.url}/health/ready`).catch(() => null))?.ok === true)
