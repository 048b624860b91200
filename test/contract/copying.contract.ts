import {
  userId,
  streamName,
  type StreamName,
  streamRevision,
  logPosition,
  isoTime,
} from '../../shared/kernel/brands.ts'
import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CopySource, CopyTarget, Limited } from '../../shared/event-store/copying.ts'
import type { EventStore, NewRecord, StoredRecord } from '../../shared/event-store/port.ts'

/** One empty log, as services see it, as something to be copied, and as something to be made. */
export type CopyingMade = {
  readonly store: () => Promise<EventStore>
  readonly source: () => Promise<CopySource>
  readonly target: () => Promise<CopyTarget>
}

const note = (n: number): NewRecord => ({
  id: randomUUID(),
  type: 'Noted',
  data: { n, text: 'Grüße', list: [1, 2.5, null] },
  meta: {
    actor: userId(7),
    at: isoTime('2026-03-01T10:00:00.000Z'),
    source: 'cal',
    route: 'POST /notes',
    correlation: 'c',
    causation: null,
  },
})

const ONE = streamName('one-1')
const TWO = streamName('two-1')
const GONE = streamName('gone-1')
const SHORT = streamName('short-1')
const LONG = streamName('long-1')
const LATE = streamName('late-1')
const EARLY = streamName('early-1')
const OVER = streamName('over-1')

const stored = (stream: StreamName, revision: number): StoredRecord => ({
  ...note(revision),
  ...{ stream, revision: streamRevision(revision), position: logPosition(0) },
})

const all = async <Element>(steps: AsyncIterable<readonly Element[]>): Promise<readonly Element[]> => {
  const found: Element[] = []
  for await (const step of steps) found.push(...step)
  return found
}
const each = async <Element>(steps: AsyncIterable<Element>): Promise<readonly Element[]> => {
  const found: Element[] = []
  for await (const step of steps) found.push(step)
  return found
}

const signal = new AbortController().signal
const plain = (records: readonly StoredRecord[]) =>
  records.map(({ stream, revision, id, type, data, meta }) => ({ stream, revision, id, type, data, meta }))

const closing = <Opened extends { readonly close: () => Promise<void> }>(opened: Opened): Opened => {
  onTestFinished(() => opened.close())
  return opened
}

