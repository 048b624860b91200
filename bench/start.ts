import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OPTIONS } from './child.ts'
import { median } from './quantile.ts'
import type { Row } from './row.ts'

const ROUNDS = 7
/** Memory is looked at when a start has come to rest. */
const REST_MS = 2_000
const MEBIBYTE = 1_048_576
const root = join(import.meta.dirname, '..')
const RUN = join(root, 'scripts', 'run.mjs')

type Environment = Readonly<Record<string, string>>

const started = (args: readonly string[], env: Environment): ChildProcess =>
  spawn(process.execPath, [...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Milliseconds from its start to its end. */
const lifetime = async (args: readonly string[], env: Environment = {}): Promise<number> => {
  const begun = performance.now()
  const child = started(args, env)
  child.stdout?.resume()
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}`)
  return performance.now() - begun
}

type Serving = { readonly ms: number; readonly child: ChildProcess }

/** Starts a server; resolves when it says that it serves. */
const serving = async (args: readonly string[], env: Environment): Promise<Serving> => {
  const begun = performance.now()
  const child = started(args, env)
  child.stdout?.setEncoding('utf8')
  for await (const text of child.stdout ?? []) {
    if (String(text).includes('serves')) return { ms: performance.now() - begun, child }
  }
  throw new Error(`${args.join(' ')} ended before it served`)
}

const stop = async (child: ChildProcess): Promise<void> => {
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

/** Resident bytes of a process; 0 where the system does not tell. */
const residentBytes = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

const servingRow = async (args: readonly string[], env: Environment) => {
  const { ms, child } = await serving(args, env)
  await sleep(REST_MS)
  const bytes = await residentBytes(child.pid)
  await stop(child)
  return { ms, bytes }
}

/** Everything is started once before it counts: what Node compiled is kept for the next start, as by `npm start`. */
const keptIn = (folder: string): Environment => ({ NODE_COMPILE_CACHE: join(folder, 'compiled') })

const settings = (folder: string, name: string): Environment => ({
  ...keptIn(folder),
  DATA_DIR: join(folder, name),
  PORT: '0',
  LOG_LEVEL: 'error',
  ADMIN_PASSWORD: 'measured-and-thrown-away',
})

const measured = async (folder: string) => {
  const service = [...OPTIONS, 'services/wiring/main.ts']
  const bare: number[] = []
  const help: number[] = []
  const route: number[] = []
  const ready: number[] = []
  const memory: number[] = []
  const yardstick: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const node = await lifetime(['-e', '0'])
    const told = await lifetime([RUN, 'cli', '--help'], keptIn(folder))
    const plain = await servingRow(['bench/bare-route.ts'], keptIn(folder))
    const whole = await servingRow(service, settings(folder, String(round)))
    if (round === 0) continue
    bare.push(node)
    help.push(told)
    route.push(plain.ms)
    yardstick.push(plain.bytes)
    ready.push(whole.ms)
    memory.push(whole.bytes)
  }
  return { bare, help, route, ready, memory, yardstick }
}

/** Milliseconds of a command that asks a running service. */
const asking = async (folder: string): Promise<number> => {
  const env = settings(folder, 'asked')
  const { child } = await serving([...OPTIONS, 'services/wiring/main.ts'], env)
  const taken: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const ms = await lifetime([RUN, 'cli', 'list-imports'], env)
    if (round > 0) taken.push(ms)
  }
  await stop(child)
  return median(taken)
}

/** Starts of commands and of an empty service, beside a bare process and a bare route in the same run. */
export const benchStart = async (): Promise<readonly Row[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'belltower-start-'))
  try {
    const { bare, help, route, ready, memory, yardstick } = await measured(folder)
    const command = await asking(folder)
    const [node, plain] = [median(bare), median(route)]
    const atMost = true
    return [
      { name: 'a bare Node process', value: node, unit: 'ms', ratio: null, aim: null },
      { name: 'cli --help', value: median(help), unit: 'ms', ratio: median(help) / node, aim: null },
      { name: 'cli --help, milliseconds', value: median(help), unit: 'ms', ratio: null, aim: 350, atMost },
      { name: 'a command that asks a service', value: command, unit: 'ms', ratio: null, aim: 600, atMost },
      { name: 'a bare fastify with one route', value: plain, unit: 'ms', ratio: null, aim: null },
      { name: 'its memory', value: median(yardstick) / MEBIBYTE, unit: 'MiB', ratio: null, aim: null },
      { name: 'an empty service', value: median(ready), unit: 'ms', ratio: null, aim: 1_200, atMost },
      { name: 'the same', value: median(ready), unit: 'ms', ratio: median(ready) / plain, aim: null },
      { name: 'its memory', value: median(memory) / MEBIBYTE, unit: 'MiB', ratio: null, aim: 130, atMost },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
