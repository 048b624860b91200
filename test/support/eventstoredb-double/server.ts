import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { appendCall } from './append-call.ts'
import { batchAppendCall } from './batch-append-call.ts'
import { openConnections, type Connections } from './connections.ts'
import type { Context } from './context.ts'
import { deleteCall, tombstoneCall } from './delete-calls.ts'
import type { Dialect } from './dialect.ts'
import { createFaults, type FaultControl } from './faults.ts'
import { featuresCall } from './features-call.ts'
import { noJournal, openJournal } from './journal.ts'
import { createLog, type Entry, type Log } from './log.ts'
import { readCall } from './read-call.ts'
import { createWriter } from './write.ts'

export type ServerOptions = {
  /** 0: any. */
  readonly port: number
  /** File that keeps what was written; null: memory only. */
  readonly data: string | null
  readonly maxAppendBytes: number
  /** Memory for the ids that make repeated writes without an expected revision harmless. */
  readonly recentIdBytes: number
  readonly dialect: Dialect
  readonly batchAppend: boolean
}

export type RunningServer = {
  readonly port: number
  readonly faults: FaultControl
  readonly stop: () => void
}

/** The longest message a client may send. */
const MESSAGE_BYTES = 17 * 1024 * 1024

const systemEvent = (stream: string, type: string, data: object): Entry => ({
  stream,
  event: {
    id: randomUUID(),
    type,
    contentType: 'application/json',
    data: Buffer.from(JSON.stringify(data)),
    metadata: new Uint8Array(),
  },
})

/** A new server has written before any client has. */
const greet = (log: Log, now: number) => {
  log.record([systemEvent('$$$stats-0.0.0.0:2113', '$metadata', { $maxAge: 86400 })], now)
  log.record([systemEvent('$user-admin', '$UserCreated', { loginName: 'admin' })], now)
  log.record([systemEvent('$users', '$User', { loginName: 'admin' })], now)
}

export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const log = createLog(options.data === null ? noJournal : openJournal(options.data), options.recentIdBytes)
  if (log.all.length === 0) greet(log, Date.now())
  const front: { connections: Connections | null } = { connections: null }
  const connections = () => {
    if (front.connections === null) throw new Error('a call came before the server was open')
    return front.connections
  }
  const faults = createFaults(connections)
  const context: Context = {
    log,
    faults,
    connections,
    writer: createWriter(log, Date.now),
    now: Date.now,
    maxAppendBytes: options.maxAppendBytes,
    dialect: options.dialect,
    batchAppend: options.batchAppend,
  }
  const server = new Server({ 'grpc.max_receive_message_length': MESSAGE_BYTES })
  server.addService(StreamsService, {
    read: readCall(context),
    append: appendCall(context),
    batchAppend: batchAppendCall(context),
    delete: deleteCall(context),
    tombstone: tombstoneCall(context),
  })
  server.addService(ServerFeaturesService, { getSupportedMethods: featuresCall(context) })
  const bind = promisify(server.bindAsync.bind(server))
  front.connections = await openConnections(
    options.port,
    await bind('127.0.0.1:0', ServerCredentials.createInsecure()),
  )
  return {
    port: front.connections.port,
    faults,
    stop: () => {
      connections().close()
      server.forceShutdown()
    },
  }
}
