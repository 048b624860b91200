import { copyFile, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { streamName, streamRevision } from '../../shared/kernel/brands.ts'
import { StoreUnavailable } from '../../shared/event-store/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import type { StartWriter } from '../../shared/event-store/sqlite/protocol.ts'
import { startWriter } from '../../shared/event-store/sqlite/queue.ts'
import { openSqliteLog } from '../../shared/event-store/sqlite/sqlite.ts'
import { note } from '../support/note.ts'
import { madeFolder } from '../support/temporary-folder.ts'
import { everything, refusalsOf } from '../support/whole-log.ts'

let folder: string
let file: string
let remove: () => void
beforeEach(() => {
  ;({ folder, remove } = madeFolder())
  file = join(folder, 'log.db')
})
afterEach(() => remove())
const { unavailable } = refusalsOf(() => file)

describe('no room left', () => {
  it('says so, keeps what was acknowledged, and goes on once there is room', async () => {
    const log = await openSqliteLog({ file, maxBytes: 400_000 })
    await log.append(streamName('ballast'), [note('x'.repeat(100_000))], 'absent')
    let kept = 0
    const fill = async (): Promise<void> => {
      for (;;) {
        await log.append(streamName('s'), [note('y'.repeat(20_000)), note('z')], 'any')
        kept += 2
      }
    }
    await fill().catch(unavailable('is full'))
    expect(kept).toBeGreaterThan(0)
    await log
      .append(streamName('s'), [note('y'.repeat(30_000))], 'any')
      .then(() => expect.unreachable(), unavailable('is full'))
    expect(await log.read(streamName('s'))).toHaveLength(kept)

    await log.deleteStream(streamName('ballast'))
    expect(
      await log.append(streamName('s'), [note('w'.repeat(20_000))], streamRevision(kept - 1)),
    ).toMatchObject({
      revision: kept,
    })
    await log.close()
    const again = await openSqliteLog({ file })
    expect(await again.read(streamName('s'))).toHaveLength(kept + 1)
    await again.close()
  })

  it('fails every append of the group, and none of them is half there', async () => {
    const log = await openSqliteLog({ file, maxBytes: 200_000 })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) =>
        log.append(streamName(`s${n}`), [note('x'), note('y'.repeat(30_000))], 'absent'),
      ),
    )
    expect(new Set(outcomes.map(o => o.status))).toEqual(new Set(['rejected']))
    expect(await log.head()).toBeNull()
    expect(await log.append(streamName('s0'), [note('small')], 'absent')).toMatchObject({ revision: 0 })
    await log.close()
  })
})

describe('a damaged file', () => {
  const closedLog = async (): Promise<readonly StoredRecord[]> => {
    const log = await openSqliteLog({ file })
    for (let n = 0; n < 40; n++)
      await log.append(streamName(`s${n % 4}`), [note(`text-${n}-${'.'.repeat(300)}`)], 'any')
    const records = await everything(log)
    await log.close()
    return records
  }
  it('without the row of what was ever the highest position takes what is appended, where nothing ever was', async () => {
    const records = await closedLog()
    const before = await openSqliteLog({ file })
    const newest = await before.append(streamName('newest'), [note('x'), note('y')], 'absent')
    await before.deleteStream(streamName('newest'))
    await before.close()
    const db = new DatabaseSync(file)
    db.exec('DELETE FROM highest')
    db.close()
    const log = await openSqliteLog({ file })
    const { position } = await log.append(streamName('s0'), [note('after')], 'any')
    expect(position).toBeGreaterThan(newest.position)
    expect(await everything(log)).toHaveLength(records.length + 1)
    await log.close()
  })

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
    expect(await log.read(streamName('s2'))).toHaveLength(10)
    await log.read(streamName('s3')).then(() => expect.unreachable(), unavailable('checksum'))
    const together = await Promise.allSettled(
      ['s1', 's3', 'none', 's2'].map(stream => log.read(streamName(stream))),
    )
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
  })

  it('below a folder that is a file', async () => {
    await writeFile(join(folder, 'plain'), '')
    file = join(folder, 'plain', 'log.db')
    await opening().then(() => expect.unreachable(), unavailable('cannot be used'))
  })
})

describe('the writing thread dies', () => {
  /** The n-th request meets the end of the thread, before or after it took effect. */
  const dyingAt = (n: number, when: 'before' | 'after'): StartWriter => {
    let asked = 0
    return async options => {
      const writer = await startWriter(options)
      const ask: typeof writer.ask = async request => {
        if (request.ask === 'sweep' || ++asked !== n) return writer.ask(request)
        if (when === 'after') await writer.ask(request)
        const ended = writer.terminate()
        // under way to a thread that will not take it any more
        const answer = when === 'before' ? writer.ask(request) : null
        await ended
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
      const expected = round === 0 ? 'absent' : streamRevision(round * 2 - 1)
      const append = () => log.append(streamName('s'), records, expected)
      const { revision } = await append().catch((error: unknown) => {
        unavailable('ended')(error)
        failures++
        return append()
      })
      expect(revision).toBe(round * 2 + 1)
    }
    expect(failures).toBe(1)
    const stored = await log.read(streamName('s'))
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
      Array.from({ length: 50 }, (_, n) => log.append(streamName(`s${n}`), [note('x')], 'absent')),
    )
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') expect.unreachable()
      else unavailable('ended')(outcome.reason)
    }
    expect(await log.append(streamName('s49'), [note('y')], 'absent')).toMatchObject({ revision: 0 })
    await log.close()
  })
})
