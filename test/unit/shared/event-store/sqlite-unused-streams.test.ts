import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { epochMs, streamName, streamRevision } from '../../../../shared/kernel/brands.ts'
import { RevisionConflict, type Append, type EventStore } from '../../../../shared/event-store/port.ts'
import type { StartWriter } from '../../../../shared/event-store/sqlite/protocol.ts'
import { openReader } from '../../../../shared/event-store/sqlite/reader.ts'
import { UNUSED } from '../../../../shared/event-store/sqlite/record.ts'
import { openSqliteLog } from '../../../../shared/event-store/sqlite/sqlite.ts'
import { eventually } from '../../../support/eventually.ts'
import { note } from '../../../support/note.ts'
import { startSharedWriter } from '../../../support/shared-writer.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const named = (name: string, n: number | string = '') => streamName(`${name}-${n}`)
const conflict = { name: RevisionConflict.name }

/** A log, and the streams that its thread was told to be unused. */
const opened = async (file: string, now = () => epochMs(0)) => {
  const unused: string[] = []
  const start: StartWriter = async options => {
    const writer = await startSharedWriter(options)
    return {
      ...writer,
      ask: request => {
        if (request.ask === 'append')
          unused.push(...request.group.streams.filter((_, n) => request.group.expected[n] === UNUSED))
        return writer.ask(request)
      },
    }
  }
  const log = await openSqliteLog({ file, start, now })
  return { log, unused }
}

/** As an import does that brings much that is new. */
const lookInVain = async (log: EventStore) => {
  for (let n = 0; n < 500; n++) await log.read(named('nobody', n))
}

/** Until the names of all streams are known. */
const learned = async ({ log, unused }: Awaited<ReturnType<typeof opened>>) => {
  await lookInVain(log)
  await eventually(async () => {
    const stream = streamName(randomUUID())
    await log.append(stream, [note('first')], 'absent')
    expect(unused).toContain(stream)
  })
}

/** Of a log in which this happened before it was opened, all names known. */
const after = async (
  happens: (log: EventStore) => Promise<unknown>,
  now?: () => ReturnType<typeof epochMs>,
) => {
  const file = join(temporaryFolder(), 'log.db')
  const before = await opened(file, now)
  await happens(before.log)
  await before.log.close()
  const again = await opened(file, now)
  onTestFinished(() => again.log.close())
  await learned(again)
  return again
}

test('who looks for little has everything looked for', async () => {
  const { log, unused } = await opened(join(temporaryFolder(), 'log.db'))
  onTestFinished(() => log.close())
  await log.read(named('nobody'))
  await log.append(named('event'), [note('first')], 'absent')
  expect(unused).toEqual([])
})

test('no stream that is there counts as unused, in a log that is longer than one look', async () => {
  const streams = Array.from({ length: 2_500 }, (_, n) => named('event', n))
  const { log, unused } = await after(log =>
    Promise.all(streams.map(stream => log.append(stream, [note('first'), note('second')], 'absent'))),
  )
  const settled = await Promise.allSettled(streams.map(one => log.append(one, [note('third')], 'absent')))
  expect(settled.filter(({ status }) => status === 'fulfilled')).toEqual([])
  expect(unused.filter(one => one.startsWith('event-'))).toEqual([])
  expect((await log.read(named('event', 2_499))).map(({ revision }) => revision)).toEqual([0, 1])
  expect(await log.append(named('event', 0), [note('third')], 'any')).toMatchObject({ revision: 2 })
})

test('a stream that never was is begun by whoever comes first, and read from then on', async () => {
  const { log } = await after(async () => undefined)
  const stream = named('event', 'new')
  expect(await log.read(stream)).toEqual([])
  const [first, second, any] = await Promise.allSettled([
    log.append(stream, [note('first')], 'absent'),
    log.append(stream, [note('second')], 'absent'),
    log.append(stream, [note('third')], 'any'),
  ])
  expect(first).toMatchObject({ status: 'fulfilled', value: { revision: 0 } })
  expect(second).toMatchObject({ status: 'rejected', reason: conflict })
  expect(any).toMatchObject({ status: 'fulfilled', value: { revision: 1 } })
  expect((await log.read(stream)).map(({ data }) => data['text'])).toEqual(['first', 'third'])
  await expect(log.append(named('venue', 'new'), [note('first')], streamRevision(0))).rejects.toMatchObject(
    conflict,
  )
})

