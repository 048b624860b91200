import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { streamName, isoTime } from '../../../../shared/kernel/brands.ts'
import { openSqliteLog } from '../../../../shared/event-store/sqlite/sqlite.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const meta = {
  actor: null,
  at: isoTime('2027-05-08T10:00:00.000Z'),
  source: 'cal',
  route: null,
  correlation: 'c',
  causation: null,
} as const

/** A small generator of whole numbers below `n`, always the same ones. */
const numbers = () => {
  let state = 1
  return (n: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % n
  }
}

it('OP-7 no deleted stream leaves a byte in the file, however often its pages were put in order before', async () => {
  const folder = temporaryFolder()
  const log = await openSqliteLog({ file: join(folder, 'log.sqlite') })
  const below = numbers()
  const live: (readonly [stream: string, mark: string])[] = []
  const left: string[] = []
  const add = async () => {
    const mark = `${String(below(1e9)).padStart(9, '0')}-mark`
    const texts = [1, 1 + below(60), 1 + below(1 + below(400))]
    const records = texts.map(times => ({
      id: randomUUID(),
      type: 'T',
      data: { text: Array.from({ length: times }, () => mark).join(' ') },
      meta,
    }))
    await log.append(streamName(`event-${mark}`), records, 'absent')
    live.push([`event-${mark}`, mark])
  }
  const remove = async () => {
    const [[gone, text] = ['', '']] = live.splice(below(live.length), 1)
    await log.deleteStream(streamName(gone))
    const bytes = ['log.sqlite', 'log.sqlite-wal']
      .map(name => readFileSync(join(folder, name), 'latin1'))
      .join('')
    if (bytes.includes(text.slice(0, 9))) left.push(gone)
  }
  for (let n = 0; n < 300; n++) await add()
  while (live.length > 60) await remove()
  // so many between two deletions that what they write is folded into the file more than once
  for (let n = 0; n < 800; n++) {
    await add()
    if (n % 390 === 389) for (let gone = 0; gone < 20; gone++) await remove()
  }
  for (let gone = 0; gone < 200; gone++) await remove()
  expect(left).toEqual([])
  for (const [stream, mark] of live)
    expect(JSON.stringify(await log.read(streamName(stream)))).toContain(mark)
  await log.close()
})
