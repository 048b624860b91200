import { expect } from 'vitest'
import { StoreUnavailable } from '../../shared/event-store/port.ts'
import type { EventStore, StoredRecord } from '../../shared/event-store/port.ts'

export const everything = async (log: EventStore): Promise<readonly StoredRecord[]> => {
  const stop = new AbortController()
  const records: StoredRecord[] = []
  for await (const step of log.follow(null, [], stop.signal)) {
    records.push(...step.records)
    if (step.live) stop.abort()
  }
  return records
}

/** What is thrown by a log that cannot be used, whose file it names. */
export const refusalsOf = (file: () => string) => {
  const unavailable = (message: string | RegExp) => (error: unknown) => {
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(String(error)).toContain(file())
    expect(String(error)).toMatch(message)
  }
  return { unavailable }
}
