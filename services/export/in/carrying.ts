import type { EventStore } from '../../../shared/event-store/port.ts'
import { untilLive } from '../../../shared/event-store/until-live.ts'
import { CARRYING_STREAM, carryingCodec, type CarryingFact } from '../../../shared/facts/carrying.ts'
import { nothing, record, refuse } from '../../../shared/kernel/decision.ts'
import { handle, load, type Aggregate, type Context, type Handled } from '../../handle.ts'

type CarryingState =
  { readonly status: 'none' } | { readonly status: 'begun' | 'ended'; readonly digest: string }

type CarryingCommand = { readonly type: 'Begin' | 'End'; readonly digest: string }

/** `other`: another export was begun; `ended`: one is here already; `none`: none was begun. */
type CarryingRefusal = { readonly code: 'other' | 'ended' | 'none' }

/** Whether the service is being filled with an export (spec 00 §6.5). */
export const carrying: Aggregate<CarryingState, CarryingCommand, CarryingFact, CarryingRefusal> = {
  initial: { status: 'none' },
  evolve: (_, fact) => ({
    status: fact.type === 'CarryingBegun' ? 'begun' : 'ended',
    digest: fact.digest,
  }),
  decide: ({ type, digest }, state) => {
    if (type === 'Begin' && state.status === 'none') return record({ type: 'CarryingBegun', digest })
    if (state.status === 'none') return refuse({ code: 'none' })
    if (state.digest !== digest) return refuse({ code: state.status === 'ended' ? 'ended' : 'other' })
    if (type === 'Begin') return state.status === 'ended' ? refuse({ code: 'ended' }) : nothing
    return state.status === 'ended' ? nothing : record({ type: 'CarryingEnded', digest })
  },
  codec: carryingCodec,
}

export const carry = (
  store: EventStore,
  command: CarryingCommand,
  context: Context,
): Promise<Handled<CarryingState, CarryingRefusal>> =>
  handle(store, carrying, CARRYING_STREAM, command, context)

export const carryingState = async (store: Pick<EventStore, 'read'>): Promise<CarryingState> =>
  (await load(store, carrying, CARRYING_STREAM)).state

/** What a service that nobody has used yet has none of; its first administrator is a user. */
const USED = [
  ...['event-', 'venue-', 'organizer-', 'term-', 'image-', 'import-', 'undo-', 'schedule-'],
  ...['purged-', 'erased-', 'site-', 'onboarding-'],
]

/** A stream that an empty service does not have; null: it is empty, whoever its first users are. */
export const streamInUse = async (store: Pick<EventStore, 'follow'>): Promise<string | null> => {
  const { signal } = new AbortController()
  for await (const { records } of untilLive(store, USED, signal)) {
    const [first] = records
    if (first !== undefined) return first.stream
  }
  return null
}
