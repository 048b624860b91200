import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { imageLibrary } from '../../../services/images/library.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { openSqliteLog } from '../../../shared/event-store/sqlite/sqlite.ts'
import type { ImageType } from '../../../shared/facts/image.ts'
import { personAt } from '../../support/calendar.ts'
import { embeddedService } from '../../support/embedded-service.ts'
import { startSharedWriter } from '../../support/shared-writer.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { telling, TRACE } from '../../support/told-pictures.ts'

const FILES = [
  ['image/jpeg', 'a.jpg'],
  ['image/png', 'b.png'],
  ['image/avif', 'c.avif'],
] as const

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A log from before: pictures as they came, one of which cannot be opened, and their files at hand. */
const former = async () => {
  const dataDir = temporaryFolder()
  const log = await openSqliteLog({ file: join(dataDir, 'log.sqlite'), start: startSharedWriter })
  const library = imageLibrary(writingOn(log))
  const store = async (type: ImageType, name: string, bytes: Buffer) => {
    const digest = digestOf(bytes)
    const picture = { type, width: 40, height: 20, bytes, digest, sentDigest: digest, sizes: [] }
    return (await library.add(picture, { name, source: null }, personAt())).id
  }
  const images = []
  for (const [type, name] of FILES) {
    const bytes = await telling(type, 1)
    images.push({ name, bytes, id: await store(type, name, bytes) })
  }
  const broken = await store('image/jpeg', 'broken.jpg', Buffer.from(`no picture of ${TRACE}`))
  await log.close()
  await mkdir(join(dataDir, 'media'))
  for (const { name, bytes } of images) await writeFile(join(dataDir, 'media', name), bytes)
  return { dataDir, images, broken }
}

const bytesOnDisk = async (dataDir: string): Promise<string> => {
  const names = (await readdir(dataDir)).filter(name => name.startsWith('log.sqlite'))
  const texts = await Promise.all(names.map(name => readFile(join(dataDir, name), 'latin1')))
  return texts.join('')
}

it('clean-images frees stored pictures of what their files tell, bytes and files included', async () => {
  const { dataDir, images, broken } = await former()
  const service = await embeddedService({}, dataDir)
  const ids = images.map(({ id }) => id)
  const fileOf = async (name: string) => (await service.app.inject({ url: `/media/${name}` })).rawPayload
  /** What the log holds of the first trace of each picture: three bytes are four characters. */
  const marks = images.map(({ bytes }) => {
    const from = Math.floor(bytes.indexOf(TRACE) / 3) * 3
    return bytes.subarray(from, from + 15).toString('base64')
  })
  const before = await bytesOnDisk(dataDir)
  for (const mark of marks) expect(before).toContain(mark)

  const looked = await service.operate('clean-images', { dry_run: true })
  expect(looked).toEqual({
    status: 200,
    body: { clean: 0, cleaned: ids, unreadable: [broken], next: null },
  })
  for (const { name, bytes } of images) expect((await fileOf(name)).equals(bytes)).toBe(true)

  expect((await service.operate('clean-images', {})).body).toEqual(looked.body)
  for (const { name, bytes, id } of images) {
    const kept = await fileOf(name)
    expect(kept.toString('latin1'), name).not.toContain(TRACE)
    const { body } = await service.operate('history', { type: 'image', id: String(id) })
    expect((body as { entries: object[] }).entries).toMatchObject([
      {
        fact: 'ImageCleaned',
        changes: { bytes: [bytes.length, kept.length], digest: [digestOf(bytes), digestOf(kept)] },
      },
      { fact: 'ImageAdded' },
    ])
  }
  const disk = await bytesOnDisk(dataDir)
  for (const mark of marks) expect(disk.includes(mark)).toBe(false)
  for (const name of await readdir(join(dataDir, 'media')))
    expect(await readFile(join(dataDir, 'media', name), 'latin1'), name).not.toContain(TRACE)

  expect((await service.operate('clean-images', {})).body).toEqual({
    clean: 3,
    cleaned: [],
    unreadable: [broken],
    next: null,
  })
})
