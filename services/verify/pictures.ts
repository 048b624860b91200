import { createHash } from 'node:crypto'
import { type StreamName, imageId } from '../../shared/kernel/brands.ts'
import { imageFileStream } from '../../shared/facts/claim.ts'
import { formerName } from '../../shared/facts/image-files.ts'
import { bytesStreamOf, imageBytesCodec, imageStream, type PartName } from '../../shared/facts/image.ts'
import { holdersOf } from '../calendar/claim-stream.ts'
import { imageOf, loadImage, type StoredImage } from '../images/library.ts'
import { idIn, wrong, type Check, type Found, type Reads } from './found.ts'

type Stored = { readonly bytes: number; readonly digest: string }

/** Of what is stored of one file. */
const stored = async (store: Reads, image: StoredImage, part: PartName): Promise<Stored> => {
  const hash = createHash('sha256')
  let bytes = 0
  for (const { type, data } of await store.read(bytesStreamOf(image.id, image.values, part))) {
    const piece = Buffer.from(imageBytesCodec.decode(type, data).base64, 'base64')
    hash.update(piece)
    bytes += piece.length
  }
  return { bytes, digest: hash.digest('hex') }
}

/** Of one that was removed only its name is kept, so that no other picture gets it. */
const checkRemoved = async (store: Reads, name: StreamName): Promise<Found> => {
  const records = await store.read(imageStream(imageId(idIn(name))))
  const was = imageOf(records.slice(0, -1))
  return was === null ? wrong(`${name} has no image in it`) : wrong()
}

/** The picture has its digest, and its smaller ones have their lengths: no fact names digests of those. */
export const checkImage: Check = async (store, { name }) => {
  const image = await loadImage(store, imageId(idIn(name)))
  if (image === null) return checkRemoved(store, name)
  const { file, bytes, digest, sizes } = image.values
  const problems: string[] = []
  const full = await stored(store, image, 'full')
  if (full.bytes === 0) problems.push(`the file ${file} of ${name} is not there`)
  else if (full.bytes !== bytes || full.digest !== digest)
    problems.push(`the file ${file} of ${name} is not the one that was stored`)
  for (const size of sizes) {
    const found = await stored(store, image, size.name)
    if (found.bytes !== size.bytes)
      problems.push(
        `the file ${size.file} of ${name} ${found.bytes === 0 ? 'is not there' : 'is not the one that was stored'}`,
      )
  }
  const { holders } = await holdersOf(store, imageFileStream(formerName(file) ?? file))
  if (!holders.some(({ owner }) => owner === image.id))
    problems.push(`${name} has no claim on its file name (${imageFileStream(formerName(file) ?? file)})`)
  return wrong(...problems)
}
