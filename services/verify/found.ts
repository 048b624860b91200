import type { StreamName } from '../../shared/kernel/brands.ts'
import type { EventStore, StoredRecord } from '../../shared/event-store/port.ts'

export type Reads = Pick<EventStore, 'read'>

/** `unused`: claims that nobody needs; whoever asks next gets the thing (spec 02 §5). */
export type Found = { readonly problems: readonly string[]; readonly unused: number }

export const wrong = (...problems: readonly string[]): Found => ({ problems, unused: 0 })

type Stream = { readonly name: StreamName; readonly records: readonly StoredRecord[] }

/** What has to be true of a stream beside what it says itself. */
export type Check = (store: Reads, stream: Stream) => Promise<Found>

export const idIn = (stream: StreamName): number => Number(/-(\d+)$/.exec(stream)?.[1] ?? Number.NaN)
