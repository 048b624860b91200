import { performed, talkTo } from './alone.ts'
import type { Numbered } from './findings.ts'
import type { Host } from './host.ts'
import { budgetOf, type Fault } from './judge.ts'
import { probesOf } from './probe.ts'
import { Silent, type ServiceProcess } from './service.ts'
import type { Tally } from './tally.ts'

/** What ended a stream of inputs. */
export type Ended = {
  /** Inputs of which one may have done something; empty: nothing has happened. */
  readonly suspects: readonly Numbered[]
  /** The longest stretch in which it may have happened. */
  readonly stretchMs: number
  /** A good request was not answered as ever. */
  readonly isOddlyAnswered: boolean
}

const AT_ONCE = 12
/** Inputs from one reading to the next. */
const CHECK_EVERY = 48
/** Whoever waits for longer finds the thread held. */
const HELD_MS = 10_000

/** What was sent since the reading before: only that can have done what the next one shows. */
const recentOnes = () => {
  const inFlight = new Set<Numbered>()
  let [before, since]: [Iterable<Numbered>, Set<Numbered>] = [[], new Set<Numbered>()]
  return {
    begin: (one: Numbered): void => {
      inFlight.add(one)
      since.add(one)
    },
    end: (one: Numbered): void => {
      inFlight.delete(one)
    },
    /** A reading is being made: what ends from now on belongs to the next one as well. */
    mark: (): void => {
      before = since
      since = new Set(inFlight)
    },
    all: (): readonly Numbered[] => [...new Set([...before, ...since])],
  }
}

/** Asks one of the good questions; whether it is answered as ever. */
const isAnswered = async (service: ServiceProcess, turn: number): Promise<boolean> => {
  const probes = probesOf(service)
  return ((await probes[turn % probes.length]?.()) ?? null) === null
}

/** Sends inputs, a few at once, until there are no more or something may have happened. */
export const stream = async (host: Host, figures: Tally, next: () => Numbered | null): Promise<Ended> => {
  const service = host.service()
  const recent = recentOnes()
  const wrong = new Set<Numbered>()
  const state = { over: false, checking: false, stretchMs: 0, isHeld: false, isOddlyAnswered: false }
  const stop = (what: Partial<typeof state>) => Object.assign(state, what, { over: true })
  let done = 0

  const check = async () => {
    if (state.checking || state.over) return
    state.checking = true
    recent.mark()
    const { longestMs, reported } = await service.reading(HELD_MS)
    if (longestMs > budgetOf('guest') || reported.length > 0) stop({ stretchMs: longestMs, isHeld: true })
    else if (!(await isAnswered(service, done / CHECK_EVERY))) stop({ isOddlyAnswered: true })
    state.checking = false
  }
  const send = async (one: Numbered) => {
    const fault = (found: Fault) => {
      wrong.add(one)
      figures.wrong(found)
      stop({})
    }
    const talk = talkTo(service, host.published, { fault, after: async () => figures.answered() })
    recent.begin(one)
    await performed(one.input, one.input.size, talk, service)
    recent.end(one)
    done++
    if (done % CHECK_EVERY === 0) await check()
  }
  const lane = async () => {
    for (let one = next(); one !== null; one = state.over ? null : next()) await send(one)
  }
  const { isOddlyAnswered, ...ended } = await Promise.all(Array.from({ length: AT_ONCE }, lane)).then(
    () => state,
    async (error: unknown) => {
      if (service.ended() === null && !(error instanceof Silent)) throw error
      stop({ isHeld: true, stretchMs: HELD_MS })
      await host.replace()
      return state
    },
  )
  return { suspects: ended.isHeld ? recent.all() : [...wrong], stretchMs: ended.stretchMs, isOddlyAnswered }
}
