import { before, placeOf, type Place } from './place.ts'
import type { Recorded } from './records.ts'
import {
  confirm,
  deliver,
  intervalOf,
  isOpen,
  matches,
  sendCheckpoint,
  type State,
} from './subscription-state.ts'

/** Matching events of one page, and how many are looked at when nothing is filtered. */
const PAGE = 32

type Page = {
  readonly begin: Place
  readonly lastMatch: Recorded | null
  /** There was nothing more to read. */
  readonly isLast: boolean
}

const takePage = (state: State): { records: readonly Recorded[]; isLast: boolean } => {
  const records: Recorded[] = []
  const window = state.filter?.window ?? PAGE
  for (let found = 0; records.length < window && found < PAGE;) {
    const record = state.source.take(false)
    if (record === null) return { records, isLast: true }
    records.push(record)
    if (matches(state, record)) found++
  }
  return { records, isLast: false }
}

const deliverPage = async (state: State): Promise<Page> => {
  const { records, isLast } = takePage(state)
  // 23.10 says that it is there once it has read
  await confirm(state)
  let lastMatch: Recorded | null = null
  for (const record of records) if (await deliver(state, record)) lastMatch = record
  state.considered += records.length
  return { begin: beginOf(state, records[0]), lastMatch, isLast }
}

/** Where it was asked to start is told as it was given, any other page with nothing as its prepare position. */
const beginOf = ({ query, context }: State, first: Recorded | undefined): Place => {
  const start = query.kind === 'all' && typeof query.start !== 'string' ? query.start : null
  if (first === undefined) return before(context.log.end())
  return start !== null && BigInt(first.position) === start.commit ? start : before(first.position)
}

/** History, page by page, until there is no more. */
export const catchUp = async (state: State): Promise<void> => {
  const { filter, traits } = state
  let isLast = false
  while (isOpen(state) && !isLast) {
    await state.context.faults.delay()
    const page = await deliverPage(state)
    isLast = page.isLast
    const reached = page.lastMatch === null ? page.begin : placeOf(page.lastMatch)
    const isDue = filter !== null && state.considered >= intervalOf(filter)
    const isTold = isDue || (traits.tellsLastPage && state.last !== null)
    if (page.lastMatch !== null || isTold) state.last = reached
    if (!isDue) continue
    state.considered %= intervalOf(filter)
    await sendCheckpoint(state, reached)
  }
  if (filter === null || !traits.tellsEnd) return
  state.considered = 0
  if (state.last !== null) await sendCheckpoint(state, state.last)
}
