import type { EpochMs } from '../../kernel/brands.ts'
import type { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { appender } from './append.ts'
import { explain, openForWriting, pageSizeOf } from './file.ts'
import { gapsOf } from './gaps.ts'
import type { Group, Outcomes, Removal, Reply, Request, WriterOptions } from './protocol.ts'
import { remover } from './removal.ts'
import { writeAheadOf } from './write-ahead.ts'

// Runs in a thread of its own: waiting for the disk happens here. One request at a time, in the order sent.

/** What a transaction changes at least, and what each append to a stream does: leaves of two trees; and a sweep. */
const [PAGES_OF_ANY, PAGES_OF_ONE, PAGES_OF_SWEEP, PAGE] = [2, 2, 400, 4_096]
const pagesOf = ({ streams, bodies }: Group): number =>
  PAGES_OF_ANY + PAGES_OF_ONE * streams.length + bodies.reduce((sum, { length }) => sum + length, 0) / PAGE

type Writing = Pick<ReturnType<typeof remover>, 'remove' | 'sweep'> &
  ReturnType<typeof appender> & {
    readonly db: DatabaseSync
    readonly gaps: ReturnType<typeof gapsOf>
    readonly writeAhead: ReturnType<typeof writeAheadOf>
    /** Pages that the prepared appends change, about. */
    preparedPages: number
    /** What became of the appends that are written and not yet committed; and why that failed. */
    prepared: Outcomes[]
    spoiled: { readonly error: unknown } | null
    /** The sweep before found something. */
    swept: boolean
    /** What was removed may still stand somewhere, as after a crash; reading the whole file for nothing is dear. */
    unscrubbed: boolean
  }

const open = ({ file, maxBytes }: WriterOptions): Writing => {
  const db = openForWriting(file, maxBytes)
  const { expire, ...removing } = remover(db)
  const pageSize = pageSizeOf(db)
  return {
    ...{ db, ...removing, ...appender(db, expire) },
    ...{ gaps: gapsOf(file, pageSize), writeAhead: writeAheadOf(db, file, pageSize) },
    ...{ prepared: [], preparedPages: 0, spoiled: null, swept: false, unscrubbed: true },
  }
}

/** null: not answered. */
const perform = (writing: Writing, request: Request): Reply | null => {
  switch (request.ask) {
    case 'prepare':
      prepare(writing, request.group)
      return null
    case 'append':
      return { reply: 'appended', outcomes: commit(writing, request.group) }
    case 'delete':
      deleteRecords(writing, request.removals)
      return { reply: 'done', more: false }
    case 'sweep':
      return { reply: 'done', more: sweepOnce(writing, request.now) }
    case 'close':
      writing.db.close()
      writing.gaps.close()
      writing.writeAhead.close()
      return { reply: 'done', more: false }
  }
}

/** While the other thread is still busy with the rest of the group. */
const prepare = (writing: Writing, group: Group): void => {
  if (writing.spoiled !== null) return
  try {
    begin(writing)
    writing.prepared.push(writing.append(group))
    writing.preparedPages += pagesOf(group)
  } catch (error) {
    undo(writing)
    writing.spoiled = { error }
  }
}

const commit = (writing: Writing, group: Group): Outcomes => {
  const { prepared, preparedPages, spoiled } = writing
  writing.prepared = []
  writing.preparedPages = 0
  writing.spoiled = null
  if (spoiled !== null) throw spoiled.error
  const all = [...prepared, transaction(writing, () => writing.append(group))]
  writing.writeAhead.wrote(preparedPages + pagesOf(group))
  return {
    revisions: all.flatMap(o => o.revisions),
    positions: all.flatMap(o => o.positions),
    written: all.flatMap(o => o.written),
  }
}

const deleteRecords = (writing: Writing, removals: readonly Removal[]): void => {
  transaction(writing, () => {
    for (const removal of removals) if (writing.remove(removal)) writing.unscrubbed = true
  })
  writing.forget()
  scrubAll(writing)
}

/** Whether there may be more to sweep. */
const sweepOnce = (writing: Writing, now: EpochMs): boolean => {
  const more = transaction(writing, () => writing.sweep(now))
  if (more) writing.unscrubbed = true
  if (more) writing.writeAhead.wrote(PAGES_OF_SWEEP)
  if (writing.swept && !more) scrubAll(writing)
  writing.swept = more
  return more
}

/** All of `work` or nothing, durable on return. */
const transaction = <Result>(writing: Writing, work: () => Result): Result => {
  try {
    begin(writing)
    const result = work()
    writing.db.exec('COMMIT')
    return result
  } catch (error) {
    undo(writing)
    throw error
  }
}

const begin = ({ db }: Writing): void => {
  if (!db.isTransaction) db.exec('BEGIN IMMEDIATE')
}

const undo = ({ db, forget }: Writing): void => {
  if (db.isTransaction) db.exec('ROLLBACK')
  forget()
}

/** Leaves no byte of what was removed, neither on the disk nor in what will be written there. */
const scrubAll = (writing: Writing): void => {
  if (!writing.unscrubbed) return
  writing.writeAhead.empty()
  writing.gaps.wipe(writing.writeAhead.changed())
  writing.writeAhead.forget()
  writing.db.exec('PRAGMA shrink_memory')
  writing.unscrubbed = false
}

const answering = <Answer>(file: string, work: () => Answer): Answer | Reply => {
  try {
    return work()
  } catch (error) {
    return { reply: 'failed', reason: explain(file, error) }
  }
}

/** Opens the log, says so, and answers requests until one of them closes it. */
export const serveWriter = (port: MessagePort, options: WriterOptions): void => {
  const opened = answering(options.file, (): Reply => {
    const writing = open(options)
    port.on('message', (request: Request) => {
      const reply = answering(options.file, () => perform(writing, request))
      if (reply !== null) port.postMessage(reply)
      if (request.ask === 'close') port.close()
    })
    return { reply: 'done', more: false }
  })
  port.postMessage(opened)
}

// of a thread that was started for one log; there may be threads that serve several
if (parentPort !== null && workerData !== null) serveWriter(parentPort, workerData as WriterOptions)
