import { spawn, execFileSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../shared/event-store/port.ts'
import type { EventStore, StoredRecord } from '../../shared/event-store/port.ts'
import { startWriter } from '../../shared/event-store/sqlite/thread.ts'
import { openSqliteLog } from '../../shared/event-store/sqlite/sqlite.ts'
import { note } from '../support/note.ts'

const PROCESS = fileURLToPath(new URL('../support/log-writer.ts', import.meta.url))

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belltower-fault-'))
  file = join(folder, 'log.db')
})
afterEach(() => rm(folder, { recursive: true }))

const everything = async (log: EventStore): Promise<readonly StoredRecord[]> => {
  const stop = new AbortController()
  const records: StoredRecord[] = []
  for await (const step of log.follow(null, [], stop.signal)) {
    records.push(...step.records)
    if (step.live) stop.abort()
  }
  return records
}

const unavailable = (message: string | RegExp) => (error: unknown) => {
  expect(error).toBeInstanceOf(StoreUnavailable)
  expect(String(error)).toContain(file)
  expect(String(error)).toMatch(message)
}

describe('a process killed while it appends', () => {
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [PROCESS, file, join(folder, 'acknowledged')])
    await once(child.stdout, 'data')
    return child
  }
  const kill = async (child: ChildProcess): Promise<void> => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const acknowledged = async (): Promise<readonly (readonly [stream: string, revision: number])[]> =>
    (await readFile(join(folder, 'acknowledged'), 'utf8'))
      .trim()
      .split('\n')
      .filter(line => line !== '')
      .map(line => {
        const [stream = '', revision] = line.split(' ')
        return [stream, Number(revision)]
      })

  it('loses no acknowledged append and leaves no half batch, at eight moments', async () => {
    for (const moment of [0, 7, 20, 45, 90, 150, 260, 400]) {
      const child = await start()
      await delay(moment)
      await kill(child)

      const log = await openSqliteLog({ file })
      for (const stream of ['a', 'b', 'c', 'd']) {
        const records = await log.read(stream)
        expect(records.map(r => r.revision)).toEqual(records.map((_, n) => n))
        expect(records.map(r => [r.data['n'], r.data['part']])).toEqual(
          records.map((_, n) => [Math.floor(n / 3), n % 3]),
        )
        expect(records.length % 3).toBe(0)
        const promised = (await acknowledged())
          .filter(([of]) => of === stream)
          .map(([, revision]) => revision)
        expect(records.length).toBeGreaterThan(Math.max(-1, ...promised))
      }
      await log.close()
    }
    expect((await acknowledged()).length).toBeGreaterThan(20)
  }, 60_000)

  it('holds the log while it lives, and not a moment longer', async () => {
    const child = await start()
    await openSqliteLog({ file }).then(() => expect.unreachable(), unavailable('held by another process'))
    await kill(child)
    const log = await openSqliteLog({ file })
    await log.close()
  })
})

describe('a log that is open already', () => {
  it('names who holds it', async () => {
    const first = await openSqliteLog({ file, holder: 'the service (process 41)' })
    await openSqliteLog({ file }).then(
      () => expect.unreachable(),
      unavailable('is held by the service (process 41)'),
    )
    await first.close()
  })

  it('is refused a second time in this process, and free again once closed', async () => {
    const first = await openSqliteLog({ file })
    await openSqliteLog({ file }).then(() => expect.unreachable(), unavailable('held'))
    await first.append('s', [note('still mine')], 'absent')
    await first.close()
    const second = await openSqliteLog({ file })
    expect(await second.read('s')).toHaveLength(1)
    await second.close()
  })
})

describe('no room left', () => {
  it('says so, keeps what was acknowledged, and goes on once there is room', async () => {
    const log = await openSqliteLog({ file, maxBytes: 400_000 })
    await log.append('ballast', [note('x'.repeat(100_000))], 'absent')
    let kept = 0
    const fill = async (): Promise<void> => {
      for (;;) {
        await log.append('s', [note('y'.repeat(20_000)), note('z')], 'any')
        kept += 2
      }
    }
    await fill().catch(unavailable('is full'))
    expect(kept).toBeGreaterThan(0)
    await log
      .append('s', [note('y'.repeat(30_000))], 'any')
      .then(() => expect.unreachable(), unavailable('is full'))
    expect(await log.read('s')).toHaveLength(kept)

    await log.deleteStream('ballast')
    expect(await log.append('s', [note('w'.repeat(20_000))], kept - 1)).toMatchObject({ revision: kept })
    await log.close()
    const again = await openSqliteLog({ file })
    expect(await again.read('s')).toHaveLength(kept + 1)
    await again.close()
  })

  it('fails every append of the group, and none of them is half there', async () => {
    const log = await openSqliteLog({ file, maxBytes: 200_000 })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) =>
        log.append(`s${n}`, [note('x'), note('y'.repeat(30_000))], 'absent'),
      ),
    )
    expect(new Set(outcomes.map(o => o.status))).toEqual(new Set(['rejected']))
    expect(await log.head()).toBeNull()
    expect(await log.append('s0', [note('small')], 'absent')).toMatchObject({ revision: 0 })
    await log.close()
  })
})

