import { type StreamName, epochMs } from '../../shared/kernel/brands.ts'
import { isoOfMs } from '../../shared/kernel/time/calculate.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { untilLive } from '../../shared/event-store/until-live.ts'
import { sealerOn } from '../../services/seals/seal.ts'
import { checkSeals } from '../../services/verify/seals.ts'
import type { WrittenSeal } from '../../services/seals/written.ts'
import { SEALS } from '../../shared/facts/seal.ts'
import { memoryLog } from './memory-log.ts'
import { note } from './note.ts'

/** When the notes of a sealed log are written; its seals are made an hour later. */
const WRITTEN_MS = Date.parse('2027-03-01T10:00:00.000Z')
export const HOUR_MS = 3_600_000
export const { signal } = new AbortController()

/** A log in memory, with a sealer at a clock that tests set. */
export const sealedLog = () => {
  const clock = { ms: epochMs(WRITTEN_MS + HOUR_MS) }
  const nowMs = () => clock.ms
  const log = memoryLog(nowMs)
  const seal = sealerOn({ store: log, nowMs })
  return {
    ...{ log, clock, seal },
    /** One more record of a stream, or so many, as old as the test says. */
    write: async (stream: StreamName, text: string, { atMs = WRITTEN_MS, times = 1 } = {}) => {
      const at = isoOfMs(epochMs(atMs))
      const records = Array.from({ length: times }, () => {
        const record = note(text)
        return { ...record, meta: { ...record.meta, at } }
      })
      await log.append(stream, records, 'any')
    },
    everything: async (): Promise<StoredRecord[]> => {
      const all: StoredRecord[] = []
      for await (const { records } of untilLive(log, [], signal)) all.push(...records)
      return all
    },
  }
}

/** What is found wrong with a log of these records. */
export const problemsOf = async (
  records: readonly StoredRecord[],
  against: readonly WrittenSeal[] = [],
): Promise<readonly string[]> => {
  const seals = records.filter(({ stream }) => stream === SEALS)
  const check = checkSeals((_, { from = 0, limit = Infinity } = {}) => {
    const asked = seals.filter(({ revision }) => revision >= from)
    return Promise.resolve(asked.slice(0, limit))
  }, against)
  const problems: string[] = []
  for (const record of records) problems.push(...(await check.met(record)))
  return [...problems, ...(await check.end()).problems]
}
