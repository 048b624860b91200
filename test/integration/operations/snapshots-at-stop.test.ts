import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { PACE } from '../../../services/wiring/snapshots/keeping.ts'
import { embeddedService } from '../../support/embedded-service.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A service with one more event than before is stopped; `isSlow`: an hour goes by whenever a clock is looked at. */
const stopped = async (dataDir: string, isSlow: boolean): Promise<readonly string[]> => {
  const lines: string[] = []
  let hours = 0
  let hasStopped = false
  const service = await embeddedService(
    {},
    dataDir,
    undefined,
    pino({ level: 'warn' }, { write: line => void lines.push(line) }),
    undefined,
    {
      snapshotPace: { ...PACE, dueAtStop: 1 },
      monotonicMs: () => performance.now() + 3_600_000 * (isSlow && hasStopped ? hours++ : 0),
    },
  )
  const body = { title: 'Quagga fair', start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' }
  expect((await service.ask('POST /cal/events/v1/events', { body })).status).toBe(201)
  hasStopped = true
  await service.stop()
  return lines.map(line => (JSON.parse(line) as { msg: string }).msg)
}

it('a stop that has no time to write the snapshot says so, and leaves the one that was there', async () => {
  const dataDir = temporaryFolder()
  const file = join(dataDir, 'read-models.snapshot')
  const told =
    'the snapshot of the read models is not written at this stop: it takes longer than half of SHUTDOWN_MS, 5000 ms'
  expect(await stopped(dataDir, true)).toEqual([told])
  expect(existsSync(file)).toBe(false)
  expect(await stopped(dataDir, false)).toEqual([])
  const before = readFileSync(file)
  expect(await stopped(dataDir, true)).toEqual([told])
  expect(readFileSync(file)).toEqual(before)
})
