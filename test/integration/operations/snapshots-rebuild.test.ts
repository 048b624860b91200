import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readFrames, writeFrames } from '../../../services/wiring/snapshots/frames.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { eventually } from '../../support/eventually.ts'

const fileOf = (dataDir: string) => join(dataDir, 'read-models.snapshot')

/** A service that writes a snapshot when it stops, or never, and from where its read models followed the log. */
const opened = async (dataDir: string, atStop = true) => {
  const began: (number | null)[] = []
  const beforeLog = (log: EventStore): EventStore => ({
    ...log,
    follow: (after, prefixes, signal) => {
      if (prefixes.includes('event-') && prefixes.includes('image-')) began.push(after)
      return log.follow(after, prefixes, signal)
    },
  })
  const never = { dueChanges: Infinity, dueAtStop: Infinity, firstLookMs: 3_600_000, lookMs: 3_600_000 }
  const snapshotPace = { ...never, quietMs: 0, ...(atStop && { dueAtStop: 1 }) }
  const service = await embeddedService({}, dataDir, undefined, undefined, undefined, {
    snapshotPace,
    beforeLog,
  })
  return { service, began }
}

const made = async ({ ask }: EmbeddedService, title: string): Promise<void> => {
  const when = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' }
  const { status } = await ask('POST /cal/events/v1/events', { body: { ...when, title } })
  expect(status).toBe(201)
}

const titles = async ({ ask }: EmbeddedService): Promise<readonly string[]> => {
  const { body } = await ask('GET /cal/events/v1/events')
  return (body as { events: { title: string }[] }).events.map(({ title }) => title).sort()
}

/** A snapshot in which an event is called otherwise, as if it had been folded wrongly. */
const wrongly = async (dataDir: string): Promise<void> => {
  const [first, ...rest] = (await readFrames(fileOf(dataDir))) ?? []
  if (first === undefined) throw new Error('there is no snapshot')
  const changed = rest.map(frame => {
    const bytes = zstdDecompressSync(frame.subarray(4))
    for (let at = bytes.indexOf('Quagga'); at >= 0; at = bytes.indexOf('Quagga')) bytes.write('Zebrax', at)
    return Buffer.concat([frame.subarray(0, 4), zstdCompressSync(bytes)])
  })
  await writeFrames(
    fileOf(dataDir),
    (async function* () {
      yield first
      yield* changed
    })(),
  )
}

/** A service that took in a snapshot in which an event is called otherwise, and then built the list anew. */
const rebuilt = async (atStop: boolean) => {
  const dataDir = temporaryFolder()
  const first = await opened(dataDir)
  await made(first.service, 'Quagga')
  await first.service.stop()
  await wrongly(dataDir)
  const { service, began } = await opened(dataDir, atStop)
  expect(began).toEqual([expect.any(Number)])
  expect(await titles(service)).toEqual(['Zebrax'])
  const { status, body } = await service.operate('rebuild-projection', { name: 'event-listing' })
  expect({ status, body }).toMatchObject({ status: 200, body: { generation: 2 } })
  expect(existsSync(fileOf(dataDir))).toBe(false)
  await eventually(async () => expect(await titles(service)).toEqual(['Quagga']))
  return { dataDir, service }
}

it('00 §6 no snapshot is left when a rebuild is answered: the next start folds everything', async () => {
  const { dataDir, service } = await rebuilt(false)
  await made(service, 'Later')
  await service.stop()
  const { service: next, began } = await opened(dataDir)
  expect(began).toEqual([null])
  expect(await titles(next)).toEqual(['Later', 'Quagga'])
})

it('what was built anew is written at the stop, and serves as the first generation of the next start', async () => {
  const { dataDir, service } = await rebuilt(true)
  await made(service, 'Later')
  await service.stop()
  const again = await opened(dataDir)
  expect(again.began).toEqual([expect.any(Number)])
  expect(await titles(again.service)).toEqual(['Later', 'Quagga'])
  await made(again.service, 'Last')
  expect(await titles(again.service)).toEqual(['Last', 'Later', 'Quagga'])
  await again.service.stop()
})

it('a read model that is not there takes no snapshot away', async () => {
  const dataDir = temporaryFolder()
  const first = await opened(dataDir)
  await made(first.service, 'Quagga')
  await first.service.stop()
  const { service } = await opened(dataDir, false)
  expect(await service.operate('rebuild-projection', { name: 'no-such' })).toMatchObject({ status: 400 })
  expect(existsSync(fileOf(dataDir))).toBe(true)
})
