import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { openControl } from './control-server.ts'
import { DoubleOptions, type LentPorts } from './double-options.ts'
import { startServer } from './server.ts'
import { endWithStarter } from '../with-starter.ts'

// One process with as many doubles as are asked for, each with a log, faults and ports of its own.

const lent = new Map<string, () => void>()

const lend = async (options: DoubleOptions): Promise<LentPorts> => {
  const server = await startServer({ ...options, port: 0, data: null })
  const control = await openControl(server.faults, 0)
  lent.set(`/${server.port}`, () => {
    control.close()
    server.stop()
  })
  return { port: server.port, control: control.port }
}

/** `POST /` with options lends one, `DELETE /PORT` takes it back. */
const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { method, url = '' } = request
  try {
    const body = await text(request)
    if (method === 'POST') response.end(JSON.stringify(await lend(DoubleOptions.parse(JSON.parse(body)))))
    else {
      lent.get(url)?.()
      response.writeHead(lent.delete(url) ? 204 : 404).end()
    }
  } catch (error) {
    response.writeHead(400).end(String(error))
  }
}

const { port } = parseArgs({ options: { port: { type: 'string', default: '0' } } }).values
const server = createServer((request, response) => void handle(request, response))
server.listen(Number(port), '127.0.0.1')
endWithStarter(() => server.close())
