import { RevisionConflict, type Appended, type Position } from './port.ts'
import { CONFLICT, STRIDE, type Group, type Outcomes, type Request } from './sqlite-protocol.ts'
import type { Packed } from './sqlite-record.ts'
import type { Writer } from './sqlite-thread.ts'

/** Beyond this a group is closed: a transaction stays short enough for those who come after it. */
const GROUP_BYTES = 4_000_000
const GROUP_APPENDS = 5_000
const GROUP_DELETIONS = 500
/** Appends that are worth a message of their own while more are coming. */
const EARLY = 16

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
type AppendTask = Settle<Appended> & { readonly packed: Packed }
type OtherTask = Settle<boolean> & { readonly request: Request }

const isAppend = (task: AppendTask | OtherTask): task is AppendTask => 'packed' in task

const groupOf = (tasks: readonly AppendTask[], at: number): Group => ({
  at,
  streams: tasks.map(t => t.packed.stream),
  expected: tasks.map(t => t.packed.expected),
  counts: tasks.map(t => t.packed.ids.length),
  lifetimes: tasks.map(t => t.packed.lifetime),
  ids: tasks.flatMap(t => t.packed.ids),
  bodies: tasks.flatMap(t => t.packed.bodies),
})

const landedOf = (tasks: readonly AppendTask[], { revisions, positions, written }: Outcomes): Landed[] =>
  tasks.flatMap(({ packed: { stream, ids, bodies } }, index) => {
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
      if (!isAppend(task) || (taken.length > 0 && bytes + task.packed.bytes > GROUP_BYTES)) break
      taken.push(task)
      bytes += task.packed.bytes
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
      const { revisions, positions } = answer.outcomes
      if (!silent()) onLanded(landedOf(tasks, answer.outcomes))
      tasks.forEach(({ packed, resolve, reject }, index) => {
        const revision = revisions[index] ?? CONFLICT
        if (revision === CONFLICT) reject(new RevisionConflict(packed.stream))
        else resolve({ revision, position: positions[index] ?? 0 })
      })
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
    append: (packed: Packed): Promise<Appended> =>
      new Promise((resolve, reject) => push({ packed, resolve, reject })),
    /** Resolves to whether the same request again has something left to do. */
    request: (request: Request): Promise<boolean> =>
      new Promise((resolve, reject) => push({ request, resolve, reject })),
    /** Resolves when nothing waits any more. */
    settled: async (): Promise<void> => {
      while (running !== null) await running
    },
  }
}