test('what is refused together with others leaves the stream as one that never was', async () => {
  const { log } = await after(log => log.append(named('slug'), [note('taken')], 'absent'))
  const both = (slug: Append['expected']) =>
    log.appendAll([{ stream: named('slug'), records: [note('mine')], expected: slug }], {
      ...{ stream: named('event'), records: [note('first')], expected: 'absent' },
    })
  await expect(both('absent')).rejects.toMatchObject(conflict)
  expect(await log.read(named('event'))).toEqual([])
  expect(await both('any')).toMatchObject({ revision: 0 })
})

test('of streams that were cut or deleted, and of those that live for a time, the log says what holds', async () => {
  let nowMs = 0
  const { log } = await after(
    async log => {
      for (const name of ['cut', 'deleted', 'short'])
        await log.append(named(name), [note('first'), note('second')], 'absent')
      await log.truncate(named('cut'), streamRevision(2))
      await log.deleteStream(named('deleted'))
      await log.deleteStream(named('short'))
      await log.expireAfter(named('short'), 10)
    },
    () => epochMs(nowMs),
  )
  expect(await log.append(named('cut'), [note('third')], 'any')).toMatchObject({ revision: 2 })
  expect(await log.append(named('deleted'), [note('first')], 'absent')).toMatchObject({ revision: 0 })
  await log.append(named('short'), [note('first')], 'absent')
  await log.expireAfter(named('shorter'), 10)
  await log.append(named('shorter'), [note('first')], 'absent')
  expect([await log.read(named('short')), await log.read(named('shorter'))]).toMatchObject([[{}], [{}]])
  nowMs = 11_000
  expect([await log.read(named('short')), await log.read(named('shorter'))]).toEqual([[], []])
})

test('what is appended while names are learned is there', async () => {
  const file = join(temporaryFolder(), 'log.db')
  const { log } = await opened(file)
  onTestFinished(() => log.close())
  const appended = Array.from({ length: 50 }, (_, n) =>
    log.append(named('event', n), [note('first')], 'absent'),
  )
  const looks = Array.from({ length: 600 }, (_, n) => log.read(named('nobody', n)))
  const meanwhile = Array.from({ length: 50 }, (_, n) =>
    log.append(named('venue', n), [note('first')], 'absent'),
  )
  await Promise.all([...appended, ...looks, ...meanwhile])
  for (const name of ['event', 'venue'])
    for (let n = 0; n < 50; n++) {
      expect(await log.read(named(name, n))).toHaveLength(1)
      await expect(log.append(named(name, n), [note('second')], 'absent')).rejects.toMatchObject(conflict)
    }
})

/** Of an empty log, and how often it began to learn the names of all streams, which fails so many times. */
const readerFailing = async (times: number) => {
  const file = join(temporaryFolder(), 'log.db')
  await (await opened(file)).log.close()
  const began = { times: 0 }
  const settled = async () => {
    if (++began.times <= times) throw new Error('busy')
  }
  const reader = openReader(file, { now: () => epochMs(0), settled })
  onTestFinished(() => reader.close())
  const look = async (from: number) => {
    for (let n = 0; n < 500; n++) await reader.stream(named('nobody', n), from)
  }
  return { reader, began, look }
}

test('learning all names that failed is tried again when as much was looked for in vain', async () => {
  const { reader, began, look } = await readerFailing(1)
  await look(0)
  await eventually(() => expect(began.times).toBe(1))
  expect(reader.begin(streamName(randomUUID()))).toBe(false)
  await look(0)
  await eventually(() => expect(reader.begin(streamName(randomUUID()))).toBe(true))
  expect(began.times).toBe(2)
})

test('looks behind what was read say nothing of what there is', async () => {
  const { began, look } = await readerFailing(0)
  await look(1)
  expect(began.times).toBe(0)
  await look(0)
  await eventually(() => expect(began.times).toBe(1))
})
