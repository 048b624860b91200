import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { z } from 'zod'
import { controlOf, type Control } from './control.ts'
import type { DoubleOptions } from './double-options.ts'
import { freePort } from '../free-port.ts'

export type StartOptions = z.input<typeof DoubleOptions> & {
  /** File in which the double keeps its log; without it a restart begins with nothing. */
  readonly data?: string
}

export type Double = {
  readonly url: string
  readonly port: number
  readonly control: Control
  /** SIGTERM. */
  readonly stop: () => Promise<void>
  /** SIGKILL: no goodbye. */
  readonly kill: () => Promise<void>
  /** A new process on the same ports, after `kill` or `stop` or instead of them; faults and counts begin anew. */
  readonly restart: () => Promise<void>
}

type Ports = { readonly port: number; readonly control: number }

const flags = (options: StartOptions, { port, control }: Ports): string[] => [
  ...['--port', String(port), '--control-port', String(control)],
  ...(options.data === undefined ? [] : ['--data', options.data]),
  ...(options.maxAppendBytes === undefined ? [] : ['--max-append-bytes', String(options.maxAppendBytes)]),
  ...(options.recentIdBytes === undefined ? [] : ['--recent-id-bytes', String(options.recentIdBytes)]),
  ...(options.dialect === undefined ? [] : ['--dialect', options.dialect]),
  ...(options.batchAppend === false ? ['--no-batch-append'] : []),
]

const portIn = (line: string | undefined, words: string): number => {
  const port = line?.startsWith(`${words} `) === true ? Number(line.slice(words.length + 1)) : NaN
  if (!Number.isInteger(port))
    throw new Error(`the double said ${line ?? 'nothing'} where '${words} PORT' was due`)
  return port
}

const launch = async (
  options: StartOptions,
  ports: Ports,
): Promise<{ child: ChildProcess; ports: Ports }> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...flags(options, ports)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async (words: string) => {
    const { value, done } = await lines.next()
    return portIn(done === true ? undefined : value, words)
  }
  const port = await next('listening on')
  return { child, ports: { port, control: await next('control on') } }
}

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** A double of EventStoreDB in a process of its own, ready for clients. It ends with this process. */
export const startDouble = async (options: StartOptions = {}): Promise<Double> => {
  let running = await launch(options, { port: await freePort(), control: await freePort() })
  const { ports } = running
  return {
    url: `esdb://127.0.0.1:${ports.port}?tls=false`,
    port: ports.port,
    control: controlOf(ports.control),
    stop: () => end(running.child, 'SIGTERM'),
    kill: () => end(running.child, 'SIGKILL'),
    restart: async () => {
      await end(running.child, 'SIGKILL')
      running = await launch(options, ports)
    },
  }
}