describe('a damaged file', () => {
  const closedLog = async (): Promise<readonly StoredRecord[]> => {
    const log = await openSqliteLog({ file })
    for (let n = 0; n < 40; n++) await log.append(`s${n % 4}`, [note(`text-${n}-${'.'.repeat(300)}`)], 'any')
    const records = await everything(log)
    await log.close()
    return records
  }
  const opening = async (): Promise<void> => {
    const log = await openSqliteLog({ file })
    try {
      await everything(log)
    } finally {
      await log.close()
    }
  }

  it('that is no database at all is left as it is', async () => {
    const garbage = Buffer.from('no calendar in here '.repeat(500))
    await writeFile(file, garbage)
    await opening().then(() => expect.unreachable(), unavailable('is damaged'))
    expect(await readFile(file)).toEqual(garbage)
  })

  it('that belongs to another program is left as it is', async () => {
    const other = new DatabaseSync(file)
    other.exec('CREATE TABLE theirs (a)')
    other.close()
    const before = await readFile(file)
    await opening().then(() => expect.unreachable(), unavailable('another program'))
    expect(await readFile(file)).toEqual(before)
  })

  it('that a newer release wrote is left as it is', async () => {
    await closedLog()
    const db = new DatabaseSync(file)
    db.exec('PRAGMA user_version = 99')
    db.close()
    await opening().then(() => expect.unreachable(), unavailable('newer release'))
  })

  it.each([0.25, 0.5, 0.9])('that was cut to %s of its length', async share => {
    await closedLog()
    const { length } = await readFile(file)
    await truncate(file, Math.floor((length * share) / 4096) * 4096 + 100)
    await opening().then(() => expect.unreachable(), unavailable('is damaged'))
  })

  it('with one other letter in a record', async () => {
    await closedLog()
    const bytes = await readFile(file)
    bytes.write('tent-7-', bytes.indexOf('text-7-'))
    await writeFile(file, bytes)
    await opening().then(
      () => expect.unreachable(),
      unavailable('record 1 of s3 does not match its checksum'),
    )
    const log = await openSqliteLog({ file })
    expect(await log.read('s2')).toHaveLength(10)
    await log.read('s3').then(() => expect.unreachable(), unavailable('checksum'))
    const together = await Promise.allSettled(['s1', 's3', 'none', 's2'].map(stream => log.read(stream)))
    expect(together.map(one => (one.status === 'fulfilled' ? one.value.length : null))).toEqual([
      10,
      null,
      0,
      10,
    ])
    await log.close()
  })

  it('with bytes flipped anywhere never hands out a record that was not written', async () => {
    const written = new Map((await closedLog()).map(r => [r.position, r]))
    const intact = join(folder, 'intact')
    await copyFile(file, intact)
    const bytes = await readFile(intact)
    let refused = 0
    for (let at = 50; at < bytes.length; at += 1511) {
      const damaged = Buffer.from(bytes)
      damaged.writeUInt8((damaged[at] ?? 0) ^ 0x5a, at)
      await writeFile(file, damaged)
      try {
        const log = await openSqliteLog({ file })
        try {
          for (const record of await everything(log)) expect(record).toEqual(written.get(record.position))
        } finally {
          await log.close()
        }
      } catch (error) {
        unavailable('')(error)
        refused++
      }
    }
    expect(refused).toBeGreaterThan(10)
  }, 120_000)

  it('below a folder that is a file', async () => {
    await writeFile(join(folder, 'plain'), '')
    file = join(folder, 'plain', 'log.db')
    await opening().then(() => expect.unreachable(), unavailable('cannot be used'))
  })
})

