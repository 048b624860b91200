import { imageId, type StreamName, type Revision, type ImageId } from '../../shared/kernel/brands.ts'
import { randomUUID } from 'node:crypto'
import {
  RevisionConflict,
  unlessConflict,
  type EventStore,
  type Position,
  type StoredRecord,
} from '../../shared/event-store/port.ts'
import { identityStream, imageFileStream } from '../../shared/facts/claim.ts'
import { EXTENSIONS, filesOf, formerName, sizedFile } from '../../shared/facts/image-files.ts'
import {
  bytesStreamOf,
  evolveImage,
  imageBytesCodec,
  imageBytesStream,
  imageCodec,
  imageStream,
  SizeName,
  type ImageState,
  type ImageValues,
  type PartName,
} from '../../shared/facts/image.ts'
import { inSlices } from '../../shared/in-slices.ts'
import { recordId } from '../../shared/facts/codec.ts'
import { appendClaims, claimExclusively, holdersOf } from '../calendar/claim-stream.ts'
import { numberedSlugs } from '../calendar/numbered.ts'
import { byOf, MOST_ATTEMPTS, type Context } from '../handle.ts'
import type { Writing } from '../calendar/writing.ts'
import { fullFile, isFileName, numberedFile, stemOf } from './file-name.ts'
import type { Picture } from './picture.ts'

/** Raw bytes of one record: as base64 text below what one append takes. */
const CHUNK_BYTES = 600_000

export type StoredImage = { readonly id: ImageId; readonly values: ImageState }

export type ImageLibrary = {
  /**
   * Stores a picture under a name of its own, made of `name`. `source`: where it was fetched from. Readers find it
   * once this resolves or never: its fact is appended last. `id`: kept for it beforehand, and used by nobody; what an
   * earlier attempt left under it goes. Throws StoreUnavailable, RevisionConflict.
   */
  readonly add: (
    picture: Picture,
    origin: {
      readonly name: string
      readonly source: ImageValues['source']
      readonly id?: ImageId | undefined
      /** The same for who may be storing this very picture under it just now, here or elsewhere: both end with one image. */
      readonly again?: ImageId | undefined
      /** What it shows, in words. */
      readonly alt?: string | undefined
    },
    context: Context,
  ) => Promise<StoredImage & { readonly position: Position }>
  /** null: there is none, or none any more. */
  readonly load: (id: ImageId) => Promise<StoredImage | null>
  /** Whether there is or ever was an image of this id. */
  readonly wasEver: (id: ImageId) => Promise<boolean>
  /** The image that has a file of this name, in any of its sizes. */
  readonly byFile: (file: string) => Promise<StoredImage | null>
  /** Images fetched from an address, the oldest first. */
  readonly from: (address: string) => Promise<readonly StoredImage[]>
}

const recordsOf = (cause: string, encoded: ReturnType<typeof imageCodec.encode>, context: Context) => [
  { id: recordId(cause, 0), ...encoded, meta: context },
]

/**
 * One file, record by record: a picture is larger than one append. `behind`: the record after which they come. Throws
 * `RevisionConflict` where that is not the last.
 */
export const putBytes = async (
  store: Pick<EventStore, 'append'>,
  stream: StreamName,
  image: ImageId,
  bytes: Uint8Array,
  context: Context,
  behind: Revision | 'absent' = 'absent',
): Promise<void> => {
  // a stream that was deleted goes on with its revisions on some servers
  let expected = behind
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    const base64 = Buffer.from(bytes.subarray(from, from + CHUNK_BYTES)).toString('base64')
    const encoded = imageBytesCodec.encode({ type: 'ImageBytesStored', imageId: image, base64 })
    const { revision } = await store.append(stream, recordsOf(randomUUID(), encoded, context), expected)
    expected = revision
  }
}

const pieceOf = ({ type, data }: StoredRecord): Buffer =>
  Buffer.from(imageBytesCodec.decode(type, data).base64, 'base64')

/** Bytes of one file of an image as they were stored; null: it has no such file. */
export const imageBytes = async (
  store: Pick<EventStore, 'read'>,
  { id, values }: StoredImage,
  part: PartName,
): Promise<Buffer | null> => {
  const records = await store.read(bytesStreamOf(id, values, part))
  if (records.length === 0) return null
  const pieces = await inSlices(records, pieceOf, piece => piece.length)
  return Buffer.concat(pieces)
}

/** The same file, of which somebody may have stored a part, or is just storing it. */
const putBytesOnce = async (
  store: EventStore,
  stream: StreamName,
  image: ImageId,
  bytes: Uint8Array,
  context: Context,
): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    const there = await store.read(stream)
    const stored = Buffer.concat(there.map(pieceOf))
    const isBegun = stored.equals(bytes.subarray(0, stored.length))
    if (isBegun && stored.length >= bytes.length) return
    // left there by an earlier release that makes other sizes of it
    if (!isBegun) await store.deleteStream(stream)
    const [rest, behind] = isBegun
      ? [bytes.subarray(stored.length), there.at(-1)?.revision ?? ('absent' as const)]
      : [bytes, 'absent' as const]
    try {
      await putBytes(store, stream, image, rest, context, behind)
      return
    } catch (error) {
      if (!(error instanceof RevisionConflict) || attempt === MOST_ATTEMPTS) throw error
    }
  }
}

/** An image by the records of its stream; null: there is none, or none any more. */
export const imageOf = (records: readonly StoredRecord[]): ImageState | null =>
  records.reduce<ImageState | null>(
    (image, { type, data }) => evolveImage(image, imageCodec.decode(type, data)),
    null,
  )

/** The file name under which an image was stored, also of one that was removed; null: there never was one. */
const givenFile = async (store: Pick<EventStore, 'read'>, id: ImageId): Promise<string | null> =>
  imageOf(await store.read(imageStream(id), { limit: 1 }))?.file ?? null

