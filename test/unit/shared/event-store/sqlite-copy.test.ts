import { copyFileSync, openSync, readFileSync, statSync, truncateSync, writeSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { streamName, streamRevision, epochMs } from '../../../../shared/kernel/brands.ts'
import type { NewRecord } from '../../../../shared/event-store/port.ts'
import { copyLog } from '../../../../shared/event-store/sqlite/outside/copy.ts'
import { openSqliteLog } from '../../../../shared/event-store/sqlite/sqlite.ts'
import { personAt } from '../../../support/calendar.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { everything } from '../../../support/whole-log.ts'

const noted = (text: string): NewRecord => ({
  id: crypto.randomUUID(),
  type: 'Noted',
  data: { text },
  meta: personAt(),
})

const opened = async (file: string) => {
  const log = await openSqliteLog({ file })
  onTestFinished(() => log.close())
  return log
}

const filled = async (folder: string, streams: number) => {
  const log = await opened(join(folder, 'log.sqlite'))
  const all = Array.from({ length: streams }, (_, i) => i)
  await Promise.all(
    all.map(i => log.append(streamName(`note-${i}`), [noted(`first ${i}`), noted(`second ${i}`)], 'absent')),
  )
  return log
}

const places = (folder: string) => ({ from: join(folder, 'log.sqlite'), to: join(folder, 'copy.sqlite') })
const anyTime = { now: epochMs(Date.parse('2026-11-27')), salvage: false }

it('is what the log is at its end, whatever was appended, deleted and given a life meanwhile', async () => {
  const folder = temporaryFolder()
  const log = await filled(folder, 3_000)
  const copying = copyLog({ ...places(folder), ...anyTime })
  for (let i = 0; i < 60; i++) {
    await Promise.all([
      log.deleteStream(streamName(`note-${i * 3}`)),
      log.append(streamName(`note-${i * 3 + 1}`), [noted(`third ${i}`)], streamRevision(1)),
      log.append(streamName(`later-${i}`), [noted(`late ${i}`)], 'absent'),
      ...(i % 20 === 0 ? [log.expireAfter(streamName(`note-${i * 3 + 2}`), 3_600)] : []),
    ])
  }
  const { lost } = await copying
  expect(lost).toEqual([])
  await copyLog({ ...places(folder), to: join(folder, 'again.sqlite'), ...anyTime })
  const copy = await opened(join(folder, 'copy.sqlite'))
  const taken = await everything(copy)
  const now = await everything(log)
  const until = taken.at(-1)?.position ?? 0
  // what the log had when the copy was finished: nothing that went before, everything that came before
  expect(taken.length).toBeGreaterThan(5_000)
  const left = new Set(taken.map(({ position }) => position))
  expect(now.filter(({ position }) => position <= until && !left.has(position))).toEqual([])
  const again = await opened(join(folder, 'again.sqlite'))
  expect(await everything(again)).toEqual(now)
  // goes on where the log does, also behind what was deleted
  const one = noted('one')
  expect(await again.append(streamName('note-0'), [one], 'absent')).toEqual(
    await log.append(streamName('note-0'), [one], 'absent'),
  )
})

it('has no byte of what was deleted, or had expired', async () => {
  const folder = temporaryFolder()
  const log = await filled(folder, 50)
  await log.append(streamName('secret-1'), [noted('a word that nobody may find')], 'absent')
  await log.append(streamName('brief-1'), [noted('a word with a short life')], 'absent')
  await log.expireAfter(streamName('brief-1'), 1)
  await log.deleteStream(streamName('secret-1'))
  await copyLog({ ...places(folder), salvage: false, now: epochMs(Date.now() + 5_000) })
  const bytes = readFileSync(join(folder, 'copy.sqlite'), 'latin1')
  expect(bytes).toContain('second 7')
  expect(bytes).not.toContain('nobody may find')
  expect(bytes).not.toContain('short life')
  const copy = await opened(join(folder, 'copy.sqlite'))
  expect(await copy.append(streamName('brief-1'), [noted('next')], 'absent')).toMatchObject({ revision: 1 })
})

it('refuses a damaged log, and takes what is whole of it when asked to, naming what is lost', async () => {
  const folder = temporaryFolder()
  const log = await filled(folder, 400)
  const whole = await everything(log)
  await log.close()
  const file = join(folder, 'log.sqlite')
  copyFileSync(file, join(folder, 'good.sqlite'))
  const text = readFileSync(file)
  const at = text.indexOf('second 100"')
  const fd = openSync(file, 'r+')
  writeSync(fd, Buffer.from('SECOND'), 0, 6, at)
  // a whole page of records
  const page = Math.floor(text.indexOf('second 200"') / 4_096)
  writeSync(fd, Buffer.alloc(4_096, 0x55), 0, 4_096, page * 4_096)
  closeSync(fd)

  await expect(copyLog({ ...places(folder), ...anyTime })).rejects.toThrow(/is damaged: record/)
  const { lost, records } = await copyLog({
    ...places(folder),
    to: join(folder, 'b.sqlite'),
    ...anyTime,
    salvage: true,
  })
  expect(lost).toContain('record 1 of note-100 is lost')
  expect(lost).toContain('record 1 of note-200 is lost')
  expect(records + lost.length).toBe(whole.length)
  const copy = await opened(join(folder, 'b.sqlite'))
  const named = new Set(lost.map(sentence => sentence.replace(/^record (\d+) of (.*) is lost$/, '$2 $1')))
  expect(await everything(copy)).toEqual(
    whole.filter(({ stream, revision }) => !named.has(`${stream} ${revision}`)),
  )
})

it('takes what is there of a log that was cut', async () => {
  const folder = temporaryFolder()
  const log = await filled(folder, 2_000)
  await log.close()
  const file = join(folder, 'log.sqlite')
  truncateSync(file, Math.floor(statSync(file).size / 8_192) * 4_096)
  await expect(copyLog({ ...places(folder), ...anyTime })).rejects.toThrow(/is damaged/)
  const { lost, records } = await copyLog({
    ...places(folder),
    to: join(folder, 'b.sqlite'),
    ...anyTime,
    salvage: true,
  })
  expect(records).toBeGreaterThan(500)
  expect(lost.length).toBeGreaterThan(0)
  const copy = await opened(join(folder, 'b.sqlite'))
  expect(await everything(copy)).toHaveLength(records)
})
