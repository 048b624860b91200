import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Row } from './row.ts'
import { fillSealed } from './sealed-log.ts'
import { started, type Start } from './snapshot-starts.ts'

/** A million facts, with venues and what the first start adds. */
const EVENTS = 250_000
/** Until a snapshot of so much is written while the service serves. */
const WRITTEN_MS = 60_000
const REST_MS = 10_000
const MEBIBYTE = 1_048_576

type Aims = { readonly seconds: number | null; readonly mebibytes: number | null }

const rowsOf = (name: string, { refill, firstListMs, bytes }: Start, aims: Aims): readonly Row[] => {
  const about = { ratio: null, atMost: true } as const
  return [
    { ...about, name, value: refill.ms / 1_000, unit: 's', aim: aims.seconds },
    { ...about, name: 'the same', value: refill.cpuSeconds, unit: 'CPU s', aim: null },
    { ...about, name: 'first list after it', value: firstListMs, unit: 'ms', aim: null },
    { ...about, name: 'memory after it', value: bytes / MEBIBYTE, unit: 'MiB', aim: aims.mebibytes },
  ]
}

/** One start of a large calendar by folding its log, and one by the snapshot that was written then. */
export const benchLarge = async (): Promise<readonly Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    const facts = await fillSealed(dataDir, EVENTS)
    const folded = await started(dataDir, 'on', WRITTEN_MS)
    const taken = await started(dataDir, 'on', REST_MS)
    return [
      ...rowsOf(`start with ${facts} facts, folded`, folded, { seconds: null, mebibytes: null }),
      ...rowsOf(`start with ${facts} facts, with a snapshot`, taken, { seconds: 10, mebibytes: 1_229 }),
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
