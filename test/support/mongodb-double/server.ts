import { Binary, Long, Timestamp, type Document } from 'mongodb'
import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { answering } from './commands.ts'
import { told } from './refused.ts'
import { replyTo, requestsIn, type Request } from './wire.ts'

/** What a server of release 8.0 says of itself, the only one of its replica set. */
const greeting = (address: string): Document => ({
  ...{ helloOk: true, ismaster: true, isWritablePrimary: true, secondary: false, readOnly: false },
  ...{ setName: 'double', setVersion: 1, hosts: [address], primary: address, me: address },
  ...{ maxBsonObjectSize: 16_777_216, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000 },
  ...{ localTime: new Date(), logicalSessionTimeoutMinutes: 30, minWireVersion: 0, maxWireVersion: 25 },
})

const SIGNATURE = { hash: new Binary(Buffer.alloc(20)), keyId: Long.ZERO }

/** The time of a cluster, which every answer of a replica set has. */
const clusterTime = (): Document => {
  const time = new Timestamp({ t: Math.floor(Date.now() / 1_000), i: 1 })
  return { operationTime: time, $clusterTime: { clusterTime: time, signature: SIGNATURE } }
}

const GREETINGS = ['hello', 'ismaster', 'isMaster']

/** A server on this port of the machine (0: any); resolves with the port once it accepts connections. */
export const startServer = async (port: number) => {
  const answer = answering()
  const answered = async ({ command }: Request, address: string): Promise<Document> => {
    if (GREETINGS.some(name => name in command)) return { ...greeting(address), ok: 1 }
    try {
      return { ...(await answer(command)), ok: 1 }
    } catch (error) {
      return { ok: 0, ...told(error) }
    }
  }
  const serve = async (socket: Socket) => {
    let received: Buffer = Buffer.alloc(0)
    for await (const bytes of socket as AsyncIterable<Buffer>) {
      const { requests, rest } = requestsIn(Buffer.concat([received, bytes]))
      received = rest
      for (const request of requests) {
        const document = await answered(request, `127.0.0.1:${socket.localPort}`)
        socket.write(replyTo(request, { ...document, ...clusterTime() }))
      }
    }
  }
  const server = createServer(socket => {
    socket.setNoDelay(true)
    // a client that is gone, or that sends what is no message
    serve(socket).catch(() => socket.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { port: typeof address === 'object' ? (address?.port ?? port) : port, stop: () => server.close() }
}
