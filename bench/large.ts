import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Row } from './row.ts'
import { filled, started } from './snapshot-starts.ts'

/** A million facts, with venues and what the first start adds. */
const EVENTS = 250_000
/** Until a snapshot of so much is written while the service serves. */
const WRITTEN_MS = 60_000
const REST_MS = 10_000
const MEBIBYTE = 1_048_576

/** One start of a large calendar by folding its log, and one by the snapshot that was written then. */
export const benchLarge = async (): Promise<readonly Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    const facts = await filled(dataDir, EVENTS)
    const starts = {
      folded: await started(dataDir, 'on', WRITTEN_MS),
      'with a snapshot': await started(dataDir, 'on', REST_MS),
    }
    return Object.entries(starts).flatMap(([how, { refill, firstListMs, bytes }]) => {
      const [start, memory] = how === 'folded' ? [null, null] : [10, 1_229]
      const about = { ratio: null, atMost: true } as const
      return [
        {
          ...about,
          name: `start with ${facts} facts, ${how}`,
          value: refill.ms / 1_000,
          unit: 's',
          aim: start,
        },
        { ...about, name: 'the same', value: refill.cpuSeconds, unit: 'CPU s', aim: null },
        { ...about, name: 'first list after it', value: firstListMs, unit: 'ms', aim: null },
        { ...about, name: 'memory after it', value: bytes / MEBIBYTE, unit: 'MiB', aim: memory },
      ]
    })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
