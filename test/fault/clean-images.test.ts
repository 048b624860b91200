import { imageId } from '../../shared/kernel/brands.ts'
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writingOn } from '../../services/calendar/writing.ts'
import { imageCleaner } from '../../services/images/clean-up.ts'
import { imageBytes, imageLibrary, loadImage } from '../../services/images/library.ts'
import { removeTraces } from '../../services/images/picture.ts'
import { openEventStoreDb } from '../../shared/event-store/eventstoredb/eventstoredb.ts'
import { StoreUnavailable, type EventStore } from '../../shared/event-store/port.ts'
import { openSqliteLog } from '../../shared/event-store/sqlite/sqlite.ts'
import { imageBytesStream, imageStream } from '../../shared/facts/image.ts'
import { personAt } from '../support/calendar.ts'
import { borrowedDouble } from '../support/eventstoredb-double/lent.ts'
import { failAt } from '../support/fail-at.ts'
import { startSharedWriter } from '../support/shared-writer.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { TRACE } from '../support/told-pictures.ts'

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** One that takes more than one record, before it is cleaned and after. */
const largePicture = async (): Promise<Buffer> => {
  const [width, height] = [520, 520]
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .withExif({ IFD0: { Artist: TRACE } })
    .png()
    .toBuffer()
}

const LOGS: readonly (readonly [string, () => Promise<EventStore>])[] = [
  ['SQLite', () => openSqliteLog({ file: join(temporaryFolder(), 'log.sqlite'), start: startSharedWriter })],
  [
    'EventStoreDB',
    async () => {
      const double = await borrowedDouble()
      return openEventStoreDb({ url: double.url, warn: () => undefined })
    },
  ],
]

/** Pictures in a log, and how they are cleaned through a log that may fail. */
const picturesIn = (store: EventStore, bytes: Buffer) => {
  const library = imageLibrary(writingOn(store))
  const forgotten: number[] = []
  const forget = async ({ id }: { readonly id: number }) => {
    forgotten.push(id)
  }
  const add = async (name: string): Promise<number> => {
    const digest = digestOf(bytes)
    const picture = { type: 'image/png', width: 520, height: 520, bytes, digest, sentDigest: digest } as const
    return (await library.add({ ...picture, sizes: [] }, { name, source: null }, personAt())).id
  }
  const shown = async (id: number): Promise<Buffer | null> => {
    const image = await loadImage(store, imageId(id))
    return image && imageBytes(store, image, 'full')
  }
  const clean = (through: EventStore, id: number) =>
    imageCleaner({ store: through, removeTraces, forget })(imageId(id), false, personAt())
  return { add, shown, clean, forgotten }
}

describe.each(LOGS)('clean-images, log in %s', (_, open) => {
  it.each(['before', 'after'] as const)(
    'killed at any call, %s it took effect, and begun again: clean bytes once, and no others',
    async when => {
      const bytes = await largePicture()
      const kept = await removeTraces(bytes)
      if (kept === null) throw new Error('it cannot be opened')
      expect(bytes.includes(TRACE)).toBe(true)
      expect(Buffer.from(kept).includes(TRACE)).toBe(false)
      const store = await open()
      onTestFinished(() => store.close())
      const { add, shown, clean, forgotten } = picturesIn(store, bytes)
      let killed = 0
      for (let call = 1; killed === call - 1; call++) {
        const id = await add(`picture-${call}.png`)
        const failing = failAt(store, call, when)
        const ended: unknown = await clean(failing.store, id).catch((error: unknown) => error)
        if (failing.fired()) {
          killed++
          expect(ended).toBeInstanceOf(StoreUnavailable)
        }
        const meanwhile = await shown(id)
        expect([bytes, kept].some(one => meanwhile?.equals(one))).toBe(true)

        await clean(store, id)
        expect((await shown(id))?.equals(kept)).toBe(true)
        expect(await store.read(imageBytesStream(imageId(id), 'full'))).toEqual([])
        expect(forgotten).toContain(id)
        const facts = (await store.read(imageStream(imageId(id)))).map(({ type }) => type)
        expect(facts).toEqual(['ImageAdded', 'ImageCleaned'])
        expect(await clean(store, id)).toBe('clean')
      }
      // two reads, the looks at both streams, two records of bytes, the fact, the deletion
      expect(killed).toBeGreaterThanOrEqual(6)
    },
  )
})