describe('the writing thread dies', () => {
  /** The n-th request meets the end of the thread, before or after it took effect. */
  const dyingAt = (n: number, when: 'before' | 'after'): typeof startWriter => {
    let asked = 0
    return async options => {
      const writer = await startWriter(options)
      const ask: typeof writer.ask = async request => {
        if (request.ask === 'sweep' || ++asked !== n) return writer.ask(request)
        if (when === 'after') await writer.ask(request)
        const answer = when === 'before' ? writer.ask(request) : null
        await writer.terminate()
        if (answer !== null) return answer
        throw new StoreUnavailable(`the writer of the log ${options.file} ended`)
      }
      return { ...writer, ask }
    }
  }

  it.each([
    [1, 'before'],
    [1, 'after'],
    [3, 'before'],
    [3, 'after'],
  ] as const)('at request %i, %s it took effect: nothing is lost or doubled', async (n, when) => {
    const log = await openSqliteLog({ file, start: dyingAt(n, when) })
    const stop = new AbortController()
    const seen: StoredRecord[] = []
    const following = (async () => {
      for await (const step of log.follow(null, [], stop.signal)) seen.push(...step.records)
    })()
    let failures = 0
    for (let round = 0; round < 5; round++) {
      const records = [note(`a${round}`), note(`b${round}`)]
      const expected = round === 0 ? 'absent' : round * 2 - 1
      const append = () => log.append('s', records, expected)
      const { revision } = await append().catch((error: unknown) => {
        unavailable('ended')(error)
        failures++
        return append()
      })
      expect(revision).toBe(round * 2 + 1)
    }
    expect(failures).toBe(1)
    const stored = await log.read('s')
    expect(stored.map(r => r.data['text'])).toEqual([0, 1, 2, 3, 4].flatMap(r => [`a${r}`, `b${r}`]))
    while (seen.length < stored.length) await delay(1)
    expect(seen).toEqual(stored)
    stop.abort()
    await following
    await log.close()
  })

  it('rejects everything of the group under way', async () => {
    const log = await openSqliteLog({ file, start: dyingAt(1, 'before') })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => log.append(`s${n}`, [note('x')], 'absent')),
    )
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') expect.unreachable()
      else unavailable('ended')(outcome.reason)
    }
    expect(await log.append('s49', [note('y')], 'absent')).toMatchObject({ revision: 0 })
    await log.close()
  })
})

describe('what was deleted', () => {
  /** By another process: closing a file here would drop this process's locks on it. */
  const holds = (text: string): boolean => {
    const files = ['log.db', 'log.db-wal'].map(name => join(folder, name))
    const script =
      'process.exit(process.argv.slice(2).some(f => require("fs").readFileSync(f).includes(process.argv[1])) ? 1 : 0)'
    try {
      execFileSync(process.execPath, ['-e', script, text, ...files])
      return false
    } catch {
      return true
    }
  }

  it('is in none of the files any more, whatever else was written around it', async () => {
    const log = await openSqliteLog({ file })
    for (let n = 0; n < 200; n++)
      await Promise.all([
        log.append(
          `person-${n % 20}/x`,
          [note(`secret of ${n % 20}, ${'.'.repeat((n * 37) % 5000)}`)],
          'any',
        ),
        log.append('other', [note(`plain ${n}`)], 'any'),
      ])
    expect(holds('secret of 7,')).toBe(true)
    for (const person of [7, 13, 1, 19]) {
      await log.deleteStream(`person-${person}/x`)
      expect(holds(`secret of ${person},`)).toBe(false)
      expect(holds(`person-${person}/x`)).toBe(false)
    }
    expect(holds('secret of 8,')).toBe(true)
    expect(await log.read('other')).toHaveLength(200)
    await log.close()
  })

  it('gives its stream a new beginning at revision 0, and its positions to nobody', async () => {
    let log = await openSqliteLog({ file })
    await log.append('kept', [note('k')], 'absent')
    const { position } = await log.append('gone', [note('1'), note('2')], 'absent')
    await log.deleteStream('gone')
    await log.close()
    log = await openSqliteLog({ file })
    const again = await log.append('gone', [note('3')], 'absent')
    expect(again.revision).toBe(0)
    expect(again.position).toBeGreaterThan(position)
    await log.close()
  })
})

describe('what has expired', () => {
  it('is hidden at its second and swept away at the next start; revisions and positions go on', async () => {
    let time = 1_000_000_000_000
    const now = () => time
    const first = await openSqliteLog({ file, now })
    await first.append('kept', [note('kept')], 'absent')
    const { position } = await first.append('payload', [note('vanishing 1'), note('vanishing 2')], 'absent')
    await first.expireAfter('payload', 60)
    time += 59_999
    expect(await first.read('payload')).toHaveLength(2)
    time += 1
    expect(await first.read('payload')).toEqual([])
    expect(await everything(first)).toHaveLength(1)
    await first.close()
    expect((await readFile(file)).includes('vanishing')).toBe(true)

    const second = await openSqliteLog({ file, now })
    const third = await second.append('payload', [note('later')], 1)
    expect(third.revision).toBe(2)
    expect(third.position).toBeGreaterThan(position)
    time += 59_000
    expect(await second.read('payload')).toHaveLength(1)
    await second.close()
    expect((await readFile(file)).includes('vanishing')).toBe(false)
  })
})

describe('a folder that is missing', () => {
  it('is created, and holds nothing but the log and its lock when closed', async () => {
    file = join(folder, 'deep', 'down', 'log.db')
    const log = await openSqliteLog({ file })
    await log.append('s', [note('x')], 'absent')
    await log.close()
    expect((await readdir(join(folder, 'deep', 'down'))).sort()).toEqual(['log.db', 'log.db.lock'])
  })
})
