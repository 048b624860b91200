import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { headerIn } from '../../../services/wiring/snapshots/contents.ts'
import { readFrames } from '../../../services/wiring/snapshots/frames.ts'
import type { Pace } from '../../../services/wiring/snapshots/keeping.ts'
import { startedService } from '../../support/embedded-service.ts'
import { cli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const HOUR = 3_600_000
const AT_STOP: Pace = { dueChanges: 1, dueAtStop: 1, firstLookMs: HOUR, lookMs: HOUR, quietMs: 0 }
const logIn = (folder: string) => join(folder, 'log.sqlite')
const snapshotIn = (folder: string) => join(folder, 'read-models.snapshot')

const opened = (folder: string, env = {}) =>
  startedService(env, folder, undefined, undefined, undefined, { snapshotPace: AT_STOP })

type Service = Awaited<ReturnType<typeof opened>>

const made = async ({ ask }: Service, title: string): Promise<void> => {
  const when = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' }
  expect((await ask('POST /cal/events/v1/events', { body: { ...when, title } })).status).toBe(201)
}

const titles = async ({ ask }: Service): Promise<readonly string[]> => {
  const { status, body } = await ask('GET /cal/events/v1/events&start_date=2027-01-01')
  expect(status).toBe(200)
  return (body as { events: { title: string }[] }).events.map(({ title }) => title)
}

/** A stopped calendar with two events, a snapshot of both, and a copy of its log from between them. */
const filled = async () => {
  const folder = temporaryFolder()
  const older = join(temporaryFolder(), 'older.sqlite')
  const first = await opened(folder)
  await made(first, 'Okapi walk')
  await first.stop()
  copyFileSync(logIn(folder), older)
  const second = await opened(folder)
  await made(second, 'Quagga fair')
  await second.stop()
  const knew = headerIn((await readFrames(snapshotIn(folder))) ?? [])?.log.position ?? 0
  expect(knew).toBeGreaterThan(endOf(older))
  return { folder, older, knew }
}

const inLog = <Result>(file: string, work: (db: DatabaseSync) => Result): Result => {
  const db = new DatabaseSync(file)
  try {
    return work(db)
  } finally {
    db.close()
  }
}
const endOf = (file: string): number =>
  inLog(file, db => Number(db.prepare('SELECT max(position) AS at FROM records').get()?.['at'] ?? 0))

type Filled = Awaited<ReturnType<typeof filled>>
type Loss = {
  readonly lose: (filled: Filled) => void
  readonly ends: (filled: Filled) => string
  /** Events that it still has. */
  readonly left: readonly string[]
}

const LOSSES: Readonly<Record<string, Loss>> = {
  emptied: { lose: ({ folder }) => writeFileSync(logIn(folder), ''), ends: () => 'it is empty', left: [] },
  removed: { lose: ({ folder }) => rmSync(logIn(folder)), ends: () => 'it is empty', left: [] },
  'an older copy': {
    lose: ({ folder, older }) => copyFileSync(older, logIn(folder)),
    ends: ({ older }) => `it ends at ${endOf(older)}`,
    left: ['Okapi walk'],
  },
  'its tail cut': {
    lose: ({ folder }) =>
      inLog(logIn(folder), db =>
        // the second event, all that came after it, and its slug
        db.exec(
          `DELETE FROM records WHERE position >= (SELECT position FROM records WHERE stream = 'slug-event/quagga-fair')`,
        ),
      ),
    ends: ({ folder }) => `it ends at ${endOf(logIn(folder))}`,
    left: ['Okapi walk'],
  },
}

it.each(Object.entries(LOSSES))(
  '00 §6.1 a log that lost its end is refused by starts and commands until the snapshot is removed: %s',
  async (_, { lose, ends, left }) => {
    const calendar = await filled()
    const { folder, knew } = calendar
    lose(calendar)
    const [snapshot, message] = [
      readFileSync(snapshotIn(folder)),
      `the log ${logIn(folder)} lost records: the snapshot of read models beside it knew it up to position ${knew}, now ` +
        `${ends(calendar)}. Nothing was recorded. Put a backup back (restore, into an empty folder; compare it by verify --against), ` +
        `or, to go on without what was lost, remove ${snapshotIn(folder)}`,
    ]
    for (const env of [{}, { SNAPSHOTS: 'off' }])
      await expect(opened(folder, env)).rejects.toMatchObject({ name: 'StoreUnavailable', message })
    const { code, output } = await cli(folder, ['set-option', 'start_of_week', '1'])
    expect([code, output.trim()]).toEqual([1, `belltower: ${message}`])
    expect(readFileSync(snapshotIn(folder))).toEqual(snapshot)
    expect(endOf(logIn(folder))).toBeLessThan(knew)

    rmSync(snapshotIn(folder))
    const service = await opened(folder)
    expect(await titles(service)).toEqual(left)
    await service.stop()
  },
)

it('00 §6.1 a folder that was restored or copied starts as ever, and so does one whose last records expired', async () => {
  const { folder, knew } = await filled()
  const [backup, restored, copied] = ['backup', 'restored', 'copied'].map(name =>
    join(temporaryFolder(), name),
  )
  if (backup === undefined || restored === undefined || copied === undefined) throw new Error('no folders')
  expect(await cli(folder, ['backup', backup])).toMatchObject({ code: 0 })
  for (const [args, from, made] of [
    [['restore', backup], restored, restored],
    [['copy-log', '--to', `sqlite:${copied}`, '--finish'], restored, copied],
  ] as const) {
    expect(await cli(from, args)).toMatchObject({ code: 0 })
    const service = await opened(made)
    expect(await titles(service)).toEqual(['Okapi walk', 'Quagga fair'])
    await service.stop()
  }

  // what is swept leaves where the log ended
  inLog(logIn(folder), db =>
    db.exec(
      `UPDATE records SET expires = 1 WHERE position >= (SELECT position FROM records WHERE stream = 'slug-event/quagga-fair')`,
    ),
  )
  const service = await opened(folder)
  expect(await titles(service)).toEqual(['Okapi walk'])
  await service.stop()
  expect(endOf(logIn(folder))).toBeLessThan(knew)
})
