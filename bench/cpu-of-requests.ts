import { setTimeout as sleep } from 'node:timers/promises'
import { AFTER_MS } from '../test/support/counting/counted-service.ts'
import { requestsOn } from '../test/support/counting/requests.ts'
import { plusDays } from '../shared/kernel/time/calculate.ts'
import { client, type Client } from './client.ts'
import { administratorHeaders } from './import-run.ts'
import { type Kind, KINDS } from './kinds-of-requests.ts'
import { LIST } from './lists.ts'
import { median } from './quantile.ts'

type Measurable = {
  readonly members: readonly string[]
  readonly apis: readonly string[]
  readonly secret: string
}

/** CPU milliseconds of all processes of a deployment. */
export type CpuOfRequests = {
  /** A second in which nobody asks. */
  readonly idle: number
  /** Of the kinds that were asked. */
  readonly requests: ReadonlyMap<Kind, CpuOfRequest>
}

/** Of the rounds. A single one may meet a full collection in any of the processes, which takes 100 ms and more. */
export type Spread = { readonly median: number; readonly least: number; readonly most: number }

/** For one request: all that was taken until half a second after the last of its round, and without what idling would have. */
export type CpuOfRequest = {
  readonly all: Spread
  readonly overIdle: Spread
  /** What of `overIdle` each process took; the first is the one that was asked. */
  readonly each: readonly Spread[]
  /** From one request to the next, milliseconds on the clock. */
  readonly everyMs: number
}

/** A request of each kind begins no sooner after the one before it, milliseconds; absent: at once. */
export type Pace = Readonly<Partial<Record<Kind, number>>>

/** Milliseconds of the processor of each process, and on the clock. */
type Taken = { readonly cpu: readonly number[]; readonly ms: number; readonly everyMs: number }

/** The first rounds are for what runs for the first time; it has run as often wherever it is measured. */
const [WARM_UP, ROUNDS] = [3, 9]
/** Of each kind, one after the other, so many in a round. */
const AMOUNTS = { create: 10, title: 10, list: 20, repeated: 200, month: 2, event: 200 } as const
/** The first day that is listed, and the first month that is shown: each list and each page shows others. */
const FIRST = { day: '2027-01-01', year: 2027 } as const
/** By then what came before is done. */
const SETTLED_MS = 10_000
const IDLE_MS = 1_000

const WRITES: readonly Kind[] = ['create', 'title']

/** Months that the calendar must have events in. */
export const MONTHS = (WARM_UP + ROUNDS) * AMOUNTS.month

/** Of each process since it began, milliseconds. */
const cpuOf = (asking: Client, members: readonly string[]): Promise<readonly number[]> =>
  Promise.all(
    members.map(async url => {
      const { text } = await asking.ask(`${url}/metrics`)
      return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]) * 1_000
    }),
  )

/** Writes as the administrator, reads as anybody. */
const askOf = (url: string, admin: Client, guest: Client) => async (path: string, body?: object) => {
  const asked =
    body === undefined ? guest.ask(`${url}${path}`) : admin.ask(`${url}${path}`, JSON.stringify(body))
  const { status, text } = await asked
  if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`)
  return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
}

type Request = (n: number) => Promise<unknown>

/** A request of each kind, the n-th of its kind; those made anew are asked once each. */
const requestOfEach = async (ask: ReturnType<typeof askOf>): Promise<Readonly<Record<Kind, Request>>> => {
  const { create, title } = await requestsOn({ ask })
  const id = await create(0)
  return {
    create: n => create(n % 28),
    title,
    list: n => ask(`${LIST}&start_date=${plusDays(FIRST.day, n)}`),
    repeated: () => ask(`${LIST}&start_date=2027-02-01`),
    month: n =>
      ask(`/events/month/${FIRST.year + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}/`),
    event: () => ask(`${LIST}/${id}`),
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0)

const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
})

/** `idle`: what each process takes in a millisecond in which nobody asks. */
const costOf = (rounds: readonly Taken[], amount: number, idle: readonly number[]): CpuOfRequest => {
  const over = rounds.map(({ cpu, ms }) => cpu.map((taken, n) => (taken - (idle[n] ?? 0) * ms) / amount))
  return {
    all: spreadOf(rounds.map(({ cpu }) => sumOf(cpu) / amount)),
    overIdle: spreadOf(over.map(sumOf)),
    each: idle.map((_, member) => spreadOf(over.map(taken => taken[member] ?? NaN))),
    everyMs: median(rounds.map(one => one.everyMs)),
  }
}

/**
 * What each kind of request costs a deployment that is otherwise idle, what follows from it included. The calendar holds
 * nothing but `MONTHS` months of events, and nothing but writes was asked of it before.
 */
export const cpuOfRequests = async (
  { members, apis, secret }: Measurable,
  { pace = {}, kinds = KINDS }: { readonly pace?: Pace; readonly kinds?: readonly Kind[] } = {},
): Promise<CpuOfRequests> => {
  const [admin, guest] = [client(administratorHeaders(secret)), client({})]
  const requests = await requestOfEach(askOf(apis[0] ?? '', admin, guest))
  /** What each process takes to be asked how much it has taken. */
  let looking: readonly number[] = []
  const during = async (work: () => Promise<number> | number): Promise<Taken> => {
    const [before, startMs] = [await cpuOf(guest, members), performance.now()]
    const everyMs = await work()
    const after = await cpuOf(guest, members)
    const cpu = after.map((taken, member) => taken - (before[member] ?? NaN) - (looking[member] ?? 0))
    return { cpu, ms: performance.now() - startMs, everyMs }
  }
  /** Rounds of what takes `amount` turns; the first of them do not count. */
  const rounds = async (round: (n: number) => Promise<number> | number): Promise<readonly Taken[]> => {
    const taken: Taken[] = []
    for (let n = 0; n < WARM_UP + ROUNDS; n++) taken.push(await during(() => round(n)))
    return taken.slice(WARM_UP)
  }
  const roundsOf = (kind: Kind) =>
    rounds(async round => {
      const [amount, startMs] = [AMOUNTS[kind], performance.now()]
      for (let n = 0; n < amount; n++) {
        const begunMs = performance.now()
        await requests[kind](round * amount + n)
        const leftMs = (pace[kind] ?? 0) - (performance.now() - begunMs)
        if (leftMs > 0) await sleep(leftMs)
      }
      const everyMs = (performance.now() - startMs) / amount
      await sleep(AFTER_MS)
      return everyMs
    })
  const medians = (taken: readonly Taken[]) =>
    members.map((_, member) => median(taken.map(({ cpu }) => cpu[member] ?? NaN)))
  looking = medians(await rounds(() => 0))
  const taken = new Map<Kind, readonly Taken[]>()
  const reads = KINDS.filter(kind => !WRITES.includes(kind))
  for (const alike of [WRITES, reads]) {
    const asked = alike.filter(kind => kinds.includes(kind))
    for (const kind of asked) taken.set(kind, await roundsOf(kind))
    if (asked.length > 0) await sleep(SETTLED_MS)
  }
  const resting = await rounds(async () => {
    await sleep(IDLE_MS)
    return IDLE_MS
  })
  admin.close()
  guest.close()
  const idle = medians(resting).map(ms => ms / IDLE_MS)
  const costs = [...taken].map(([kind, rounds]) => [kind, costOf(rounds, AMOUNTS[kind], idle)] as const)
  return { idle: sumOf(idle) * 1_000, requests: new Map(costs) }
}
