import type { StreamName } from '../../kernel/brands.ts'
import { batchedAppends, type BatchedAppends } from './batch.ts'
import { asker, type Ask } from './call.ts'
import { connect, disconnect } from './client.ts'
import { openEventStoreDb } from './eventstoredb.ts'
import { ownCalls, type OwnCalls } from './own-calls.ts'
import { reader, type Reader } from './read.ts'
import type { EventStore } from '../port.ts'

export type EndOptions = {
  /** Connection string. */
  readonly url: string
  /** Told of every attempt that has to be repeated. */
  readonly warn: (message: string, error: unknown) => void
}

/** Single calls to a server. */
export type Calls = {
  readonly calls: OwnCalls
  readonly append: BatchedAppends
  readonly read: Reader
  readonly ask: Ask
}

/** A log on a server, as one end of a copy needs it: as services see it, and what stands behind that. */
export type EndNeeds = Calls & {
  readonly store: EventStore
  /** When the records of a stream that can be read were stored, in epoch milliseconds, in their order. */
  readonly createdOf: (stream: StreamName) => Promise<readonly number[]>
  readonly close: () => Promise<void>
}

const PATIENT = { deadlineMs: 30_000, attemptMs: 10_000 }
const PAGE = 500

const createdIn =
  (read: Reader, ask: Ask): EndNeeds['createdOf'] =>
  async stream => {
    const created: number[] = []
    for (let revision = -1; ;) {
      const from = revision
      const { events } = await ask(`reading ${stream}`, ms =>
        read.after(stream, ms, { revision: from, count: PAGE }),
      )
      created.push(...events.map(event => event.created.getTime()))
      const last = events.at(-1)
      if (last === undefined || events.length < PAGE) return created
      revision = Number(last.revision)
    }
  }

type Limits = { readonly deadlineMs: number; readonly attemptMs: number }

/** Throws RangeError when `url` is not a connection string. */
export const openCalls = (
  { url, warn }: EndOptions,
  limits: Limits,
): Calls & { readonly close: () => Promise<void> } => {
  const client = connect(url)
  const calls = ownCalls(client)
  const ask = asker({ ...limits, warn })
  return {
    ...{ calls, ask, append: batchedAppends(calls), read: reader(calls, ask) },
    close: () => disconnect(client),
  }
}

/** Throws RangeError when `url` is not a connection string. */
export const openEnd = async (options: EndOptions): Promise<EndNeeds> => {
  const store = await openEventStoreDb({ ...options, ...PATIENT })
  const calls = openCalls(options, PATIENT)
  return {
    ...{ ...calls, store, createdOf: createdIn(calls.read, calls.ask) },
    close: async () => {
      await store.close()
      await calls.close()
    },
  }
}
