import { userId, epochMs, isoTime } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import type { ImportProgress } from '../../../../projections/import-status/queries.ts'
import { progressStreams } from '../../../../services/api/admin/progress-stream.ts'

const progress = (over: Partial<ImportProgress> = {}): ImportProgress => ({
  ...{ import_id: 'abc', origin: 'ics', source: 'feed', status: 'pending', paused: false, reason: null },
  ...{ percentage: 0, per_second: 0, remaining_seconds: null, total: 10, received: 10, processed: 0 },
  outcomes: { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, duplicate: 0, withdrawn: 0 },
  ...{
    registered_at: isoTime(''),
    first_batch_at: null,
    last_outcome_at: null,
    closed_at: null,
    over: false,
    revision: 1,
  },
  ...over,
})

/** Looks are counted; what they find can be changed; null: each finds another revision. */
const watched = () => {
  const state: { now: ImportProgress | null; looks: number; isAway: boolean } = {
    ...{ now: progress(), looks: 0, isAway: false },
  }
  const streams = progressStreams({
    nowMs: () => epochMs(0),
    progressOf: async ids => {
      state.looks++
      if (state.isAway) throw new Error('the read model is away')
      return ids.includes('abc') ? [state.now ?? progress({ revision: 1 + state.looks })] : []
    },
  })
  const listen = (user: number | null = 1) => {
    const gone = new AbortController()
    const heard: string[] = []
    const done = (async () => {
      for await (const piece of streams.of(
        progress(),
        null,
        user === null ? null : userId(user),
      )(gone.signal))
        heard.push(piece)
    })()
    return { heard, done, gone }
  }
  return { state, streams, listen }
}
const names = (heard: readonly string[]) =>
  heard.map(text => /^event: (\w+)$/m.exec(text)?.[1] ?? text.trim())

const revisions = (heard: readonly string[]) => heard.map(text => /^id: (\d+)$/m.exec(text)?.[1])

describe('streams of progress', () => {
  it('all listeners share each look, and nobody looks when nobody listens', async () => {
    const { state, listen } = watched()
    const clients = [listen(), listen(), listen()]
    state.now = null
    await expect.poll(() => Math.min(...clients.map(({ heard }) => heard.length))).toBeGreaterThan(2)
    for (const { heard } of clients) expect(revisions(heard).slice(0, 3)).toEqual(['1', '2', '3'])
    for (const { gone } of clients) gone.abort()
    await Promise.all(clients.map(({ done }) => done))
    const { looks } = state
    await new Promise(resolve => setTimeout(resolve, 700))
    expect(state.looks).toBe(looks)
  })

  it('an outage of the read model is waited out', async () => {
    const { state, listen } = watched()
    state.isAway = true
    const { heard, done } = listen()
    await expect.poll(() => state.looks).toBeGreaterThan(1)
    state.isAway = false
    state.now = progress({ revision: 3, status: 'success', processed: 10, over: true })
    await done
    expect(names(heard)).toEqual(['progress', 'end'])
  })

  it('ends when the service does, without an end of the import', async () => {
    const { streams, listen } = watched()
    const { heard, done } = listen()
    streams.end()
    await done
    expect(names(heard)).toEqual(['progress'])
  })

  it('01 §4 rest_too_many_streams: 10 of one user, 200 of all; one that ends makes room', async () => {
    const { streams, listen } = watched()
    const own = Array.from({ length: 10 }, () => listen(1))
    await expect.poll(() => streams.isFull(userId(1))).toBe(true)
    expect(streams.isFull(userId(2))).toBe(false)
    own[0]?.gone.abort()
    await own[0]?.done
    expect(streams.isFull(userId(1))).toBe(false)
    const others = Array.from({ length: 191 }, (_, n) => listen(100 + n))
    await expect.poll(() => streams.isFull(userId(2))).toBe(true)
    streams.end()
    await Promise.all([...own, ...others].map(({ done }) => done))
    expect(streams.isFull(userId(2))).toBe(false)
  })
})
