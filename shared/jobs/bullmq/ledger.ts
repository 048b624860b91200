import { createHash, randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { ENQUEUE, LATE, MARK, SETTLE, TAKE } from './scripts.ts'

/** A turn of a group: the right to run its next job. */
export type Turn = { readonly group: string; readonly number: string }
/** The turn that a group waits for, and in how many milliseconds it is due; null: the group has no jobs. */
export type NextTurn = (Turn & { readonly delayMs: number }) | null

type NewJob = {
  readonly id: string
  readonly name: string
  readonly group: string
  /** JSON. */
  readonly payload: string
  readonly delayMs: number
}
/** What a holder of a turn is to run; `name` is one of those it has a handler for. */
export type Taken = {
  readonly id: string
  readonly name: string
  readonly payload: string
  readonly attempt: number
}
/** What became of a run: over, again in so many milliseconds, or stopped before its end, which costs no attempt. */
export type Outcome =
  { readonly kind: 'done' | 'stopped' } | { readonly kind: 'retry'; readonly inMs: number }

export type Ledger = {
  readonly enqueue: (job: NewJob) => Promise<NextTurn>
  /** The job to run; else the turn that counts instead of this one. `token` names this holder of the turn. */
  readonly take: (turn: Turn, token: string, names: readonly string[]) => Promise<Taken | NextTurn>
  /** `counted` is false when the turn was no longer this holder's: somebody else runs the job. */
  readonly settle: (
    turn: Turn,
    token: string,
    outcome: Outcome,
  ) => Promise<{ readonly counted: boolean; readonly next: NextTurn }>
  /** Some turns that should have come so many milliseconds ago: they wait, run for long, or never reached the queue. */
  readonly late: (byMs: number) => Promise<readonly Turn[]>
  readonly pending: () => Promise<number>
  /** Another one after Redis was emptied or started anew. */
  readonly generation: () => Promise<string>
}

/** Hundreds of years; a number of Lua shows no more digits. */
const LONGEST_DELAY_MS = 1e13
/** How long a job nobody here has a handler for is left to others. */
const UNHANDLED_MS = 1_000
const LATE_AT_ONCE = 100

const whole = (ms: number) => Math.ceil(Math.min(ms, LONGEST_DELAY_MS))

const Next = z.tuple([z.string(), z.number()]).rest(z.unknown())
const Run = z.tuple([z.string(), z.number(), z.string(), z.string(), z.string(), z.number()])
const Late = z.array(z.tuple([z.string(), z.string()]))
const Settled = z.tuple([z.string(), z.number(), z.number()])

/** Where the jobs are; BullMQ holds the turns to run them. Every call throws what the connection throws. */
export const ledgerOn = (redis: Redis, prefix: string): Ledger => {
  const run = scriptRunner(redis, prefix)
  const nextOf = (group: string, [number, delayMs]: readonly [string, number, ...unknown[]]): NextTurn =>
    number === '' ? null : { group, number, delayMs }
  return {
    enqueue: async ({ id, name, group, payload, delayMs }) =>
      nextOf(group, Next.parse(await run(ENQUEUE, [id, name, group, payload, whole(delayMs)]))),
    take: async ({ group, number }, token, names) => {
      const answer = await run(TAKE, [group, number, token, JSON.stringify(names), UNHANDLED_MS])
      const taken = Run.safeParse(answer)
      if (!taken.success) return nextOf(group, Next.parse(answer))
      const [, , id, name, payload, attempt] = taken.data
      return { id, name, payload, attempt }
    },
    settle: async ({ group, number }, token, outcome) => {
      const inMs = outcome.kind === 'retry' ? whole(outcome.inMs) : 0
      const answer = Settled.parse(await run(SETTLE, [group, number, token, outcome.kind, inMs]))
      return { counted: answer[2] === 1, next: nextOf(group, answer) }
    },
    late: async byMs => {
      const answer = Late.parse(await run(LATE, [byMs, LATE_AT_ONCE]))
      return answer.map(([group, number]) => ({ group, number }))
    },
    pending: () => redis.hlen(`${prefix}:jobs`),
    generation: async () => {
      const [mark, info] = await Promise.all([run(MARK, [randomUUID()]), redis.info('server')])
      return `${z.string().parse(mark)} ${/^run_id:(\w+)/m.exec(info)?.[1] ?? ''}`
    },
  }
}

/** Sends a script's text only to a server that does not know it. */
const scriptRunner = (redis: Redis, prefix: string) => {
  const hashes = new Map<string, string>()
  return async (script: string, args: readonly (string | number)[]): Promise<unknown> => {
    const hash = hashes.get(script) ?? createHash('sha1').update(script).digest('hex')
    hashes.set(script, hash)
    try {
      return await redis.evalsha(hash, 1, prefix, ...args)
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return redis.eval(script, 1, prefix, ...args)
    }
  }
}