export const loadImage = async (
  store: Pick<EventStore, 'read'>,
  id: ImageId,
): Promise<StoredImage | null> => {
  const values = imageOf(await store.read(imageStream(id)))
  return values && { id, values }
}

type Origin = Parameters<ImageLibrary['add']>[1]

const valuesOf = (picture: Picture, file: string, { source, alt = '' }: Origin): ImageValues => ({
  file,
  type: picture.type,
  width: picture.width,
  height: picture.height,
  bytes: picture.bytes.length,
  digest: picture.digest,
  sizes: picture.sizes.map(({ name, width, height, bytes }) => ({
    name,
    file: sizedFile(file, { width, height }),
    width,
    height,
    bytes: bytes.length,
  })),
  source,
  ...(alt === '' ? {} : { alt }),
})

/** Deletes what is stored of the files of an image that never came, or is no more; `image`: as it last was. */
const clearBytes = async (store: EventStore, id: ImageId, image: ImageState | null): Promise<void> => {
  const first = (['full', ...SizeName.options] as const).map(part => imageBytesStream(id, part))
  const cleaned = image === null ? [] : [bytesStreamOf(id, image, 'full')]
  for (const stream of new Set([...first, ...cleaned])) {
    if ((await store.read(stream, { limit: 1 })).length > 0) await store.deleteStream(stream)
  }
}

/** Deletes the files of an image that was removed, and answers it as it last was; null: there is none, or it is there. */
export const clearRemoved = async (store: EventStore, id: ImageId): Promise<ImageState | null> => {
  const records = await store.read(imageStream(id))
  if (records.length === 0 || imageOf(records) !== null) return null
  const last = imageOf(records.slice(0, -1))
  await clearBytes(store, id, last)
  return last
}

const conflictOf = (id: ImageId): never => {
  throw new RevisionConflict(imageStream(id))
}

const addressKey = (address: string) => identityStream('image', address)

/** Stems with a number behind them where they are taken, for each type of file. */
const numberedNames = () => {
  const numbersOf = (extension: string) =>
    numberedSlugs((stem, number) => numberedFile(stem, extension, number - 1))
  return {
    'image/jpeg': numbersOf('jpg'),
    'image/png': numbersOf('png'),
    'image/gif': numbersOf('gif'),
    'image/webp': numbersOf('webp'),
    'image/avif': numbersOf('avif'),
  }
}

/** Claims the first free file name that begins like `name`. */
const fileClaims = (store: EventStore) => {
  const files = numberedNames()
  return (picture: Picture, name: string, owner: ImageId, context: Context): Promise<string> =>
    files[picture.type].first(
      EXTENSIONS[picture.type],
      stemOf(name),
      async file => {
        // also of one that was removed: what is under a name never changes, and browsers keep it
        const inUse = async (id: number) => (await givenFile(store, imageId(id))) === file
        const claim = await claimExclusively(store, { stream: imageFileStream(file), inUse }, owner, context)
        return claim.mine ? file : null
      },
      async file => (await holdersOf(store, imageFileStream(file))).holders.length === 0,
    )
}

const byFileIn = async (store: EventStore, file: string): Promise<StoredImage | null> => {
  if (!isFileName(file)) return null
  const full = fullFile(file)
  const { holders } = await holdersOf(store, imageFileStream(formerName(full) ?? full))
  for (const { owner } of holders) {
    const found = await loadImage(store, imageId(owner))
    if (found !== null && filesOf(found.values).includes(file)) return found
  }
  return null
}

/** The images of the site in the log (ADR 9): what they are, their bytes, who has which file name. */
export const imageLibrary = ({ store, ids }: Writing): ImageLibrary => {
  const load = (id: ImageId) => loadImage(store, id)
  const claimFile = fileClaims(store)

  /** As it is, with the place where it was added; null: it is not there. */
  const added = async (id: ImageId) => {
    const records = await store.read(imageStream(id))
    const [values, position] = [imageOf(records), records[0]?.position]
    return values === null || position === undefined ? null : { id, values, position }
  }

  const add: ImageLibrary['add'] = async (picture, origin, context) => {
    const { name, source, id: kept, again } = origin
    const before = again === undefined ? null : await added(again)
    if (before !== null) return before
    const id = kept ?? again ?? imageId(await ids.next('post', context))
    const put = again === undefined ? putBytes : putBytesOnce
    const file = await claimFile(picture, name, id, context)
    if (kept !== undefined) await clearBytes(store, id, null)
    await put(store, imageBytesStream(id, 'full'), id, picture.bytes, context)
    for (const size of picture.sizes)
      await put(store, imageBytesStream(id, size.name), id, size.bytes, context)
    const values = valuesOf(picture, file, origin)
    const encoded = imageCodec.encode({ type: 'ImageAdded', imageId: id, by: byOf(context), values })
    const records = recordsOf(randomUUID(), encoded, context)
    const appended = await store
      .append(imageStream(id), records, 'absent')
      .catch(again === undefined ? undefined : unlessConflict)
    if (appended === null) return (await added(id)) ?? conflictOf(id)
    const { position } = appended
    if (source !== null)
      await appendClaims(store, addressKey(source.address), [{ type: 'Claimed', owner: id }], 'any', context)
    return { id, values: { ...values, alt: values.alt ?? '', cleaned: false }, position }
  }

  return {
    add,
    load,
    wasEver: async id => (await givenFile(store, id)) !== null,
    byFile: file => byFileIn(store, file),
    from: async address => {
      const { holders } = await holdersOf(store, addressKey(address))
      const found = await Promise.all(holders.map(({ owner }) => load(imageId(owner))))
      return found.filter(one => one !== null)
    },
  }
}
