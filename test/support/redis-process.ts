import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { accepts } from './servers/spawn.ts'
import { freePort } from './free-port.ts'

/** Null: it is not on this machine. */
export const redisProgram: string | null =
  (env['PATH'] ?? '')
    .split(delimiter)
    .map(folder => join(folder, 'redis-server'))
    .find(existsSync) ?? null

export type RedisProcess = {
  readonly url: string
  readonly start: () => Promise<void>
  /** kill -9; what it has not written is lost. */
  readonly kill: () => Promise<void>
  /** Connections stay open, nothing is answered. */
  readonly freeze: () => void
  readonly thaw: () => void
}

/** A Redis of one's own, to be hurt. Starts later, on the same port each time. Keeps nothing unless `folder` is given. */
export const redisProcess = async (folder?: string, args: readonly string[] = []): Promise<RedisProcess> => {
  const port = await freePort()
  const keeping =
    folder === undefined
      ? ['--appendonly', 'no', '--dir', '/']
      : ['--appendonly', 'yes', '--appendfsync', 'always', '--dir', folder]
  let child: ChildProcess | null = null
  const end = () => child?.kill('SIGKILL')
  const start = async () => {
    child = spawn(
      redisProgram ?? '',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...keeping, ...args],
      { stdio: 'ignore' },
    )
    process.once('exit', end)
    while (child.exitCode === null && !(await accepts(port))) await sleep(10)
  }
  const kill = async () => {
    process.off('exit', end)
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}
