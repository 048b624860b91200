import { expect, it, onTestFinished, vi } from 'vitest'
import { epochMs, streamName } from '../../../shared/kernel/brands.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { keeper } from '../../../workers/reactions/keeper.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { note } from '../../support/note.ts'

/** A reaction that each record calls for, with a clock that stands still until it is moved, and how often it asked. */
const reacting = async (togetherMs?: number) => {
  const clock = { ms: 1_000 }
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock.ms)
  onTestFinished(() => now.mockRestore())
  const asked: number[] = []
  const down = { now: false }
  const running = await keeper<Record<string, never>>({
    ...{ name: 'notes', prefixes: ['note-'], evolve: () => ({ once: [{}] }) },
    ...(togetherMs === undefined ? {} : { togetherMs }),
    enqueue: async () => {
      if (down.now) throw new Error('down')
      asked.push(clock.ms)
    },
  }).open(memoryDocuments())
  const log = memoryLog()
  await log.append(streamName('note-1'), [note('a')], 'absent')
  const records = await log.read(streamName('note-1'))
  const queue = { enqueue: async () => undefined }
  /** A record comes, so much later. */
  const learn = async (ms: number) => {
    clock.ms += ms
    const asking = await running.learn(records)
    await asking?.(queue, epochMs(0))
  }
  return { asked, learn, down }
}

it('what waits for more is asked for once until then', async () => {
  const { asked, learn } = await reacting(300)
  for (const ms of [0, 0, 299, 1, 299, 1]) await learn(ms)
  expect(asked).toEqual([1_000, 1_300, 1_600])
})

it('what waits for nothing is asked for each time', async () => {
  const { asked, learn } = await reacting()
  for (const ms of [0, 0, 1]) await learn(ms)
  expect(asked).toEqual([1_000, 1_000, 1_001])
})

it('what the queue did not take is asked for again', async () => {
  const { asked, learn, down } = await reacting(300)
  down.now = true
  await expect(learn(0)).rejects.toThrow('down')
  down.now = false
  await learn(1)
  expect(asked).toEqual([1_001])
})
