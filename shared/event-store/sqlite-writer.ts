import { parentPort, workerData } from 'node:worker_threads'
import { appender } from './sqlite-append.ts'
import { explain, openForWriting } from './sqlite-file.ts'
import type { Reply, Request, WriterOptions } from './sqlite-protocol.ts'
import { remover } from './sqlite-removal.ts'

// Runs in a thread of its own: waiting for the disk happens here. One request at a time, in the order sent.

const open = ({ file, maxBytes }: WriterOptions) => {
  const db = openForWriting(file, maxBytes)
  const { append, forget } = appender(db)
  const { remove, expire, sweep, scrub } = remover(db)

  let swept = false

  /** All of `work` or nothing, durable on return. */
  const transaction = <Result>(work: () => Result): Result => {
    db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      db.exec('COMMIT')
      return result
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      forget()
      throw error
    }
  }

  const rewrite = (work: () => void): void => {
    transaction(work)
    forget()
  }

  const perform = (request: Request): Reply => {
    switch (request.ask) {
      case 'append':
        return { reply: 'appended', outcomes: transaction(() => append(request.group)) }
      case 'delete':
        rewrite(() => request.streams.forEach(remove))
        scrub()
        return { reply: 'done', more: false }
      case 'expire':
        rewrite(() => expire(request.stream, request.seconds))
        return { reply: 'done', more: false }
      case 'sweep': {
        const more = transaction(() => sweep(request.now))
        if (swept && !more) scrub()
        swept = more
        return { reply: 'done', more }
      }
      case 'close':
        db.close()
        return { reply: 'done', more: false }
    }
  }
  return perform
}

const port = parentPort
if (port === null) throw new Error('the writer of the log runs in a worker thread')
const options = workerData as WriterOptions

const answering = (work: () => Reply): Reply => {
  try {
    return work()
  } catch (error) {
    return { reply: 'failed', reason: explain(options.file, error) }
  }
}

port.postMessage(
  answering(() => {
    const perform = open(options)
    port.on('message', (request: Request) => {
      port.postMessage(answering(() => perform(request)))
      if (request.ask === 'close') port.close()
    })
    return { reply: 'done', more: false }
  }),
)
