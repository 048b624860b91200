import { randomUUID } from 'node:crypto'
import type { EventStore } from '../shared/event-store/port.ts'
import { eventCodec, eventStream, type EventFact } from '../shared/facts/event.ts'
import { eventId, isoTime, streamRevision, userId } from '../shared/kernel/brands.ts'
import { cpuMicrosOf, type Child } from './child.ts'
import type { Client } from './client.ts'
import { median } from './quantile.ts'
import type { Row } from './row.ts'

const LONG = 10_000
const AT_ONCE = 500
const ROUNDS = 7
const CHANGES = 50

const meta = {
  actor: userId(1),
  at: isoTime('2026-10-01T12:00:00.000Z'),
  source: 'cal',
  route: null,
  correlation: 'bench',
  causation: null,
} as const

/** Changes the title of an event that was just created, very often. */
export const changeOften = async (store: EventStore, id: number, title: string): Promise<void> => {
  const titleAfter = (changes: number) => (changes === 0 ? title : `Changed ${changes} times`)
  for (let first = 0; first < LONG; first += AT_ONCE) {
    const records = Array.from({ length: AT_ONCE }, (_, n) => {
      const fact: EventFact = {
        ...{ type: 'EventRetitled', eventId: eventId(id), by: 'person' },
        changes: { title: [titleAfter(first + n), titleAfter(first + n + 1)] },
      }
      return { id: randomUUID(), meta, ...eventCodec.encode(fact) }
    })
    await store.append(eventStream(eventId(id)), records, streamRevision(first))
  }
}

/** A change of the title of an event that was changed `LONG` times, against one of an event that was not, in turn. */
export const longStreams = async (
  admin: Client,
  child: Child,
  path: string,
  { short, long }: { readonly short: number; readonly long: number },
): Promise<readonly Row[]> => {
  let next = 0
  const change = async (id: number): Promise<void> => {
    const { status, text } = await admin.ask(`${path}/${id}`, JSON.stringify({ title: `Title ${next++}` }))
    if (status !== 200) throw new Error(`a change was answered ${status}: ${text}`)
  }
  const changes = (id: number, count = CHANGES) =>
    cpuMicrosOf(child, count, async () => {
      for (let n = 0; n < count; n++) await change(id)
    })
  await changes(short)
  const first = await changes(long, 1)
  const rounds: { readonly short: number; readonly long: number }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ short: await changes(short), long: await changes(long) })
  const name = `change of the title of one that was changed ${LONG.toLocaleString('en')} times`
  return [
    {
      name: 'change of the title of an event',
      value: median(rounds.map(round => round.short)),
      unit: 'CPU µs',
      ...{ ratio: null, aim: null },
    },
    {
      name,
      value: median(rounds.map(round => round.long)),
      unit: 'CPU µs',
      ratio: median(rounds.map(round => round.long / round.short)),
      ...{ aim: 1.3, atMost: true },
    },
    { name: `${name}, the first time`, value: first / 1_000, unit: 'CPU ms', ratio: null, aim: null },
  ]
}
