import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { progressBoard } from '../../../projections/engine/progress.ts'
import { PACE } from '../../../services/wiring/snapshots/keeping.ts'
import { snapshotsOf } from '../../../services/wiring/snapshots/snapshots.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { StoreUnavailable } from '../../../shared/event-store/port.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

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
