import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'

/** Megabytes of a heap, beside which the body stands: a tenth of what a body of such a size makes in objects. */
const HEAP = 16

const reader = new URL('../../support/read-in-thread.ts', import.meta.url)

/** Items of a body of `count` pieces. A thread whose heap is full ends with an error. */
const itemsIn = async (
  kind: 'ics' | 'csv',
  count: number,
  pieces: { readonly head: string; readonly piece: (n: number) => string; readonly tail: string },
): Promise<unknown> => {
  const parts = [pieces.head, ...Array.from({ length: count }, (_, n) => pieces.piece(n)), pieces.tail]
  const bytes = Buffer.from(parts.join('\r\n'))
  const body = new SharedArrayBuffer(bytes.length)
  new Uint8Array(body).set(bytes)
  const worker = new Worker(reader, {
    workerData: { body, kind },
    resourceLimits: { maxOldGenerationSizeMb: HEAP, maxYoungGenerationSizeMb: 4 },
  })
  const [items] = (await once(worker, 'message')) as [unknown]
  await worker.terminate()
  return items
}

const many = 40_000
const text = 'Everybody is welcome. '.repeat(12)
const event = (...lines: readonly string[]) =>
  ['BEGIN:VEVENT', 'DTSTART:20270501T100000Z', `DESCRIPTION:${text}`, ...lines, 'END:VEVENT'].join('\r\n')
const head = 'BEGIN:VCALENDAR'
const tail = 'END:VCALENDAR'

const ZONE = [
  ...['BEGIN:VTIMEZONE', 'TZID:Own', 'BEGIN:STANDARD', 'DTSTART:19701101T020000', 'TZOFFSETFROM:-0400'],
  ...['TZOFFSETTO:-0500', 'END:STANDARD', 'END:VTIMEZONE'],
].join('\r\n')

describe('05 §8.1 size: what reading keeps does not grow with the events of a body', () => {
  it.each([
    ['events', { head, piece: (n: number) => event(`UID:${n}`, 'SUMMARY:A'), tail }, many],
    [
      'events in calendars of their own',
      {
        head: '',
        piece: (n: number) => [head, ZONE, event(`UID:${n}`, 'SUMMARY:A'), tail].join('\r\n'),
        tail: '',
      },
      many,
    ],
    [
      'overrides without series',
      { head, piece: (n: number) => event(`UID:${n}`, 'RECURRENCE-ID:20270501T100000Z'), tail },
      many,
    ],
    [
      'overrides before their series',
      {
        head,
        piece: (n: number) =>
          n < many / 2
            ? event(`UID:${n}`, 'SUMMARY:B', 'RECURRENCE-ID:20270501T100000Z')
            : event(`UID:${n - many / 2}`, 'SUMMARY:A'),
        tail,
      },
      many / 2,
    ],
    [
      'overrides of one series',
      {
        head: `${head}\r\n${event('UID:same', 'SUMMARY:A', 'RRULE:FREQ=DAILY;COUNT=9')}`,
        piece: (n: number) =>
          event('UID:same', `RECURRENCE-ID:202705${String(1 + (n % 9)).padStart(2, '0')}T100000Z`),
        tail,
      },
      many,
    ],
    ['copies of one event', { head, piece: () => event('UID:same', 'SUMMARY:A'), tail }, many],
  ])('%s', async (_, pieces, items) => {
    expect(await itemsIn('ics', many, pieces)).toBe(items)
  })
})

describe('05 §9: what reading keeps does not grow with the rows of a body', () => {
  it.each([
    ['rows', (n: number) => `Event ${n},5/1/2027,"${text}"`],
    ['rows with dates nobody can read', (n: number) => `Event ${n},the ${n}th of May,"${text}"`],
  ])('%s', async (_, piece) => {
    const pieces = { head: 'Name,Start Date,Description', piece, tail: '' }
    expect(await itemsIn('csv', many, pieces)).toBe(many)
  })
})
