import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { FaultCommand } from './fault-command.ts'
import type { FaultControl } from './faults.ts'

const handle = async (faults: FaultControl, request: IncomingMessage, response: ServerResponse) => {
  if (request.method === 'GET' && request.url === '/state') {
    response.end(JSON.stringify(faults.state()))
    return
  }
  if (request.method !== 'POST' || request.url !== '/faults') {
    response.writeHead(404).end()
    return
  }
  const body = await text(request)
  try {
    faults.apply(FaultCommand.parse(JSON.parse(body)))
    response.writeHead(204).end()
  } catch (error) {
    response.writeHead(400).end(String(error))
  }
}

export type ControlServer = { readonly port: number; readonly close: () => void }

/** The HTTP port by which tests make the server misbehave; on this machine only. 0: any. */
export const openControl = async (faults: FaultControl, port: number): Promise<ControlServer> => {
  const server = createServer((request, response) => void handle(faults, request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the control server has no port')
  return {
    port: address.port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
