import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { logPosition } from '../../../../shared/kernel/brands.ts'
import { leg } from '../../../../shared/event-store/eventstoredb/leg.ts'
import { places } from '../../../../shared/event-store/eventstoredb/places.ts'
import { sleeperUntil } from '../../../../shared/event-store/eventstoredb/sleeper.ts'
import type { Told } from '../../../../shared/event-store/eventstoredb/read-message.ts'
import type { RawEvent } from '../../../../shared/event-store/eventstoredb/record.ts'
import type { Subscriber } from '../../../../shared/event-store/eventstoredb/subscribe.ts'

afterEach(() => {
  vi.useRealTimers()
})

const eventAt = (place: number): RawEvent => ({
  ...{ id: 'b1f7c1de-0000-4000-8000-000000000000', type: 'Noted', streamId: 'note-1', revision: 0n },
  ...{ position: { commit: BigInt(place), prepare: BigInt(place) }, created: new Date(0), data: {} },
})

/** A follower whose subscription sends what it is told to, and which notes where the log is looked at. */
const followed = async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const source = Object.assign(new EventEmitter(), {
    ...{ pause: () => undefined, resume: () => undefined, cancel: () => undefined },
  })
  const calls: Subscriber = { read: async () => source as never }
  const tells = (...told: readonly Told[]) => source.emit('data', told)
  const looked: number[] = []
  const at = async (commit: bigint) => {
    looked.push(Number(commit))
    return logPosition(Number(commit))
  }
  const read = { at, before: async () => null, head: async () => null, all: async () => [] }
  const known = places(read)
  const calledOff = new AbortController()
  const { signal } = calledOff
  const needs = {
    ...{ calls, read, lateHead: read.head, places: known, prefixes: ['note-'] },
    ...{ unhurried: false, silenceMs: 5_000, signal },
    ...{ metadata: { learn: () => true }, sleeper: sleeperUntil(signal) },
  }
  const reached: (number | null)[] = []
  const following = (async () => {
    for await (const stretch of leg(needs, { after: null, near: true })) reached.push(stretch.reached)
  })()
  await nextTurn()
  return {
    ...{ looked, reached, known },
    mentions: (place: number) => tells({ hint: { commit: BigInt(place), prepare: BigInt(place) } }),
    sends: (place: number) => tells({ event: eventAt(place) }),
    passes: async (ms: number) => {
      await nextTurn()
      await vi.advanceTimersByTimeAsync(ms)
      await nextTurn()
    },
    end: async () => {
      calledOff.abort()
      await following
    },
  }
}

it('what the server only mentions is looked up after a while, and not where something tells more by then', async () => {
  const { looked, reached, known, mentions, sends, passes, end } = await followed()
  mentions(10)
  await passes(15)
  sends(20)
  await passes(100)
  expect({ looked, reached }).toEqual({ looked: [], reached: [20] })
  mentions(30)
  await passes(15)
  expect(looked).toEqual([])
  await passes(5)
  expect({ looked, reached }).toEqual({ looked: [30], reached: [20, 30] })
  mentions(40)
  await passes(15)
  known.note(logPosition(40))
  await passes(5)
  expect({ looked, reached }).toEqual({ looked: [30], reached: [20, 30, 40] })
  await end()
})

it('it waits no longer where the server mentions one place after another', async () => {
  const { looked, reached, mentions, passes, end } = await followed()
  for (const place of [10, 20, 30]) {
    mentions(place)
    await passes(8)
  }
  expect({ looked, reached }).toEqual({ looked: [30], reached: [30] })
  await end()
})
