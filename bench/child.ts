import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** What a measured server says once it serves. */
export type Serving = {
  readonly service: string
  /** Address of a bare fastify route that repeats the answer at `samplePath`, in the same process. */
  readonly plain: string
  /** From opening the log to read models that have caught up. */
  readonly refill: { readonly ms: number; readonly cpuSeconds: number }
  /** Milliseconds the first list took: it puts the entries of its indexes in order. */
  readonly firstListMs: number
}

export type ServerPlan = {
  readonly dataDir: string
  /** Path whose answer the bare route repeats. */
  readonly samplePath: string
  /** Path whose answer another bare route repeats, at `OTHER_SAMPLE`. */
  readonly otherSamplePath?: string
  /** Paths whose answers bare routes repeat in each coding, as bytes. */
  readonly bodiesOf?: readonly string[]
  /** The bare route takes events, too, and commits them (`bareCreate`). */
  readonly bareCreates?: boolean
  /** Feeds may come from this machine. */
  readonly localFeeds?: boolean
  /** Where the log is; absent: in the data folder. */
  readonly eventstoreUrl?: string
  /** Whether it starts from a snapshot and writes one; absent: it does. */
  readonly snapshots?: 'on' | 'off'
}

export type Child = {
  readonly serving: Serving
  /** CPU seconds the server has used so far. */
  readonly cpuSeconds: () => Promise<number>
  readonly rssBytes: () => Promise<number>
  /** The most memory it ever had. */
  readonly peakBytes: () => Promise<number>
  readonly stop: () => Promise<void>
}

/** Codings of which `bodiesOf` has a bare route each. */
export const CODINGS = ['identity', 'zstd', 'gzip'] as const

/** Path of the bare route that sends the bytes of the n-th of `bodiesOf` in that coding; of its answer without a body. */
export const barePath = (nth: number, coding: (typeof CODINGS)[number] | 'known'): string =>
  `/${nth}/${coding}`

/** Path of the bare route that repeats the answer at `otherSamplePath`. */
export const OTHER_SAMPLE = '/other'

/** Of the runtime, as the service is started (`scripts/run.mjs`). */
export const OPTIONS = ['--max-semi-space-size=16'] as const

const ask = async <Answer>(child: ChildProcess, question: string): Promise<Answer> => {
  child.send(question)
  const [answer] = (await once(child, 'message')) as [Answer]
  return answer
}

/** Starts `bench/server.ts` as a process of its own: measuring and being measured must not share one. */
export const startServer = async (plan: ServerPlan): Promise<Child> => {
  const child = fork(join(import.meta.dirname, 'server.ts'), [JSON.stringify(plan)], {
    stdio: 'inherit',
    execArgv: [...OPTIONS],
  })
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`the measured server ended with ${String(code)} before it served`)
  })
  const [serving] = (await Promise.race([once(child, 'message'), died])) as [Serving]
  died.catch(() => undefined)
  return {
    serving,
    cpuSeconds: () => ask<number>(child, 'cpu'),
    rssBytes: () => ask<number>(child, 'rss'),
    peakBytes: () => ask<number>(child, 'peak'),
    stop: async () => {
      const exited = once(child, 'exit')
      child.send('stop')
      await exited
    },
  }
}

/** CPU microseconds that one of so many requests, or items, takes of the server, all that follows from it included. */
export const cpuMicrosOf = async (
  { cpuSeconds }: Pick<Child, 'cpuSeconds'>,
  count: number,
  work: () => Promise<unknown>,
): Promise<number> => {
  const before = await cpuSeconds()
  await work()
  return (((await cpuSeconds()) - before) * 1_000_000) / count
}
