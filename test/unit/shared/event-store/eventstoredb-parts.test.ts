import { describe, expect, it } from 'vitest'
import { epochMs, streamName, type StreamName, logPosition } from '../../../../shared/kernel/brands.ts'
import { gate } from '../../../../shared/gate.ts'
import { inOrderByStream } from '../../../../shared/event-store/eventstoredb/in-order-by-stream.ts'
import { hiddenRecords } from '../../../../shared/event-store/eventstoredb/hidden-records.ts'
import { positionOf, safeNumber, type RawEvent } from '../../../../shared/event-store/eventstoredb/record.ts'
import { lifetimeOf } from '../../../../shared/event-store/eventstoredb/removal.ts'
import { survey } from '../../../../shared/event-store/eventstoredb/survey.ts'

const AT = epochMs(Date.parse('2026-03-01T10:00:00.000Z'))

const event = (streamId: string, position: number, more: Partial<RawEvent> = {}): RawEvent =>
  Object.assign(
    {
      streamId,
      id: 'b1f7c1de-0000-4000-8000-000000000000',
      revision: 0n,
      type: 'Noted',
      created: new Date(AT),
      isJson: true as const,
      data: {},
      metadata: undefined,
      position: { commit: BigInt(position), prepare: BigInt(position) },
    },
    more,
  )

describe('positions of the server', () => {
  it('are counted up to 2^53 and refused beyond', () => {
    expect(safeNumber('position', 9_007_199_254_740_991n)).toBe(9_007_199_254_740_991)
    expect(() => safeNumber('position', 9_007_199_254_740_992n)).toThrow(
      'position 9007199254740992 is beyond what can be counted here (2^53)',
    )
  })

  it('are not told by servers before 22.6', () => {
    const { position, ...old } = event('note-1', 4)
    expect(position).toBeDefined()
    expect(() => positionOf(old as RawEvent)).toThrow('22.6 is the oldest that does')
  })
})

describe('what metadata says of the records that can be read', () => {
  it.each([
    ['{}', { first: 0, maxAgeSeconds: null }],
    ['{"$tb":7}', { first: 7, maxAgeSeconds: null }],
    ['{"$maxAge":60,"$tb":0}', { first: 0, maxAgeSeconds: 60 }],
    ['{"$tb":9223372036854775807}', { first: null, maxAgeSeconds: null }],
    ['{"$tb":"7","$maxAge":-1}', { first: 0, maxAgeSeconds: null }],
    ['"not an object"', { first: 0, maxAgeSeconds: null }],
    ['null', { first: 0, maxAgeSeconds: null }],
  ])('%s', (text, lifetime) => {
    expect(lifetimeOf(JSON.parse(text))).toEqual(lifetime)
  })

  const metadata = (position: number, data: object) =>
    event('$$note-1', position, { type: '$metadata', data: { ...data } })

  it('hides what a deletion left behind, though the stream has started anew', () => {
    const hidden = hiddenRecords(() => AT)
    hidden.learn(metadata(30, { $tb: Number('9223372036854775807') }))
    hidden.learn(metadata(50, { $tb: 3 }))
    expect(hidden.hides(event('note-1', 20, { revision: 2n }))).toBe(true)
    expect(hidden.hides(event('note-1', 40, { revision: 3n }))).toBe(false)
    expect(hidden.hides(event('note-2', 20, { revision: 2n }))).toBe(false)
  })

  it('hides what has expired, by the lifetime set last', () => {
    let now = AT + 60_000
    const hidden = hiddenRecords(() => epochMs(now))
    hidden.learn(metadata(30, { $maxAge: 60 }))
    expect(hidden.hides(event('note-1', 20))).toBe(false)
    now++
    expect(hidden.hides(event('note-1', 20))).toBe(true)
    hidden.learn(metadata(40, { $maxAge: 3_600 }))
    expect(hidden.hides(event('note-1', 20))).toBe(false)
  })

  it('hides at once what this process has deleted', () => {
    const hidden = hiddenRecords(() => AT)
    hidden.delete(streamName('note-1'), logPosition(30))
    expect([20, 30, 31].map(position => hidden.hides(event('note-1', position)))).toEqual([true, true, false])
  })
})

describe('a look at the log itself', () => {
  const logOf = (events: readonly RawEvent[]) => ({
    head: async () => {
      const last = events.at(-1)
      return last === undefined ? null : positionOf(last)
    },
    // inclusive, as the server reads
    all: async (after: number | null, count: number) =>
      events.filter(one => positionOf(one) >= (after ?? 0)).slice(0, count),
  })
  const hidden = (count: number, from = 0) =>
    Array.from({ length: count }, (_, n) => event('other-1', 10 * (from + n)))

  it('goes to the end where nothing is wanted', async () => {
    expect(await survey(logOf([]), null, ['note-'])).toEqual({ reached: null, owed: false })
    expect(await survey(logOf(hidden(200)), null, ['note-'])).toEqual({ reached: 1_990, owed: false })
    expect(await survey(logOf(hidden(200)), logPosition(500), ['note-'])).toEqual({
      reached: 1_990,
      owed: false,
    })
    expect(await survey(logOf(hidden(3)), logPosition(20), ['note-'])).toEqual({ reached: 20, owed: false })
  })

  it('stops before what the subscription still has to send', async () => {
    const log = logOf([...hidden(100), event('note-1', 1_000), ...hidden(5, 101)])
    expect(await survey(log, logPosition(30), ['note-'])).toEqual({ reached: 990, owed: true })
    expect(await survey(log, logPosition(1_000), ['note-'])).toEqual({ reached: 1_050, owed: false })
    expect(await survey(log, logPosition(30), [])).toEqual({ reached: 30, owed: true })
  })

  it('does not go through a whole log at once', async () => {
    const { reached, owed } = await survey(logOf(hidden(5_000)), null, ['note-'])
    expect(owed).toBe(false)
    expect(reached).toBeGreaterThan(5_000)
    expect(reached).toBeLessThan(15_000)
  })
})

describe('turns', () => {
  it('keep the order of one stream, beside no more than so many at once', async () => {
    const { run, settled } = inOrderByStream()
    const enter = gate(2)
    const began: string[] = []
    const ends = new Map<string, () => void>()
    const start = (stream: StreamName, name: string) =>
      run(stream, () =>
        enter(() => {
          began.push(name)
          return new Promise<string>(resolve => ends.set(name, () => resolve(name)))
        }),
      )
    const turn = () => new Promise(resolve => setImmediate(resolve))
    const all = Promise.all([
      start(streamName('a'), 'a1'),
      start(streamName('a'), 'a2'),
      start(streamName('b'), 'b1'),
      start(streamName('c'), 'c1'),
    ])
    await turn()
    expect(began).toEqual(['a1', 'b1'])
    ends.get('a1')?.()
    await turn()
    expect(began).toEqual(['a1', 'b1', 'c1'])
    ends.get('c1')?.()
    await turn()
    expect(began).toEqual(['a1', 'b1', 'c1', 'a2'])
    ends.get('b1')?.()
    ends.get('a2')?.()
    expect(await all).toEqual(['a1', 'a2', 'b1', 'c1'])
    await settled()
  })

  it('go on behind work that failed', async () => {
    const { run } = inOrderByStream()
    const failed = run(streamName('a'), () => Promise.reject(new Error('first')))
    const next = run(streamName('a'), async () => 'second')
    await expect(failed).rejects.toThrow('first')
    expect(await next).toBe('second')
  })
})
