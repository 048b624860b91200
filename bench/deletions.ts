import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { streamName, isoTime } from '../shared/kernel/brands.ts'
import { openSqliteLog } from '../shared/event-store/sqlite/sqlite.ts'
import type { Row } from './row.ts'

const DELETIONS = 200
const FEW = 1_000
const MANY = 100_000
const AT_ONCE = 500
/** Cost in the large log against that in the small one. */
const FLAT = 1.6

const record = () => ({
  id: randomUUID(),
  type: 'T',
  data: { text: 'What is in it. '.repeat(40) },
  meta: {
    ...({ actor: null, at: isoTime('2027-05-08T10:00:00.000Z'), source: 'cal', route: null } as const),
    ...{ correlation: 'bench', causation: null },
  },
})

/** Microseconds of processor of this process, with the thread that writes, for each deletion one after the other. */
const deleting = async (streams: number): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'belltower-bench-'))
  const log = await openSqliteLog({ file: join(folder, 'log.sqlite') })
  try {
    for (let first = 0; first < streams; first += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) =>
          log.append(streamName(`event-${first + n}`), [record()], 'absent'),
        ),
      )
    // the first one after a start reads the whole file
    await log.deleteStream(streamName('event-0'))
    const cpu = process.cpuUsage()
    for (let n = 1; n <= DELETIONS; n++) await log.deleteStream(streamName(`event-${(n * 7_919) % streams}`))
    const { user, system } = process.cpuUsage(cpu)
    return (user + system) / DELETIONS
  } finally {
    await log.close()
    rmSync(folder, { recursive: true })
  }
}

/** 200 streams deleted one after the other from a small and from a large log in a file. */
export const benchDeletions = async (): Promise<readonly Row[]> => {
  const few = await deleting(FEW)
  const many = await deleting(MANY)
  const plain = { unit: 'µs', ratio: null, aim: null }
  return [
    { ...plain, name: `processor for a stream deleted, ${FEW} streams`, value: few },
    {
      ...plain,
      ...{ name: `processor for a stream deleted, ${MANY} streams`, value: many },
      ...{ ratio: many / few, aim: FLAT, atMost: true },
    },
  ]
}
