import { RevisionConflict, type Appended, type Position } from '../port.ts'
import { CONFLICT, STRIDE, type Group, type Outcomes, type Request } from './protocol.ts'
import type { Packed } from './record.ts'
import type { Writer } from './thread.ts'

/** Beyond this a group is closed: a transaction stays short enough for those who come after it. */
const GROUP_BYTES = 4_000_000
const GROUP_APPENDS = 5_000
const GROUP_DELETIONS = 500
/** Appends that are worth a message of their own while more are coming. */
const EARLY = 32

/** One durable record as it was acknowledged, not yet decoded. */
export type Landed = {
  readonly stream: string
  readonly revision: number
  readonly position: Position
  readonly id: string
  readonly body: string
}

export type QueueOptions = {
  readonly start: () => Promise<Writer>
  readonly now: () => number
  /** Told of every record in log order, before its appender is. Not told of repeats. */
  readonly onLanded: (records: readonly Landed[]) => void
  /** The writer died: what it wrote last may never be told to `onLanded`. */
  readonly onLost: () => void
  /** Nobody listens: nothing is prepared for `onLanded`. */
  readonly silent: () => boolean
}

type Settle<Result> = {
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}
/** Of several the last one is asked about; each is made only with those before it. */
type AppendTask = Settle<Appended> & { readonly parts: readonly Packed[] }
type OtherTask = Settle<boolean> & { readonly request: Request }

const isAppend = (task: AppendTask | OtherTask): task is AppendTask => 'parts' in task

const groupOf = (tasks: readonly AppendTask[], at: number): Group => {
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
          revision: revision - back,
          position: position - back * STRIDE,
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
    else resolve({ revision: revisions[next - 1] ?? 0, position: positions[next - 1] ?? 0 })
  }
}

const bytesOf = ({ parts }: AppendTask): number => parts.reduce((sum, { bytes }) => sum + bytes, 0)

/** Everything that changes the log, in the order asked for; appends that wait together share one commit. */
export const writeQueue = (first: Writer, { start, now, onLanded, onLost, silent }: QueueOptions) => {
  let writer = first
  let running: Promise<void> | null = null
  let gathering = false
  let prepared: AppendTask[] = []
  const waiting: (AppendTask | OtherTask)[] = []

  const takeAppends = (): AppendTask[] => {
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

  /** A writer that was lost with prepared appends must fail them; otherwise a new one takes over. */
  const ask = async (request: Request) => {
    if (writer.lost() && prepared.length === 0) writer = await start()
    try {
      return await writer.ask(request)
    } finally {
      if (writer.lost()) onLost()
    }
  }

  /** The writer works on the first appends of a group while this thread is still busy with the rest. */
  const prepareEarly = (): void => {
    if (!gathering || waiting.length < EARLY || prepared.length >= GROUP_APPENDS || writer.lost()) return
    const tasks = takeAppends()
    if (tasks.length === 0) return
    writer.tell({ ask: 'prepare', group: groupOf(tasks, now()) })
    prepared.push(...tasks)
  }

  const commit = async (): Promise<void> => {
    const rest = prepared.length < GROUP_APPENDS ? takeAppends() : []
    const tasks = [...prepared, ...rest]
    try {
      const answer = await ask({ ask: 'append', group: groupOf(rest, now()) })
      if (answer.reply !== 'appended') throw new Error(`unexpected answer ${answer.reply}`)
      if (!silent()) onLanded(landedOf(tasks, answer.outcomes))
      settle(tasks, answer.outcomes)
    } catch (error) {
      for (const { reject } of tasks) reject(error)
    } finally {
      prepared = []
    }
  }

  /** Deletions in a row share one transaction and one scrubbing of the file. */
  const takeOthers = (first: OtherTask): OtherTask[] => {
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

  const perform = async (first: OtherTask): Promise<void> => {
    const tasks = takeOthers(first)
    const streams = tasks.flatMap(({ request }) => (request.ask === 'delete' ? request.streams : []))
    try {
      const answer = await ask(first.request.ask === 'delete' ? { ask: 'delete', streams } : first.request)
      for (const { resolve } of tasks) resolve(answer.reply === 'done' && answer.more)
    } catch (error) {
      for (const { reject } of tasks) reject(error)
    }
  }

  /** Waits for the end of the loop turn first: whoever was just answered may append again, into the same group. */
  const drain = async (): Promise<void> => {
    for (;;) {
      gathering = true
      await new Promise(resolve => setImmediate(resolve))
      gathering = false
      const task = waiting[0]
      if (prepared.length > 0 || (task !== undefined && isAppend(task))) await commit()
      else if (task !== undefined) await perform(task)
      else break
    }
    running = null
  }
  const push = (task: AppendTask | OtherTask): void => {
    waiting.push(task)
    running ??= drain()
    if (isAppend(task)) prepareEarly()
  }

  return {
    /** Resolves to where the last of `parts` is; each is made only with those before it. */
    append: (...parts: readonly Packed[]): Promise<Appended> =>
      new Promise((resolve, reject) => push({ parts, resolve, reject })),
    /** Resolves to whether the same request again has something left to do. */
    request: (request: Request): Promise<boolean> =>
      new Promise((resolve, reject) => push({ request, resolve, reject })),
    /** Resolves when nothing waits any more. */
    settled: async (): Promise<void> => {
      while (running !== null) await running
    },
  }
}
