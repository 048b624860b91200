import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Pool } from '../fuzz/world.ts'
import type { ByRole } from '../fuzz/world-users.ts'
import type { Memory, Reading } from './meter.ts'

/** What the world of the service tells about itself when it is ready. */
export type Site = {
  readonly port: number
  readonly pool: Pool
  /** Values of `Authorization` and `Cookie` by role. */
  readonly credentials: ByRole
  readonly cookies: ByRole
  readonly index: {
    readonly routes: { readonly [path: string]: { readonly methods: readonly string[] } }
  }
}

export type Held = Memory & {
  readonly logBytes: number
  /** Documents in memory, by collection. */
  readonly documents: Readonly<Record<string, number>>
}
type Told = Reading & { readonly reported: readonly string[] }

/** A service in a process of its own. */
export type ServiceProcess = {
  readonly site: Site
  readonly pid: number
  /** null while it lives; then how it ended, with the last it said. */
  readonly ended: () => string | null
  /** Each rejects when the process ends or says nothing for `patienceMs`. */
  readonly reading: (patienceMs?: number) => Promise<Told>
  readonly memory: () => Promise<Held>
  readonly operate: (name: string, body: object) => Promise<Readonly<Record<string, unknown>>>
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

type Answered = {
  readonly id?: number
  readonly ready?: Site
  readonly answer?: unknown
  readonly failed?: string
}
type Waiting = { readonly resolve: (answer: unknown) => void; readonly reject: (error: Error) => void }

const PATIENCE_MS = 30_000
const LAST_WORDS = 4_000

/** The thread that answers is held for longer than anybody waits. */
export class Silent extends Error {
  override readonly name = 'Silent'
}

/** An order that the service refused, or could not obey. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** Starts one with the settings of the world and these; resolves when it is ready. */
export const startServiceProcess = async (
  settings: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> => {
  const child = fork(join(import.meta.dirname, 'service-process.ts'), [JSON.stringify(settings)], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let [said, ended, next] = ['', null as string | null, 0]
  const waiting = new Map<number, Waiting>()
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString('utf8')}`.slice(-LAST_WORDS)
    })
  const gone = new Promise<void>(resolve => {
    child.once('close', (code, signal) => {
      ended = `${signal ?? `exit code ${code}`}${said === '' ? '' : `: ${said}`}`
      for (const { reject } of waiting.values()) reject(new Error(`the service ended: ${ended}`))
      waiting.clear()
      resolve()
    })
  })
  const site = await new Promise<Site>((resolve, reject) => {
    child.on('message', ({ id = -1, ready, answer, failed }: Answered) => {
      if (ready !== undefined) resolve(ready)
      const asked = waiting.get(id)
      waiting.delete(id)
      if (failed === undefined) asked?.resolve(answer)
      else asked?.reject(new Refused(failed))
    })
    void gone.then(() => reject(new Error(`the service did not start: ${ended}`)))
  })

  const ask = (order: object, patienceMs: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (!child.connected) {
        // what it said last may still be on its way
        void gone.then(() => reject(new Error(`the service ended: ${ended}`)))
        return
      }
      const id = next++
      const timer = setTimeout(() => {
        waiting.delete(id)
        reject(new Silent(`nothing was heard of the service for ${patienceMs} ms`))
      }, patienceMs)
      const over =
        <Value>(act: (value: Value) => void) =>
        (value: Value) => {
          clearTimeout(timer)
          act(value)
        }
      waiting.set(id, { resolve: over(resolve), reject: over(reject) })
      child.send({ id, ...order }, error => {
        // whoever waits is told when what it said last has come
        if (error !== null) child.kill('SIGKILL')
      })
    })
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  return {
    site,
    pid: child.pid ?? 0,
    ended: () => ended,
    reading: async (patienceMs = PATIENCE_MS) => (await ask({ what: 'reading' }, patienceMs)) as Told,
    memory: async () => (await ask({ what: 'memory' }, PATIENCE_MS)) as Held,
    operate: async (name, body) =>
      (await ask({ what: 'operate', name, body }, PATIENCE_MS)) as Readonly<Record<string, unknown>>,
    kill,
    stop: async () => {
      if (ended !== null) return
      try {
        await ask({ what: 'stop' }, PATIENCE_MS)
        await gone
      } catch {
        await kill()
      }
    },
  }
}
