import { describe, expect, it } from 'vitest'
import { streamName, epochMs } from '../../../../shared/kernel/brands.ts'
import { MOST_SEALED, sealerOn } from '../../../../services/seals/seal.ts'
import { sealCodec, SEALS } from '../../../../shared/facts/seal.ts'
import { HOUR_MS, problemsOf, sealedLog, signal } from '../../../support/sealed-log.ts'
import { plusMs } from '../../../../shared/kernel/time/calculate.ts'

const MINUTE_MS = 60_000
const HOURLY = { records: 1_000, ms: HOUR_MS }

describe('a seal', () => {
  it('holds what was recorded since the last one, and follows it', async () => {
    const { log, clock, seal, write } = sealedLog()
    await write(streamName('event-1'), 'one')
    await write(streamName('event-1'), 'two')
    expect(await seal(HOURLY, signal)).toBe(1)
    clock.ms = plusMs(clock.ms, HOUR_MS)
    await write(streamName('event-2'), 'three')
    expect(await seal(HOURLY, signal)).toBe(1)
    const seals = (await log.read(SEALS)).map(({ type, data }) => sealCodec.decode(type, data))
    // the second holds the first
    expect(seals.map(({ number, count }) => [number, count])).toEqual([
      [1, 2],
      [2, 2],
    ])
    expect(seals.map(({ previous }) => previous)).toEqual([null, seals[0]?.root])
  })
  it('is made after so much time, or so many records, whichever comes first', async () => {
    const { clock, seal, write } = sealedLog()
    await write(streamName('event-1'), 'one')
    await seal(HOURLY, signal)
    await write(streamName('event-1'), 'two')
    clock.ms = plusMs(clock.ms, HOUR_MS - MINUTE_MS)
    expect(await seal(HOURLY, signal)).toBe(0)
    expect(await seal({ ...HOURLY, records: 1 }, signal)).toBe(1)
    await write(streamName('event-1'), 'three')
    clock.ms = plusMs(clock.ms, HOUR_MS)
    expect(await seal(HOURLY, signal)).toBe(1)
  })
  it('is not made where nothing but a seal was recorded', async () => {
    const { clock, seal, write } = sealedLog()
    expect(await seal(HOURLY, signal)).toBe(0)
    await write(streamName('event-1'), 'one')
    await seal(HOURLY, signal)
    clock.ms = plusMs(clock.ms, 10 * HOUR_MS)
    expect(await seal(HOURLY, signal)).toBe(0)
  })
  it('leaves out what is younger than a minute, and what stands behind it', async () => {
    const { clock, seal, write, everything } = sealedLog()
    await write(streamName('event-1'), 'one')
    await write(streamName('event-2'), 'young', { atMs: clock.ms - MINUTE_MS / 2 })
    await write(streamName('event-1'), 'old, but behind it')
    await seal(HOURLY, signal)
    const [, , , sealed] = await everything()
    expect(sealed?.data).toMatchObject({ number: 1, count: 1 })
  })
  it('waits for nothing that says that it comes from the future', async () => {
    const { clock, seal, write, log } = sealedLog()
    await write(streamName('event-1'), 'one', { atMs: clock.ms + HOUR_MS })
    await write(streamName('event-1'), 'two')
    await seal(HOURLY, signal)
    expect((await log.read(SEALS))[0]?.data).toMatchObject({ count: 2 })
  })
  it('holds no more than fits: the rest is sealed by others at once', async () => {
    const { seal, write, everything } = sealedLog()
    for (let n = 0; n < 10; n++) await write(streamName(`event-${n}`), 'again', { times: MOST_SEALED / 5 })
    await write(streamName('event-1'), 'once more')
    expect(await seal(HOURLY, signal)).toBe(3)
    expect(await problemsOf(await everything())).toEqual([])
  })
})

it('two that seal at the same time make one chain', async () => {
  const { log, clock, write, everything } = sealedLog()
  const sealers = [1, 2, 3].map(() => sealerOn({ store: log, nowMs: () => clock.ms }))
  for (let hour = 0; hour < 5; hour++) {
    await write(streamName('event-1'), `hour ${hour}`)
    await Promise.all(sealers.map(seal => seal(HOURLY, signal)))
    clock.ms = plusMs(clock.ms, HOUR_MS)
  }
  expect((await log.read(SEALS)).length).toBe(5)
  expect(await problemsOf(await everything())).toEqual([])
})

it.each([
  ['the last sealed record is there', []],
  ['the last sealed record is gone', ['event-2']],
  ['everything that was sealed last is gone', ['event-2', 'event-1']],
])(
  'goes on behind what is sealed after a start, and in a copy that counts otherwise: %s',
  async (_, gone) => {
    const first = sealedLog()
    await first.write(streamName('venue-1'), 'zero')
    await first.seal(HOURLY, signal)
    await first.write(streamName('event-1'), 'one')
    await first.write(streamName('event-2'), 'two')
    first.clock.ms = plusMs(first.clock.ms, HOUR_MS)
    await first.seal(HOURLY, signal)
    await first.write(streamName('event-3'), 'three')

    const copy = sealedLog()
    copy.clock.ms = epochMs(first.clock.ms + HOUR_MS)
    await copy.write(streamName('unlike'), 'and gone again')
    await copy.log.deleteStream(streamName('unlike'))
    for (const record of await first.everything()) await copy.log.append(record.stream, [record], 'any')
    for (const stream of gone) await copy.log.deleteStream(streamName(stream))
    for (const log of [first, copy]) {
      log.clock.ms = epochMs(first.clock.ms + HOUR_MS)
      const again = sealerOn({ store: log.log, nowMs: () => log.clock.ms })
      expect(await again(HOURLY, signal)).toBe(1)
      const [, , third] = await log.log.read(SEALS)
      // the seals themselves come behind what was sealed with them
      expect(third?.data).toMatchObject({ number: 3, count: 2 })
    }
  },
)
