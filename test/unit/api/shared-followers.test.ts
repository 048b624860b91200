import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { logPosition } from '../../../shared/kernel/brands.ts'
import { boardIn } from '../../../projections/engine/board.ts'
import { type Progress, progressBoard } from '../../../projections/engine/progress.ts'
import { sharedBoard } from '../../../projections/engine/shared-board.ts'
import { sharedFollowersOf } from '../../../services/wiring/read-side/shared.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { memoryLog } from '../../support/memory-log.ts'

it('a process gets ready while others write without a pause and the read models are always a little behind', async () => {
  let head = logPosition(0)
  const store: EventStore = {
    ...memoryLog(),
    head: async () => head,
    follow: async function* (_after, _prefixes, signal) {
      while (!signal.aborted) {
        yield { records: [], reached: head, live: true }
        await sleep(1)
      }
    },
  }
  const marks = progressBoard()
  const board: Progress = {
    ...marks,
    names: () => ['busy@1'],
    version: () => 'known',
    refresh: async () => {
      head = logPosition(head + 1)
      marks.report('busy@1', { reached: logPosition(head - 1), live: true })
    },
  }
  const documents = memoryDocuments({ isShared: true })
  const warn = () => undefined
  const followers = sharedFollowersOf(
    {
      ...{ store, documents, warn },
      lease: {
        shared: sharedBoard(await boardIn(documents)),
        ...{ holder: 'here', monotonicMs: () => performance.now(), ttlMs: 5_000, warn },
      },
    },
    [],
    [],
    board,
  )
  followers.start()
  await expect(followers.caughtUp()).resolves.toBeUndefined()
  await followers.stop()
})
