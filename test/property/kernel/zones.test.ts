import { localTime, utcTime } from '../../../shared/kernel/brands.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plusSeconds, secondsBetween, toSeconds, toText } from '../../../shared/kernel/time/calculate.ts'
import { toLocal, toUtc, toUtcLater, zoneNames } from '../../../shared/kernel/time/zone.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Wall clock by the fields of the runtime: shares nothing with the offsets under test. */
const fieldsOf = (seconds: number, zone: string): string => {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  formats.set(zone, format)
  const parts = Object.fromEntries(
    format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]),
  )
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts
  return `${year.padStart(4, '0')}-${month}-${day} ${hour}:${minute}:${second}`
}

const zone = fc.constantFrom(...zoneNames)

it('agrees with the runtime at any instant in any zone', () => {
  const instant = fc.oneof(
    fc.integer({ min: toSeconds('0001-01-02 00:00:00'), max: toSeconds('9999-12-30 23:59:59') }),
    fc.integer({ min: toSeconds('1880-01-01 00:00:00'), max: toSeconds('2060-01-01 00:00:00') }),
  )
  fc.assert(
    fc.property(instant, zone, (seconds, name) => {
      expect(toLocal(utcTime(toText(seconds)), name)).toBe(fieldsOf(seconds, name))
    }),
    { numRuns: 4000 },
  )
})

it('a wall clock comes back from its instant unless a gap moved it', () => {
  const wall = fc.integer({ min: toSeconds('1880-01-01 00:00:00'), max: toSeconds('2060-01-01 00:00:00') })
  fc.assert(
    fc.property(wall, zone, (seconds, name) => {
      const { local, utc } = toUtc(localTime(toText(seconds)), name)
      expect(toLocal(utc, name)).toBe(local)
      expect(secondsBetween(toText(seconds), local)).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 4000 },
  )
})

/** Changes of a zone's offset 2020-2040 by the runtime: the first second with the new offset, and both offsets. */
const changesOf = (name: string) => {
  const offset = (seconds: number) => toSeconds(fieldsOf(seconds, name)) - seconds
  const [from, to, step] = [toSeconds('2020-01-01 00:00:00'), toSeconds('2040-12-31 00:00:00'), 10 * 86_400]
  const changes: { at: number; before: number; after: number }[] = []
  for (let at = from; at < to; at += step) {
    if (offset(at) === offset(at + step)) continue
    let [low, high] = [at, at + step]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (offset(middle) === offset(at)) low = middle
      else high = middle
    }
    changes.push({ at: high, before: offset(at), after: offset(high) })
  }
  return changes
}

describe('every change of clocks 2020-2040 in every zone (spec 04 §3)', () => {
  // zones that share all their fields share their changes: one name per rule is enough
  const seen = new Map<string, string>()
  for (const name of zoneNames) {
    const print = Array.from({ length: 42 * 6 }, (_, n) =>
      fieldsOf(1_577_836_800 + n * 2_629_800, name),
    ).join()
    if (!seen.has(print)) seen.set(print, name)
  }

  it.each([...seen.values()])('%s', name => {
    for (const { at, before, after } of changesOf(name)) {
      const [size, change] = [Math.abs(after - before), toText(at)]
      for (const seconds of [-1, 0, 1, size - 1, size, -size, -size - 1]) {
        const utc = plusSeconds(change, seconds)
        expect(toLocal(utcTime(utc), name)).toBe(fieldsOf(at + seconds, name))
      }
      if (after > before) {
        // gap: moved forward by it
        for (const into of [0, 1, size - 1]) {
          const wall = toText(at + before + into)
          expect(toUtc(localTime(wall), name)).toEqual({
            local: toText(at + after + into),
            utc: toText(at + into),
          })
          expect(toUtcLater(localTime(wall), name)).toBeNull()
        }
      } else {
        // twice: first occurrence, and the second on request
        for (const into of [0, 1, size - 1]) {
          const wall = toText(at + after + into)
          expect(toUtc(localTime(wall), name)).toEqual({ local: wall, utc: toText(at + into - size) })
          expect(toUtcLater(localTime(wall), name)).toBe(toText(at + into))
        }
      }
      for (const wall of [toText(at + Math.min(before, after) - 1), toText(at + Math.max(before, after))]) {
        const { local, utc } = toUtc(localTime(wall), name)
        expect([local, toLocal(utc, name), toUtcLater(localTime(wall), name)]).toEqual([wall, wall, null])
      }
    }
  })
})
