import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import type { Reply, StartWriter, WriterOptions } from '../../shared/event-store/sqlite/protocol.ts'
import { writerIn } from '../../shared/event-store/sqlite/queue.ts'

/** A log that a shared thread shall serve, and where. */
export type Served = { readonly port: MessagePort; readonly options: WriterOptions }

let shared: Worker | null = null

const thread = (): Worker => {
  shared ??= new Worker(new URL('./shared-writer-thread.ts', import.meta.url), { workerData: null })
  // it is there for whoever comes next
  shared.unref()
  return shared
}

/**
 * The thread that writes the log, as of the service itself but for all logs of this process: a thread of its own takes
 * as long to start as the rest of a service. Requests and replies go their own way between the threads.
 */
export const startSharedWriter: StartWriter = options => {
  const { port1, port2 } = new MessageChannel()
  const served: Served = { port: port2, options }
  thread().postMessage(served, [port2])
  return writerIn(options, {
    send: request => port1.postMessage(request),
    listen: (heard, ended) => {
      port1.on('message', (reply: Reply) => heard(reply))
      port1.on('close', () => ended(undefined))
    },
    keepAlive: does => {
      if (does) port1.ref()
      else port1.unref()
    },
    terminate: async () => port1.close(),
  })
}
