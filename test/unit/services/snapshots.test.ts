import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { keepHere } from '../../../projections/engine/keep.ts'
import { progressBoard } from '../../../projections/engine/progress.ts'
import { runProjections } from '../../../projections/engine/runner.ts'
import { PACE } from '../../../services/wiring/snapshots/keeping.ts'
import { snapshotsOf } from '../../../services/wiring/snapshots/snapshots.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { StoreUnavailable } from '../../../shared/event-store/port.ts'
import { streamName, isoTime } from '../../../shared/kernel/brands.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { eventually } from '../../support/eventually.ts'

/** Snapshots beside a log that answers nothing, with a file that is there. */
const beside = () => {
  const file = join(temporaryFolder(), 'read-models.snapshot')
  writeFileSync(file, 'of the stop before')
  const told: string[] = []
  const away = () => Promise.reject(new StoreUnavailable('the log is closed'))
  const snapshots = snapshotsOf({
    ...{ file, documents: memoryDocuments(), log: { fingerprint: away }, pace: PACE, stopMs: 1_000 },
    monotonicMs: () => 0,
    tell: message => told.push(message),
  })
  const restored = () => snapshots.restored(['events@1'], { board: progressBoard(), settings: away })
  return { ...{ file, told, snapshots, restored } }
}

it('a snapshot that cannot be trusted is told of and removed', async () => {
  const { file, told, restored } = beside()
  expect(await restored()).toEqual(new Map())
  expect(told).toEqual(['the snapshot of the read models cannot be used; all facts are folded'])
  expect(existsSync(file)).toBe(false)
})

it('a stop that closes the log under a start leaves the snapshot for the next start, and nothing is told', async () => {
  const { file, told, snapshots, restored } = beside()
  await snapshots.stop()
  expect(await restored()).toEqual(new Map())
  expect(told).toEqual([])
  expect(existsSync(file)).toBe(true)
})

const MODEL = 'events@1'
const LOOKS = 3

it('no snapshot is begun in the middle of a batch', async () => {
  const store = memoryLog()
  const append = (id: string) =>
    store.append(
      streamName(`event-${id}`),
      [
        {
          ...{ id: `00000000-0000-4000-8000-00000000000${id}`, type: 'EventCreated', data: {} },
          meta: {
            ...{ actor: null, at: isoTime('2026-11-27T21:33:24.000Z'), source: 'cal', route: null },
            ...{ correlation: 'c', causation: null },
          },
        },
      ],
      'absent',
    )
  const board = progressBoard()
  const end = Promise.withResolvers<null>()
  let isAtWork = false
  const projection = {
    ...{ name: MODEL, prefixes: ['event-'] },
    apply: async ([record]: readonly { readonly stream: string }[]) => {
      if (record?.stream !== 'event-2') return
      isAtWork = true
      await end.promise
    },
    onFailure: () => ({ then: 'retry', afterMs: 10 }) as const,
  }
  const stopping = new AbortController()
  const running = runProjections(
    { store, keep: keepHere(board), epoch: 0, assure: null, warn: () => undefined },
    [projection],
    stopping.signal,
  )
  const { position } = await append('1')
  expect(await board.waitUntilVisible([MODEL], position, 30_000)).toBe('visible')
  await append('2')
  await eventually(() => expect(isAtWork).toBe(true))

  let [looks, written] = [0, 0]
  const looked = Promise.withResolvers<number>()
  const markOf = (name: string) => {
    if (++looks === LOOKS) looked.resolve(written)
    return board.markOf(name)
  }
  const snapshots = snapshotsOf({
    ...{ file: join(temporaryFolder(), 'read-models.snapshot'), documents: memoryDocuments(), stopMs: 1_000 },
    log: { fingerprint: async () => `${++written}` },
    pace: { ...PACE, dueChanges: 0, firstLookMs: 0, lookMs: 10 },
    monotonicMs: () => 0,
    tell: message => expect.fail(message),
  })
  snapshots.noting([{ name: MODEL, make: () => expect.fail('nothing is made') }])
  await snapshots.restored([MODEL], { board: { ...board, markOf }, settings: async () => '' })
  snapshots.start()
  onTestFinished(async () => {
    stopping.abort()
    end.resolve(null)
    await Promise.all([running, snapshots.stop()])
  })
  expect(await looked.promise).toBe(0)
  end.resolve(null)
  await eventually(() => expect(written).toBeGreaterThan(0))
})
