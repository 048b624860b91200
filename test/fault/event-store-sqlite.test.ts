import { spawn, execFileSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { streamName, streamRevision, epochMs } from '../../shared/kernel/brands.ts'
import { openSqliteLog } from '../../shared/event-store/sqlite/sqlite.ts'
import { note } from '../support/note.ts'
import { madeFolder } from '../support/temporary-folder.ts'
import { everything, refusalsOf } from '../support/whole-log.ts'

const PROCESS = fileURLToPath(new URL('../support/log-writer.ts', import.meta.url))

let folder: string
let file: string
let remove: () => void
beforeEach(() => {
  ;({ folder, remove } = madeFolder())
  file = join(folder, 'log.db')
})
afterEach(() => remove())
const { unavailable } = refusalsOf(() => file)

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
    const moments = [0, 7, 20, 45, 90, 150, 260, 400]
    for (const [n, moment] of moments.entries()) {
      const child = await start()
      await delay(moment)
      // a busy machine may have let it do little so far
      if (n === moments.length - 1)
        await expect.poll(async () => (await acknowledged()).length).toBeGreaterThan(20)
      await kill(child)

      const log = await openSqliteLog({ file })
      for (const stream of ['a', 'b', 'c', 'd']) {
        const records = await log.read(streamName(stream))
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
  })

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
    await first.append(streamName('s'), [note('still mine')], 'absent')
    await first.close()
    const second = await openSqliteLog({ file })
    expect(await second.read(streamName('s'))).toHaveLength(1)
    await second.close()
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
          streamName(`person-${n % 20}/x`),
          [note(`secret of ${n % 20}, ${'.'.repeat((n * 37) % 5000)}`)],
          'any',
        ),
        log.append(streamName('other'), [note(`plain ${n}`)], 'any'),
      ])
    expect(holds('secret of 7,')).toBe(true)
    for (const person of [7, 13, 1, 19]) {
      await log.deleteStream(streamName(`person-${person}/x`))
      expect(holds(`secret of ${person},`)).toBe(false)
      expect(holds(`person-${person}/x`)).toBe(false)
    }
    expect(holds('secret of 8,')).toBe(true)
    expect(await log.read(streamName('other'))).toHaveLength(200)
    await log.close()
  })

  it('gives its stream a new beginning at revision 0, and its positions to nobody', async () => {
    let log = await openSqliteLog({ file })
    await log.append(streamName('kept'), [note('k')], 'absent')
    const { position } = await log.append(streamName('gone'), [note('1'), note('2')], 'absent')
    await log.deleteStream(streamName('gone'))
    await log.close()
    log = await openSqliteLog({ file })
    const again = await log.append(streamName('gone'), [note('3')], 'absent')
    expect(again.revision).toBe(0)
    expect(again.position).toBeGreaterThan(position)
    await log.close()
  })
})

describe('what has expired', () => {
  it('is hidden at its second and swept away at the next start; revisions and positions go on', async () => {
    let time = 1_000_000_000_000
    const now = () => epochMs(time)
    const first = await openSqliteLog({ file, now })
    await first.append(streamName('kept'), [note('kept')], 'absent')
    const { position } = await first.append(
      streamName('payload'),
      [note('vanishing 1'), note('vanishing 2')],
      'absent',
    )
    await first.expireAfter(streamName('payload'), 60)
    time += 59_999
    expect(await first.read(streamName('payload'))).toHaveLength(2)
    time += 1
    expect(await first.read(streamName('payload'))).toEqual([])
    expect(await everything(first)).toHaveLength(1)
    await first.close()
    expect((await readFile(file)).includes('vanishing')).toBe(true)

    const second = await openSqliteLog({ file, now })
    const third = await second.append(streamName('payload'), [note('later')], streamRevision(1))
    expect(third.revision).toBe(2)
    expect(third.position).toBeGreaterThan(position)
    time += 59_000
    expect(await second.read(streamName('payload'))).toHaveLength(1)
    await second.close()
    expect((await readFile(file)).includes('vanishing')).toBe(false)
  })
})

describe('a folder that is missing', () => {
  it('is created, and holds nothing but the log and its lock when closed', async () => {
    file = join(folder, 'deep', 'down', 'log.db')
    const log = await openSqliteLog({ file })
    await log.append(streamName('s'), [note('x')], 'absent')
    await log.close()
    expect((await readdir(join(folder, 'deep', 'down'))).sort()).toEqual(['log.db', 'log.db.lock'])
  })
})
