import { parentPort, workerData } from 'node:worker_threads'
import { appender } from './append.ts'
import { explain, openForWriting, pageSizeOf } from './file.ts'
import { gapsOf } from './gaps.ts'
import type { Group, Outcomes, Reply, Request, WriterOptions } from './protocol.ts'
import { remover } from './removal.ts'

// Runs in a thread of its own: waiting for the disk happens here. One request at a time, in the order sent.

const open = ({ file, maxBytes }: WriterOptions) => {
  const db = openForWriting(file, maxBytes)
  const { remove, expire, sweep, scrub } = remover(db)
  const { append, forget } = appender(db, expire)
  const gaps = gapsOf(file, pageSizeOf(db))

  let swept = false
  /** What was removed may still stand somewhere, as after a crash; reading the whole file for nothing is dear. */
  let unscrubbed = true

  const undo = (): void => {
    if (db.isTransaction) db.exec('ROLLBACK')
    forget()
  }

  /** All of `work` or nothing, durable on return. */
  const transaction = <Result>(work: () => Result): Result => {
    try {
      if (!db.isTransaction) db.exec('BEGIN IMMEDIATE')
      const result = work()
      db.exec('COMMIT')
      return result
    } catch (error) {
      undo()
      throw error
    }
  }

  let prepared: Outcomes[] = []
  let spoiled: { readonly error: unknown } | null = null

  /** While the other thread is still busy with the rest of the group. */
  const prepare = (group: Group): void => {
    if (spoiled !== null) return
    try {
      if (!db.isTransaction) db.exec('BEGIN IMMEDIATE')
      prepared.push(append(group))
    } catch (error) {
      undo()
      spoiled = { error }
    }
  }

  const commit = (group: Group): Outcomes => {
    const before = prepared
    const failure = spoiled
    prepared = []
    spoiled = null
    if (failure !== null) throw failure.error
    const all = [...before, transaction(() => append(group))]
    return {
      revisions: all.flatMap(o => o.revisions),
      positions: all.flatMap(o => o.positions),
      written: all.flatMap(o => o.written),
    }
  }

  const rewrite = (work: () => void): void => {
    transaction(work)
    forget()
  }

  /** Leaves no byte of what was removed, neither on the disk nor in what will be written there. */
  const scrubAll = (): void => {
    if (!unscrubbed) return
    scrub()
    gaps.wipe()
    db.exec('PRAGMA shrink_memory')
    unscrubbed = false
  }

  const perform = (request: Request): Reply | null => {
    switch (request.ask) {
      case 'prepare':
        prepare(request.group)
        return null
      case 'append':
        return { reply: 'appended', outcomes: commit(request.group) }
      case 'delete':
        rewrite(() => {
          for (const stream of request.streams) if (remove(stream)) unscrubbed = true
        })
        scrubAll()
        return { reply: 'done', more: false }
      case 'sweep': {
        const more = transaction(() => sweep(request.now))
        if (more) unscrubbed = true
        if (swept && !more) scrubAll()
        swept = more
        return { reply: 'done', more }
      }
      case 'close':
        db.close()
        gaps.close()
        return { reply: 'done', more: false }
    }
  }
  return perform
}

const port = parentPort
if (port === null) throw new Error('the writer of the log runs in a worker thread')
const options = workerData as WriterOptions

const answering = <Answer>(work: () => Answer): Answer | Reply => {
  try {
    return work()
  } catch (error) {
    return { reply: 'failed', reason: explain(options.file, error) }
  }
}

port.postMessage(
  answering((): Reply => {
    const perform = open(options)
    port.on('message', (request: Request) => {
      const reply = answering(() => perform(request))
      if (reply !== null) port.postMessage(reply)
      if (request.ask === 'close') port.close()
    })
    return { reply: 'done', more: false }
  }),
)
