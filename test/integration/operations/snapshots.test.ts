import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readFrames, writeFrames } from '../../../services/wiring/snapshots/frames.ts'
import type { Pace } from '../../../services/wiring/snapshots/keeping.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { openSqliteLog } from '../../../shared/event-store/sqlite/sqlite.ts'
import { slugStream } from '../../../shared/facts/claim.ts'
import { embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { startSharedWriter } from '../../support/shared-writer.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { eventually } from '../../support/eventually.ts'

const X = '/calx/v1'
/** Written at every stop, also right after a deletion. */
const AT_STOP: Pace = {
  dueChanges: 1,
  dueAtStop: 1,
  firstLookMs: 3_600_000,
  lookMs: 3_600_000,
  quietMs: 0,
}
const fileOf = (dataDir: string) => join(dataDir, 'read-models.snapshot')

type Opened = {
  readonly service: EmbeddedService
  /** From where the read models followed the log. */ readonly began: readonly (number | null)[]
}

const opened = async (dataDir: string, pace: Pace = AT_STOP, env = {}): Promise<Opened> => {
  const began: (number | null)[] = []
  const beforeLog = (log: EventStore): EventStore => ({
    ...log,
    follow: (after, prefixes, signal) => {
      if (prefixes.includes('event-') && prefixes.includes('image-') && prefixes.includes('subscription-'))
        began.push(after)
      return log.follow(after, prefixes, signal)
    },
  })
  const others = { snapshotPace: pace, beforeLog }
  const service = await embeddedService(env, dataDir, undefined, undefined, undefined, others)
  return { service, began }
}

const made = async ({ ask }: EmbeddedService, title: string, more: object = {}): Promise<number> => {
  const when = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' }
  const { status, body } = await ask('POST /cal/events/v1/events', { body: { ...when, title, ...more } })
  expect(status).toBe(201)
  return (body as { id: number }).id
}

const WITH = {
  venue: { venue: 'Zebrahall', address: '7 Stripes Lane' },
  organizer: { organizer: 'Zebrafriends', email: 'quagga@stripes.example' },
  categories: ['Outdoors'],
}

/** Everything that is answered of the calendar. */
const answers = async ({ ask }: EmbeddedService): Promise<unknown[]> => {
  const all: unknown[] = []
  for (const address of [
    ...['events', 'venues', 'organizers', 'categories', 'tags'].map(
      name => `/cal/events/v1/${name}&per_page=50`,
    ),
    ...['events', 'venues', 'organizers'].map(name => `${X}/${name}&context=edit`),
    `${X}/events&status=trash&context=edit`,
    '/admin/history',
  ])
    all.push((await ask(`GET ${address}`)).body)
  return all
}

/** A folder with a calendar and its snapshot; what it answered. */
const filled = async () => {
  const dataDir = temporaryFolder()
  const { service } = await opened(dataDir)
  await made(service, 'Quagga fair', WITH)
  const second = await made(service, 'Okapi walk')
  await service.ask(`PATCH ${X}/events/${second}`, {
    body: { title: 'Okapi run', excerpt: 'Ünd so weiter 漢字' },
  })
  await made(service, 'Third')
  const before = await answers(service)
  await service.stop()
  expect(existsSync(fileOf(dataDir))).toBe(true)
  return { dataDir, before }
}

/** All that stands in a snapshot, as text. */
const told = async (dataDir: string): Promise<string> =>
  ((await readFrames(fileOf(dataDir))) ?? [])
    .map((frame, n) => (n === 0 ? frame : zstdDecompressSync(frame.subarray(4))).toString('latin1'))
    .join('\n')
    .toLowerCase()

it('a start takes in what was written at the stop, folds what came since, and answers the same', async () => {
  const { dataDir, before } = await filled()
  expect(statSync(fileOf(dataDir)).mode & 0o777).toBe(0o600)
  const { service, began } = await opened(dataDir, { ...AT_STOP, dueAtStop: Infinity })
  expect(began).toEqual([expect.any(Number)])
  expect(await answers(service)).toEqual(before)
  await made(service, 'Later')
  const after = await answers(service)
  await service.stop()

  const again = await opened(dataDir, { ...AT_STOP, dueAtStop: Infinity })
  expect(again.began).toEqual([expect.any(Number)])
  expect(await answers(again.service)).toEqual(after)
  await again.service.stop()
  const folded = await opened(dataDir, AT_STOP, { SNAPSHOTS: 'off' })
  expect(folded.began).toEqual([null])
  expect(existsSync(fileOf(dataDir))).toBe(false)
  expect(await answers(folded.service)).toEqual(after)
})

it('a start overwrites what a kill left beside the file, and takes the file in', async () => {
  const { dataDir, before } = await filled()
  const kept = ['.new', '.old'].map(ending => {
    writeFileSync(`${fileOf(dataDir)}${ending}`, 'zebra')
    linkSync(`${fileOf(dataDir)}${ending}`, join(dataDir, `kept${ending}`))
    return join(dataDir, `kept${ending}`)
  })
  const { service, began } = await opened(dataDir, { ...AT_STOP, dueAtStop: Infinity })
  expect(began).toEqual([expect.any(Number)])
  expect(await answers(service)).toEqual(before)
  for (const file of kept) expect(readFileSync(file, 'latin1')).toBe('\0'.repeat('zebra'.length))
  for (const ending of ['.new', '.old']) expect(existsSync(`${fileOf(dataDir)}${ending}`)).toBe(false)
})

it('one is written while the service runs, too, when enough has changed', async () => {
  const dataDir = temporaryFolder()
  const { service } = await opened(dataDir, { ...AT_STOP, firstLookMs: 1, lookMs: 5, dueAtStop: Infinity })
  await made(service, 'Quagga fair')
  await eventually(async () => expect(await told(dataDir)).toContain('quagga fair'))
})

type Doubt = (dataDir: string) => Promise<void> | void
const file =
  (change: (bytes: Buffer) => Buffer): Doubt =>
  dataDir =>
    writeFileSync(fileOf(dataDir), change(readFileSync(fileOf(dataDir))))
const inLog =
  (work: (log: EventStore) => Promise<unknown>): Doubt =>
  async dataDir => {
    const log = await openSqliteLog({ file: join(dataDir, 'log.sqlite'), start: startSharedWriter })
    await work(log)
    await log.close()
  }

const otherHeader =
  (change: object): Doubt =>
  async dataDir => {
    const [first, ...rest] = (await readFrames(fileOf(dataDir))) ?? []
    const header = JSON.parse(first?.toString() ?? '') as object
    await writeFrames(
      fileOf(dataDir),
      (async function* () {
        yield Buffer.from(JSON.stringify({ ...header, ...change }))
        yield* rest
      })(),
    )
  }

const DOUBTS: Readonly<Record<string, Doubt>> = {
  'another format': otherHeader({ format: 1 }),
  'another release': otherHeader({ madeWith: 'something else' }),
  'a part too few': otherHeader({ parts: 1 }),
  'a read model that it lacks': otherHeader({ marks: {} }),
  'a changed byte': file(bytes => {
    const at = Math.floor(bytes.length / 2)
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    return bytes
  }),
  'a file that was cut': dataDir => truncateSync(fileOf(dataDir), statSync(fileOf(dataDir)).size - 9),
  'an empty file': file(() => Buffer.alloc(0)),
  'something behind it': file(bytes => Buffer.concat([bytes, Buffer.from('more')])),
  'others who could have written it': dataDir => chmodSync(fileOf(dataDir), 0o660),
  'a stream that another program deleted': inLog(log => log.deleteStream(slugStream('event', 'third'))),
}

it.each(Object.entries(DOUBTS))('everything is folded where there is doubt: %s', async (_, doubt) => {
  const { dataDir, before } = await filled()
  await doubt(dataDir)
  const { service, began } = await opened(dataDir)
  expect(began).toEqual([null])
  expect(existsSync(fileOf(dataDir))).toBe(false)
  expect(await answers(service)).toEqual(before)
})

it('nor is it taken for that of another log, or with other settings', async () => {
  const { dataDir } = await filled()
  const other = temporaryFolder()
  const { service } = await opened(other)
  for (let n = 1; n <= 15; n++) await made(service, `Of another school ${n}`)
  await service.stop()
  copyFileSync(fileOf(dataDir), fileOf(other))
  const mixed = await opened(other)
  expect(mixed.began).toEqual([null])
  expect(JSON.stringify(await answers(mixed.service))).not.toContain('Quagga')
  await mixed.service.stop()

  const zone = await opened(dataDir, AT_STOP, { SITE_TIMEZONE: 'Europe/Berlin' })
  expect(zone.began).toEqual([null])
})

it('OP-7 no snapshot is left when a purge is answered, and none that is written later tells of what was purged', async () => {
  const { dataDir } = await filled()
  expect(await told(dataDir)).toContain('quagga fair')
  const { service, began } = await opened(dataDir)
  expect(began).toEqual([expect.any(Number)])
  const { body } = await service.ask('GET /cal/events/v1/events&search=Quagga')
  const [found] = (body as { events: { id: number; venue: { id: number }; organizer: { id: number }[] }[] })
    .events
  const gone = [`events/${found?.id}`, `venues/${found?.venue.id}`, `organizers/${found?.organizer[0]?.id}`]
  for (const address of gone) {
    const answer = await service.ask(`DELETE ${X}/${address}&force=true`)
    expect(answer).toMatchObject({ status: 200, body: { deleted: true } })
    expect(existsSync(fileOf(dataDir))).toBe(false)
    for (const ending of ['.new', '.old']) expect(existsSync(`${fileOf(dataDir)}${ending}`)).toBe(false)
  }
  const after = await answers(service)
  await service.stop()
  const text = await told(dataDir)
  expect(text).toContain('okapi run')
  for (const part of ['quagga', 'zebra', 'stripes lane']) expect(text).not.toContain(part)
  const again = await opened(dataDir)
  expect(again.began).toEqual([expect.any(Number)])
  expect(await answers(again.service)).toEqual(after)
})

it('an erased user, too, is in no snapshot; for a while after a deletion none is written', async () => {
  const { dataDir } = await filled()
  const { service } = await opened(dataDir, { ...AT_STOP, quietMs: 3_600_000 })
  const asked = {
    login: 'quaggafan',
    email: 'fan@quagga.example',
    role: 'author',
    password: 'a long password',
  }
  const user = await service.operate('create-user', asked)
  expect(user.status).toBe(200)
  const erased = await service.operate('erase-user', { login: 'quaggafan' })
  expect(erased.status).toBe(200)
  expect(existsSync(fileOf(dataDir))).toBe(false)
  await service.stop()
  expect(existsSync(fileOf(dataDir))).toBe(false)
  const { began } = await opened(dataDir)
  expect(began).toEqual([null])
})
