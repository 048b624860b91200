import type { Context } from './context.ts'
import { traitsOf, type Traits } from './dialect.ts'
import { checkpointMessage, confirmationMessage, eventMessage } from './messages.ts'
import { isAfter, NOWHERE, type Place } from './place.ts'
import type { Filter, Query } from './read-query.ts'
import type { Recorded } from './records.ts'
import { send, type ReadCall } from './send.ts'
import type { Source } from './subscription-source.ts'

export type State = {
  readonly call: ReadCall
  readonly context: Context
  readonly query: Query
  readonly source: Source
  readonly filter: Filter | null
  readonly traits: Traits
  open: boolean
  confirmed: boolean
  mustFallBehind: boolean
  /** Events looked at since the last checkpoint was due. */
  considered: number
  /** How far it is, to its own mind; null: it started at the end. */
  last: Place | null
  /** The last checkpoint sent. */
  checkpoint: Place | null
  wake: () => void
}

const startOf = (query: Query): Place | null => {
  if (query.kind === 'stream' || query.start === 'end') return null
  return query.start === 'start' ? NOWHERE : query.start
}

export const newState = (context: Context, call: ReadCall, query: Query, source: Source): State => ({
  ...{ call, context, query, source },
  filter: query.kind === 'stream' ? null : query.filter,
  traits: traitsOf(context.dialect),
  open: true,
  confirmed: false,
  mustFallBehind: false,
  considered: 0,
  last: startOf(query),
  checkpoint: null,
  wake: () => undefined,
})

export const isOpen = (state: State): boolean => state.open

export const intervalOf = ({ window, multiplier }: Filter): number => window * multiplier

export const matches = ({ filter, source }: State, record: Recorded): boolean =>
  source.isDue(record) && filter?.matches(record) !== false

export const confirm = async (state: State): Promise<void> => {
  if (state.confirmed) return
  state.confirmed = true
  await send(state.call, confirmationMessage())
}

/** Whether it was one to be sent. */
export const deliver = async (state: State, record: Recorded): Promise<boolean> => {
  if (!matches(state, record) || !isOpen(state)) return false
  await send(state.call, eventMessage(record, state.query.structuredIds))
  state.context.faults.delivered()
  return true
}

/** Later releases never send one that is not greater than the last. */
export const sendCheckpoint = async (state: State, place: Place): Promise<void> => {
  const { checkpoint, traits } = state
  if (!isOpen(state) || (traits.tellsEnd && checkpoint !== null && !isAfter(place, checkpoint))) return
  state.checkpoint = place
  await send(state.call, checkpointMessage(place))
}
