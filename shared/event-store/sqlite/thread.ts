import { Worker } from 'node:worker_threads'
import { StoreUnavailable } from '../port.ts'
import type { Reply, Request, WriterOptions } from './protocol.ts'

/** The writer as seen from the main thread. One request at a time. */
export type Writer = {
  /** Rejects with StoreUnavailable when the request failed or the thread is gone. */
  readonly ask: (request: Request) => Promise<Reply>
  /** Sends a request that is not answered; whatever goes wrong with it fails the next that is. */
  readonly tell: (request: Request & { readonly ask: 'prepare' }) => void
  readonly lost: () => boolean
  /** Ends the thread as it is; the running transaction is undone. */
  readonly terminate: () => Promise<void>
}

type Waiting = {
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: StoreUnavailable) => void
}

/** Starts the thread; resolves when it has the file open, rejects with StoreUnavailable when it cannot. */
export const startWriter = async (options: WriterOptions): Promise<Writer> => {
  const worker = new Worker(new URL('./writer.ts', import.meta.url), { workerData: options })
  let waiting: Waiting | null = null
  let lost: StoreUnavailable | null = null
  let cause: unknown

  const settle = (): Waiting | null => {
    const settled = waiting
    waiting = null
    worker.unref()
    return settled
  }
  worker.on('message', (reply: Reply) => {
    const settled = settle()
    if (reply.reply === 'failed') settled?.reject(new StoreUnavailable(reply.reason))
    else settled?.resolve(reply)
  })
  worker.on('error', error => {
    cause = error
  })
  worker.on('exit', () => {
    lost = new StoreUnavailable(`the writer of the log ${options.file} ended`, { cause })
    settle()?.reject(lost)
  })

  // the process is kept alive by requests under way, not by an idle thread
  const reply = () =>
    new Promise<Reply>((resolve, reject) => {
      waiting = { resolve, reject }
      worker.ref()
    })
  await reply()
  return {
    ask: request => {
      if (lost !== null) return Promise.reject(lost)
      const answer = reply()
      worker.postMessage(request)
      return answer
    },
    tell: request => worker.postMessage(request),
    lost: () => lost !== null,
    terminate: async () => {
      await worker.terminate()
    },
  }
}
