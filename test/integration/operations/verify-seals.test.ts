import { DatabaseSync } from 'node:sqlite'
import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { streamName, type StreamName } from '../../../shared/kernel/brands.ts'
import { leavesIn, sealOf, sealTree } from '../../../services/seals/leaves.ts'
import { checksum } from '../../../shared/event-store/sqlite/record.ts'
import { sealCodec, SEALS } from '../../../shared/facts/seal.ts'
import { cli } from '../../support/cli.ts'
import { embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const HOUR_MS = 3_600_000

type Report = {
  readonly sealed: { readonly seals: number; readonly sealed: number; readonly unsealed: number }
  readonly problems: readonly string[]
}

const verify = async (dataDir: string, ...more: readonly string[]) => {
  const { code, stdout } = await cli(dataDir, ['verify', '--json', ...more])
  return { code, report: JSON.parse(stdout) as Report }
}

const opened = <Done>(dataDir: string, use: (db: DatabaseSync) => Done): Done => {
  const db = new DatabaseSync(join(dataDir, 'log.sqlite'))
  try {
    return use(db)
  } finally {
    db.close()
  }
}

const sealsIn = (dataDir: string): number =>
  opened(dataDir, db =>
    Number(db.prepare('SELECT count(*) AS n FROM records WHERE stream = ?').get(SEALS)?.['n']),
  )

const create = async ({ ask }: EmbeddedService, title: string) => {
  const times = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 11:00:00' }
  const { body } = await ask('POST /cal/events/v1/events', {
    body: { title, ...times, venue: { venue: title } },
  })
  return (body as { id: number }).id
}

/** A school whose log was sealed twice, with something purged and somebody erased in between. */
const sealedSchool = async () => {
  const clock = { ms: Date.parse('2027-01-01T10:00:00.000Z') }
  const dataDir = temporaryFolder()
  const service = await embeddedService({}, dataDir, () => clock.ms)
  const sealed = async (number: number) => {
    clock.ms += 2 * HOUR_MS
    await expect.poll(() => sealsIn(dataDir)).toBe(number)
  }
  const [first, second] = [await create(service, 'Fair'), await create(service, 'Concert')]
  const sam = { login: 'sam', email: 'sam@school.example', role: 'editor', password: 'a long password' }
  await service.operate('create-user', sam)
  await sealed(1)
  await service.ask(`POST /cal/events/v1/events/${first}`, { body: { title: 'Spring fair' } })
  await service.ask(`DELETE /calx/v1/events/${second}&force=true`)
  await service.operate('erase-user', { login: 'sam' })
  await sealed(2)
  const third = await create(service, 'Play')
  await service.stop()
  return { dataDir, first, third }
}

type Row = {
  readonly position: number
  readonly stream: StreamName
  readonly revision: number
  readonly id: string
  readonly body: string
}

const rowOf = (db: DatabaseSync, stream: string, revision: number): Row =>
  db
    .prepare('SELECT * FROM records WHERE stream = ? AND revision = ?')
    .get(stream, revision) as unknown as Row

/** As somebody does it who knows how the file is made. */
const put = (db: DatabaseSync, row: Row) => {
  const crc = checksum(row.body, row)
  db.prepare('UPDATE records SET position = ?, body = ?, crc = ? WHERE stream = ? AND revision = ?').run(
    ...([row.position, row.body, crc, row.stream, row.revision] as const),
  )
}

const rewritten = (from: string, to: string) => (db: DatabaseSync, stream: string) => {
  const row = rowOf(db, stream, 0)
  expect(row.body).toContain(from)
  put(db, { ...row, body: row.body.replace(from, to) })
}

it('finds nothing wrong, though something was purged and somebody erased', async () => {
  const { dataDir } = await sealedSchool()
  const { code, report } = await verify(dataDir)
  expect(report.problems).toEqual([])
  expect(code).toBe(0)
  expect(report.sealed.seals).toBe(2)
  expect(report.sealed.sealed).toBeGreaterThan(15)
  expect(report.sealed.unsealed).toBeGreaterThan(3)
})

it('finds every kind of change to the file of a log, and names it', async () => {
  const { dataDir, first } = await sealedSchool()
  const stream = `event-${first}`
  const here = new RegExp(`^record 0 of ${stream} is not what was sealed there \\(seal 1\\)$`)
  const changes: readonly [(db: DatabaseSync) => void, RegExp][] = [
    [
      db => db.exec(`UPDATE records SET body = replace(body, 'Fair', 'Fear') WHERE stream = '${stream}'`),
      new RegExp(`^record 0 of ${stream} does not match its checksum$`),
    ],
    [db => rewritten('Fair', 'Fear')(db, stream), here],
    [db => rewritten('2027-01-01T10:00:00.000Z', '2027-01-01T10:00:00.001Z')(db, stream), here],
    [db => rewritten('"actor":1', '"actor":2')(db, stream), here],
    [
      db => {
        const [one, two] = [rowOf(db, stream, 0), rowOf(db, 'user-1', 0)]
        db.prepare('UPDATE records SET position = -1 WHERE position = ?').run(two.position)
        put(db, { ...one, position: two.position })
        put(db, { ...two, position: one.position })
      },
      /stands elsewhere than where it was sealed \(seal 1\)$/,
    ],
    [
      db => db.exec(`DELETE FROM records WHERE stream = '${stream}'`),
      /^a record behind record \d+ of .+ is not there any more, and nothing tells why \(seal 1\)$/,
    ],
    [
      db => {
        const row = { ...rowOf(db, stream, 0), stream: streamName('event-900'), position: 3 }
        const values = [
          row.position,
          row.stream,
          0,
          row.id,
          0,
          253_402_300_799_999,
          checksum(row.body, row),
          row.body,
        ]
        db.prepare('INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)').run(...values)
      },
      /^record 0 of event-900 was put there afterwards \(seal 1\)$/,
    ],
    [
      db => {
        const row = rowOf(db, SEALS, 0)
        put(db, { ...row, body: row.body.replace(/"root":"../, '"root":"00') })
      },
      /^seal 1 does not match what it holds$/,
    ],
    [
      db => {
        const row = rowOf(db, SEALS, 0)
        const { type, data, meta } = JSON.parse(row.body) as { type: string; data: object; meta: object }
        const seal = sealCodec.decode(type, data)
        const again = sealCodec.encode(sealOf(sealTree(leavesIn(seal).slice(1)), seal))
        put(db, { ...row, body: JSON.stringify({ ...again, meta }) })
      },
      /^seal 2 does not follow the seal before it$|was put there afterwards \(seal 1\)$/,
    ],
  ]
  for (const [change, problem] of changes) {
    const copy = temporaryFolder()
    cpSync(dataDir, copy, { recursive: true, filter: path => !path.endsWith('.sock') })
    opened(copy, change)
    const { code, report } = await verify(copy)
    expect(
      report.problems.find(one => problem.test(one)),
      JSON.stringify(report.problems),
    ).toBeDefined()
    expect(code).toBe(1)
  }
})

it('writes no file of seals while there are none: it could be compared with nothing', async () => {
  const dataDir = temporaryFolder()
  const service = await embeddedService({}, dataDir)
  await service.stop()
  const file = join(temporaryFolder(), 'seals.jsonl')
  const { code, stdout, output } = await cli(dataDir, ['seals', 'export', file])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(output).toContain('nothing is sealed yet, and no file was written')
  expect(existsSync(file)).toBe(false)
})

it('seals that were written down find out a log whose end was made up', async () => {
  const { dataDir, third } = await sealedSchool()
  const calledIn = temporaryFolder()
  const file = join(calledIn, 'seals.jsonl')
  const written = await cli(dataDir, ['seals', 'export', 'seals.jsonl'], calledIn, undefined, {
    INIT_CWD: calledIn,
  })
  expect(written).toMatchObject({ code: 0, stdout: '2 seals are in seals.jsonl\n' })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2)
  expect((await cli(dataDir, ['seals', 'export', file])).code).toBe(1)
  expect(await verify(dataDir, '--against', file)).toMatchObject({ code: 0 })

  // who takes the last seal away, and all that came behind the one before, leaves a chain without a fault
  opened(dataDir, db => {
    const { position } = rowOf(db, SEALS, 0)
    db.prepare('DELETE FROM records WHERE position > ?').run(position)
  })
  expect((await verify(dataDir)).report.problems.join()).not.toContain('seal 2')
  const { code, report } = await verify(dataDir, '--against', file)
  expect(code).toBe(1)
  expect(report.problems).toContain('seal 2, which was written down, is not in the log')

  // a second export behind the first one
  const [first = '', second = ''] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, `${first}\n${second}\n${first}\n`)
  expect((await verify(dataDir, '--against', file)).code).toBe(1)
  writeFileSync(
    file,
    `${first}\n${second}\n${first.replace(/"root":"[0-9a-f]{64}"/, `"root":"${'0'.repeat(64)}"`)}\n`,
  )
  expect((await cli(dataDir, ['verify', '--against', file])).output).toContain(
    'line 3 is another seal 1 than one before',
  )

  writeFileSync(file, '{"number":1}\n')
  const refused = await cli(dataDir, ['verify', '--against', file])
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('line 1 is not a seal as `seals export` writes it')
  expect(third).toBeGreaterThan(0)
})
