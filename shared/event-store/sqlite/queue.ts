import { Worker } from 'node:worker_threads'
import { type EpochMs, logPosition, streamRevision } from '../../kernel/brands.ts'
import { type Appended, RevisionConflict, StoreUnavailable } from '../port.ts'
import type { Landed } from './feed.ts'
import {
  CONFLICT,
  type Group,
  type Outcomes,
  type Reply,
  type Request,
  type StartWriter,
  STRIDE,
  type Writer,
  type WriterOptions,
  type WriterThread,
} from './protocol.ts'
import type { Packed } from './record.ts'

// The way of an append to the thread that writes: waiting, going in groups, being settled.

/** Beyond this a group is closed: a transaction stays short enough for those who come after it. */
const GROUP_BYTES = 4_000_000
const GROUP_APPENDS = 5_000
const GROUP_DELETIONS = 500
/** Appends that are worth a message of their own while more are coming: the first of a group, as the writer has nothing to do yet. */
const [EARLY_AT_FIRST, EARLY] = [8, 32]

type QueueOptions = {
  readonly start: () => Promise<Writer>
  readonly now: () => EpochMs
  /** Told of every record in log order, before its appender is. Not told of repeats. */
  readonly onLanded: (records: readonly Landed[]) => void
  /** The writer died: what it wrote last may never be told to `onLanded`. */
  readonly onLost: () => void
  /** Nobody listens: nothing is prepared for `onLanded`. */
  readonly silent: () => boolean
}

/** What waits for the writer, and what it has been sent already. */
type Queue = {
  readonly options: QueueOptions
  readonly waiting: (AppendTask | OtherTask)[]
  /** Sent to the writer and not yet committed. */
  prepared: AppendTask[]
  writer: Writer
  running: Promise<void> | null
  /** How often it has run. */
  runs: number
  /** While this turn of the event loop may still bring appends. */
  gathering: boolean
}

/** Everything that changes the log, in the order asked for; appends that wait together share one commit. */
export const writeQueue = (first: Writer, options: QueueOptions) => {
  const queue: Queue = {
    options,
    waiting: [],
    prepared: [],
    writer: first,
    running: null,
    runs: 0,
    gathering: false,
  }
  return {
    /** All of `parts` or none. Resolves to where the last is. */
    append: (...parts: readonly Packed[]): Promise<Appended> =>
      new Promise((resolve, reject) => push(queue, { parts, resolve, reject })),
    /** Resolves to whether the same request again has something left to do. */
    request: (request: Request): Promise<boolean> =>
      new Promise((resolve, reject) => push(queue, { request, resolve, reject })),
    /** Another number after anything may have been changed; null: something may be changed now. */
    atRest: (): number | null => (queue.running === null ? queue.runs : null),
    /** Resolves when nothing waits any more. */
    settled: async (): Promise<void> => {
      while (queue.running !== null) await queue.running
    },
  }
}

const push = (queue: Queue, task: AppendTask | OtherTask): void => {
  queue.waiting.push(task)
  queue.running ??= drain(queue)
  if (isAppend(task)) prepareEarly(queue)
}

/** Waits for the end of the loop turn first: whoever was just answered may append again, into the same group. */
const drain = async (queue: Queue): Promise<void> => {
  do {
    queue.gathering = true
    await new Promise(resolve => setImmediate(resolve))
    queue.gathering = false
    const task = queue.waiting[0]
    if (queue.prepared.length > 0 || (task !== undefined && isAppend(task))) await commit(queue)
    else if (task !== undefined) await perform(queue, task)
  } while (queue.waiting.length > 0)
  queue.runs++
  queue.running = null
}

/** The writer works on the first appends of a group while this thread is still busy with the rest. */
const prepareEarly = ({ options, waiting, prepared, writer, gathering }: Queue): void => {
  const enough = prepared.length === 0 ? EARLY_AT_FIRST : EARLY
  if (!gathering || waiting.length < enough || prepared.length >= GROUP_APPENDS || writer.lost()) return
  const tasks = takeAppends(waiting)
  if (tasks.length === 0) return
  writer.tell({ ask: 'prepare', group: groupOf(tasks, options.now()) })
  prepared.push(...tasks)
}

const commit = async (queue: Queue): Promise<void> => {
  const { options, waiting, prepared } = queue
  const rest = prepared.length < GROUP_APPENDS ? takeAppends(waiting) : []
  const tasks = [...prepared, ...rest]
  try {
    const answer = await ask(queue, { ask: 'append', group: groupOf(rest, options.now()) })
    if (answer.reply !== 'appended') throw new Error(`unexpected answer ${answer.reply}`)
    if (!options.silent()) options.onLanded(landedOf(tasks, answer.outcomes))
    settle(tasks, answer.outcomes)
  } catch (error) {
    for (const { reject } of tasks) reject(error)
  } finally {
    queue.prepared = []
  }
}

const perform = async (queue: Queue, first: OtherTask): Promise<void> => {
  const tasks = takeOthers(queue.waiting, first)
  const removals = tasks.flatMap(({ request }) => (request.ask === 'delete' ? request.removals : []))
  try {
    const isDeletion = first.request.ask === 'delete'
    const answer = await ask(queue, isDeletion ? { ask: 'delete', removals } : first.request)
    for (const { resolve } of tasks) resolve(answer.reply === 'done' && answer.more)
  } catch (error) {
    for (const { reject } of tasks) reject(error)
  }
}

