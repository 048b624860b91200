import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openSqliteLog } from '../../../../shared/event-store/sqlite/sqlite.ts'
import { startWriter } from '../../../../shared/event-store/sqlite/queue.ts'
import { epochMs, streamName, streamRevision } from '../../../../shared/kernel/brands.ts'
import { StoreUnavailable } from '../../../../shared/event-store/port.ts'
import { note } from '../../../support/note.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const STREAM = streamName('notes-1')
const NOW = epochMs(Date.UTC(2026, 2, 1))

/** A log, and what the file itself says at the same moment. */
const opened = async () => {
  const file = join(temporaryFolder(), 'log.db')
  let end: (() => Promise<void>) | null = null
  const store = await openSqliteLog({
    file,
    now: () => NOW,
    start: async options => {
      const writer = await startWriter(options)
      end = writer.terminate
      return writer
    },
  })
  const db = new DatabaseSync(file, { readOnly: true })
  const newest = db.prepare('SELECT max(position) AS position FROM records')
  const inFile = () => newest.get()?.['position'] ?? null
  const close = async () => {
    db.close()
    await store.close()
  }
  return { store, inFile, close, endWriter: async () => end?.() }
}

it('the end of the log at rest is that of the file, whatever was done before, and unknown while something is done', async () => {
  const { store, inFile, close } = await opened()
  const { headAtRest = () => null } = store
  const append = (stream = STREAM) => store.append(stream, [note('fair'), note('fair')], 'any')
  const acts: readonly (() => Promise<unknown>)[] = [
    append,
    () => append(streamName('notes-2')),
    () => store.append(STREAM, [note('fair')], streamRevision(999)).catch(() => null),
    () => Promise.all(Array.from({ length: 200 }, () => append())),
    () => store.truncate(STREAM, streamRevision(5)),
    () => store.deleteStream(streamName('notes-2')),
    () => store.deleteStream(STREAM),
    () => store.expireAfter(streamName('notes-3'), 1),
    () => append(streamName('notes-3')),
  ]
  const ends = new Set<unknown>()
  for (const act of acts) {
    const state = { isDone: false }
    const done = act().finally(() => {
      state.isDone = true
    })
    expect(headAtRest()).toBeNull()
    while (!state.isDone) {
      await nextTurn()
      const known = headAtRest()
      if (known !== null) expect(known).toBe(inFile())
    }
    await done
    await nextTurn()
    expect(headAtRest()).toBe(inFile())
    expect(headAtRest()).toBe(await store.head())
    ends.add(headAtRest())
  }
  // it went on and back
  expect(ends.size).toBeGreaterThan(4)
  await close()
  expect(headAtRest).toThrow(StoreUnavailable)
})

it('a thread that ended while it wrote leaves no end behind that the file has not', async () => {
  const { store, inFile, close, endWriter } = await opened()
  const { headAtRest = () => null } = store
  await store.append(STREAM, [note('fair')], 'any')
  await nextTurn()
  expect(headAtRest()).toBe(inFile())
  const lost = store.append(STREAM, [note('fair')], 'any')
  await nextTurn()
  await endWriter()
  await lost.catch(() => null)
  await nextTurn()
  expect(headAtRest()).toBe(inFile())
  await store.append(STREAM, [note('fair')], 'any')
  await nextTurn()
  expect(headAtRest()).toBe(inFile())
  await close()
})
