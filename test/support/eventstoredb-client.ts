import { randomUUID } from 'node:crypto'
import {
  EventStoreDBClient,
  jsonEvent,
  type AppendExpectedRevision,
  type AppendResult,
  type EventData,
} from '@eventstore/db-client'
import { onTestFinished } from 'vitest'

/** A client that goes with the running test. */
export const clientOf = (url: string | null): EventStoreDBClient => {
  if (url === null) throw new Error('there is no EventStoreDB on this machine')
  const client = EventStoreDBClient.connectionString(url)
  onTestFinished(() => client.dispose())
  return client
}

/** A name nobody else uses, so that files can run at once and against a server that was used before. */
export const freshName = (word: string): string => `${word}-${randomUUID()}`

/** One event per letter; the same letter has the same event id as long as the same function is asked. */
export const lettered = (): ((letters: string) => EventData[]) => {
  const ids = new Map<string, string>()
  const idOf = (letter: string) => {
    const id = ids.get(letter) ?? randomUUID()
    ids.set(letter, id)
    return id
  }
  return letters =>
    Array.from(letters, letter => jsonEvent({ id: idOf(letter), type: 'Letter', data: { letter } }))
}

export const someEvents = (count: number, type = 'Counted'): EventData[] =>
  Array.from({ length: count }, (_, number) => jsonEvent({ type, data: { number } }))

/** What appending answers, or the fields by which callers tell its errors apart. */
export type Outcome =
  | { readonly revision: bigint }
  | { readonly error: string; readonly expected?: unknown; readonly actual?: unknown }

export const appending = async (
  client: EventStoreDBClient,
  stream: string,
  events: EventData[],
  expectedRevision: AppendExpectedRevision,
  options: { readonly credentials?: { readonly username: string; readonly password: string } } = {},
): Promise<Outcome> => outcomeOf(client.appendToStream(stream, events, { expectedRevision, ...options }))

const outcomeOf = async (append: Promise<AppendResult>): Promise<Outcome> => {
  try {
    return { revision: (await append).nextExpectedRevision }
  } catch (error) {
    return describeError(error)
  }
}

const describeError = (error: unknown): { error: string; expected?: unknown; actual?: unknown } => {
  if (typeof error !== 'object' || error === null || !('type' in error)) throw error
  return {
    error: String(error.type),
    ...('expectedVersion' in error && { expected: error.expectedVersion }),
    ...('actualVersion' in error && { actual: error.actualVersion }),
  }
}

/** The same for any other call: null when it succeeds. */
export const errorOf = async (call: Promise<unknown>): Promise<ReturnType<typeof describeError> | null> => {
  try {
    await call
    return null
  } catch (error) {
    return describeError(error)
  }
}

/** Letters of a stream in the order they are read, with revisions: "a0 b1 c2". */
export const lettersOf = async (
  reading: AsyncIterable<{ readonly event?: { readonly data: unknown; readonly revision: bigint } }>,
): Promise<string> => {
  const found: string[] = []
  for await (const { event } of reading) found.push(`${letterOf(event?.data)}${String(event?.revision)}`)
  return found.join(' ')
}

export const letterOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'letter' in data ? String(data.letter) : '?'
