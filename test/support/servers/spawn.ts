import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Server = { readonly stop: () => Promise<void> }

/** Of a machine that has much else to do. A server that ends says so at once. */
const START_MS = 120_000

/** Whether somebody listens on this port of the machine. */
export const accepts = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** A server of somebody else on this port, accepting connections; ends with us. Throws what it printed when it does not. */
export const spawnServer = async (
  command: string,
  args: readonly string[],
  options: { readonly port: number; readonly cwd: string },
): Promise<Server> => {
  const said: string[] = []
  const child = spawn(command, args, { cwd: options.cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => said.push(text))
  child.on('error', error => said.push(String(error)))
  const end = () => child.kill('SIGKILL')
  process.on('exit', end)
  const stop = async () => {
    process.off('exit', end)
    if (child.exitCode !== null || child.signalCode !== null) return
    const closed = once(child, 'close')
    child.kill('SIGKILL')
    await closed
  }
  const deadline = Date.now() + START_MS
  while (Date.now() < deadline && child.exitCode === null) {
    if (await accepts(options.port)) return { stop }
    await sleep(30)
  }
  await stop()
  throw new Error(`${command} does not accept connections on port ${options.port}:\n${said.join('')}`)
}