/** Both ends of copies, on every adapter of the log. */
export const copyingContract = (name: string, make: () => Promise<CopyingMade>): void => {
  describe(`copying contract: ${name}`, () => {
    it('a source tells what can be read in log order, and leaves out what is gone', async () => {
      const made = await make()
      const store = await made.store()
      await store.append(ONE, [note(0), note(1)], 'absent')
      await store.append(TWO, [note(0)], 'absent')
      await store.append(ONE, [note(2)], streamRevision(1))
      await store.append(GONE, [note(0)], 'absent')
      await store.deleteStream(GONE)
      const source = await made.source()
      const found = await all(source.records(signal))
      expect(found.map(({ stream, revision }) => `${stream} ${revision}`)).toEqual([
        ...['one-1 0', 'one-1 1', 'two-1 0', 'one-1 2'],
      ])
      expect(plain(found.filter(({ stream }) => stream === 'one-1'))).toEqual(plain(await store.read(ONE)))
      expect(await source.head()).toBe(await store.head())
      await source.close()
      await store.close()
    })

    it('a source tells how long streams live, and since when', async () => {
      const made = await make()
      const store = await made.store()
      const before = Date.now() - 1_000
      await store.append(SHORT, [note(0), note(1)], 'absent')
      await store.append(LONG, [note(0)], 'absent')
      await store.expireAfter(SHORT, 3_600)
      const source = await made.source()
      const [limited, ...rest] = await each(source.limited(signal))
      expect(rest).toEqual([])
      expect(limited).toMatchObject({ stream: 'short-1', seconds: 3_600 })
      expect(limited?.stored).toHaveLength(2)
      for (const at of limited?.stored ?? []) {
        expect(at).toBeGreaterThanOrEqual(before)
        expect(at).toBeLessThanOrEqual(Date.now() + 1_000)
      }
      await source.close()
      await store.close()
    })

    it('a target remembers of what it is a copy until it is finished', async () => {
      const made = await make()
      const target = await made.target()
      expect(await target.note()).toBe(null)
      expect(await all(target.records(signal))).toEqual([])
      await target.begin('the first')
      await target.append(ONE, [stored(ONE, 0)], null)
      await target.settle()
      await target.close()
      const again = await made.target()
      expect(await again.note()).toEqual({ of: 'the first', finished: false })
      expect(await all(again.records(signal))).toHaveLength(1)
      await again.finish()
      await again.close()
      const store = closing(await made.store())
      expect(await store.read(ONE)).toHaveLength(1)
    })

    it('records keep ids, revisions and all they say; streams may begin later, and services go on behind them', async () => {
      const made = await make()
      const target = await made.target()
      await target.begin('the first')
      const late = [stored(LATE, 3), stored(LATE, 4)]
      const early = [stored(EARLY, 0), stored(EARLY, 1)]
      expect(await target.append(LATE, late, null)).toBe(4)
      expect(await target.append(EARLY, early, null)).toBe(1)
      const more = stored(LATE, 5)
      expect(await target.append(LATE, [more], streamRevision(4))).toBe(5)
      const found = await all(target.records(signal))
      expect(plain(found)).toEqual(plain([...late, ...early, more]))
      expect(found.map(({ position }) => position)).toEqual(
        found.map(({ position }) => position).toSorted((a, b) => a - b),
      )
      await target.settle()
      await target.finish()
      await target.close()
      const store = closing(await made.store())
      expect(plain(await store.read(LATE))).toEqual(plain([...late, more]))
      expect(await store.read(LATE, { from: streamRevision(4), limit: 1 })).toMatchObject([{ revision: 4 }])
      expect(await store.append(LATE, [note(6)], streamRevision(5))).toMatchObject({
        revision: 6,
      })
      expect(await store.append(EARLY, [note(2)], 'any')).toMatchObject({ revision: 2 })
    })

    it('what is removed is gone, and may be written again', async () => {
      const made = await make()
      const target = await made.target()
      await target.begin('the first')
      const records = [stored(ONE, 0), stored(ONE, 1)]
      await target.append(ONE, records, null)
      await target.append(TWO, [stored(TWO, 0)], null)
      await target.remove(ONE)
      expect((await all(target.records(signal))).map(({ stream }) => stream)).toEqual(['two-1'])
      const last = await target.append(ONE, records, null)
      const found = await all(target.records(signal))
      expect(found.map(({ id }) => id).slice(1)).toEqual(records.map(({ id }) => id))
      expect(found.at(-1)?.revision).toBe(last)
      await target.close()
    })

    it('numbers between records are no positions of records, before and after', async () => {
      const made = await make()
      const target = await made.target()
      await target.begin('the first')
      await target.append(ONE, [stored(ONE, 0)], null)
      const first = await target.room(3)
      const second = await target.room(400)
      await target.append(TWO, [stored(TWO, 0)], null)
      await target.settle()
      const [one, two, ...rest] = (await all(target.records(signal))).map(({ position }) => position)
      expect(rest).toEqual([])
      const numbers = [one ?? 0, ...first, ...second, two ?? 0]
      expect(numbers).toHaveLength(405)
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
      expect(await target.room(0)).toEqual([])
      await target.close()
    })

    it('records live as long as they would have where they come from', async () => {
      const made = await make()
      const target = await made.target()
      await target.begin('the first')
      await target.append(SHORT, [stored(SHORT, 2), stored(SHORT, 3)], null)
      await target.append(OVER, [stored(OVER, 0)], null)
      const now = Date.now()
      const limits: readonly Limited[] = [
        { stream: SHORT, seconds: 3_600, stored: [now - 1_800_000, now - 1_799_500] },
        { stream: OVER, seconds: 60, stored: [now - 59_000] },
      ]
      for (const limited of limits) await target.limit(limited)
      await target.settle()
      await target.finish()
      await target.close()
      const store = await made.store()
      expect(await store.read(SHORT)).toHaveLength(2)
      await store.close()
      const source = closing(await made.source())
      const lives = await each(source.limited(signal))
      const life = lives.find(({ stream }) => stream === 'short-1')
      const ends = (life?.stored ?? []).map(at => at + (life?.seconds ?? 0) * 1_000 - now)
      expect(ends).toHaveLength(2)
      for (const end of ends) {
        expect(end).toBeGreaterThanOrEqual(1_800_000)
        expect(end).toBeLessThan(1_802_500)
      }
    })
  })
}