/** A writer that was lost with prepared appends must fail them; otherwise a new one takes over. */
const ask = async (queue: Queue, request: Request): Promise<Reply> => {
  const { start, onLost } = queue.options
  if (queue.writer.lost() && queue.prepared.length === 0) queue.writer = await start()
  try {
    return await queue.writer.ask(request)
  } finally {
    if (queue.writer.lost()) onLost()
  }
}

const takeAppends = (waiting: (AppendTask | OtherTask)[]): AppendTask[] => {
  const taken: AppendTask[] = []
  let bytes = 0
  for (const task of waiting) {
    if (!isAppend(task) || (taken.length > 0 && bytes + bytesOf(task) > GROUP_BYTES)) break
    taken.push(task)
    bytes += bytesOf(task)
  }
  waiting.splice(0, taken.length)
  return taken
}

/** Deletions in a row share one transaction and one scrubbing of the file. */
const takeOthers = (waiting: (AppendTask | OtherTask)[], first: OtherTask): OtherTask[] => {
  const taken = [first]
  waiting.shift()
  while (first.request.ask === 'delete' && taken.length < GROUP_DELETIONS) {
    const next = waiting[0]
    if (next === undefined || isAppend(next) || next.request.ask !== 'delete') break
    taken.push(next)
    waiting.shift()
  }
  return taken
}

type Settle<Result> = {
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}
/** All of them are made or none; the last one is asked about. */
type AppendTask = Settle<Appended> & { readonly parts: readonly Packed[] }
type OtherTask = Settle<boolean> & { readonly request: Request }

const isAppend = (task: AppendTask | OtherTask): task is AppendTask => 'parts' in task

const groupOf = (tasks: readonly AppendTask[], at: EpochMs): Group => {
  const all = tasks.flatMap(({ parts }) => parts)
  return {
    at,
    streams: all.map(({ stream }) => stream),
    expected: all.map(({ expected }) => expected),
    counts: all.map(({ ids }) => ids.length),
    follows: tasks.flatMap(({ parts }) => parts.map((_, index) => index > 0)),
    lifetimes: all.map(({ lifetime }) => lifetime),
    ids: all.flatMap(({ ids }) => ids),
    bodies: all.flatMap(({ bodies }) => bodies),
  }
}

const landedOf = (tasks: readonly AppendTask[], { revisions, positions, written }: Outcomes): Landed[] =>
  tasks
    .flatMap(({ parts }) => parts)
    .flatMap(({ stream, ids, bodies }, index) => {
      if (written[index] !== true) return []
      const [revision, position] = [revisions[index] ?? 0, positions[index] ?? 0]
      return ids.map((id, i) => {
        const back = ids.length - 1 - i
        return {
          stream,
          revision: streamRevision(revision - back),
          position: logPosition(position - back * STRIDE),
          id,
          body: bodies[i] ?? '',
        }
      })
    })

/** Tells each task what became of its parts. */
const settle = (tasks: readonly AppendTask[], { revisions, positions }: Outcomes): void => {
  let next = 0
  for (const { parts, resolve, reject } of tasks) {
    const first = next
    next += parts.length
    const refused = parts.find((_, index) => revisions[first + index] === CONFLICT)
    if (refused !== undefined) reject(new RevisionConflict(refused.stream))
    else
      resolve({
        revision: streamRevision(revisions[next - 1] ?? 0),
        position: logPosition(positions[next - 1] ?? 0),
      })
  }
}

const bytesOf = ({ parts }: AppendTask): number => parts.reduce((sum, { bytes }) => sum + bytes, 0)

/** In a thread of its own. */
export const startWriter: StartWriter = options => {
  const worker = new Worker(new URL('./writer.ts', import.meta.url), { workerData: options })
  return writerIn(options, {
    send: request => worker.postMessage(request),
    listen: (heard, ended) => {
      let cause: unknown
      worker.on('message', heard)
      worker.on('error', error => {
        cause = error
      })
      worker.on('exit', () => ended(cause))
    },
    keepAlive: does => {
      if (does) worker.ref()
      else worker.unref()
    },
    terminate: async () => {
      await worker.terminate()
    },
  })
}

/** The writer that a thread serves, as `StartWriter` says. */
export const writerIn = async ({ file }: WriterOptions, thread: WriterThread): Promise<Writer> => {
  let waiting: Settle<Reply> | null = null
  let lost: StoreUnavailable | null = null

  const settle = (): Settle<Reply> | null => {
    const settled = waiting
    waiting = null
    thread.keepAlive(false)
    return settled
  }
  const heard = (reply: Reply): void => {
    const settled = settle()
    if (reply.reply === 'failed') settled?.reject(new StoreUnavailable(reply.reason))
    else settled?.resolve(reply)
  }
  thread.listen(heard, cause => {
    lost = new StoreUnavailable(`the writer of the log ${file} ended`, { cause })
    settle()?.reject(lost)
  })

  // the process is kept alive by requests under way, not by an idle thread
  const reply = () =>
    new Promise<Reply>((resolve, reject) => {
      waiting = { resolve, reject }
      thread.keepAlive(true)
    })
  await reply()
  return {
    ask: request => {
      if (lost !== null) return Promise.reject(lost)
      const answer = reply()
      thread.send(request)
      return answer
    },
    tell: thread.send,
    lost: () => lost !== null,
    terminate: thread.terminate,
  }
}
