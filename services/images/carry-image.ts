import { imageId, type ImageId } from '../../shared/kernel/brands.ts'
import { createHash } from 'node:crypto'
import type { EventStore } from '../../shared/event-store/port.ts'
import type { By } from '../../shared/facts/common.ts'
import { identityStream, imageFileStream } from '../../shared/facts/claim.ts'
import { formerName } from '../../shared/facts/image-files.ts'
import {
  imageBytesStream,
  imageCodec,
  imageStream,
  type ImageValues,
  type PartName,
} from '../../shared/facts/image.ts'
import { appendClaims, claimExclusively, holdersOf } from '../calendar/claim-stream.ts'
import { recordOf, type Context } from '../handle.ts'
import { loadImage, putBytes } from './library.ts'

/** An image of another service as it is there; `bytes`: of the picture, and of its smaller ones in their order. */
export type BroughtImage = {
  readonly id: ImageId
  readonly by: By
  readonly values: ImageValues
  readonly bytes: readonly Uint8Array[]
}

type Part = {
  readonly name: PartName
  readonly file: string
  readonly length: number
  readonly bytes: Uint8Array
}

type CarryImage =
  { readonly ok: true } | { readonly ok: false; readonly why: 'id-taken' | 'file-taken' | 'other-bytes' }

const partsOf = ({ values, bytes }: BroughtImage): readonly Part[] =>
  [{ name: 'full' as const, file: values.file, bytes: values.bytes }, ...values.sizes].map(
    ({ name, file, bytes: length }, n) => ({ name, file, length, bytes: bytes[n] ?? new Uint8Array() }),
  )

const isWhole = ({ values }: BroughtImage, parts: readonly Part[]): boolean =>
  parts.every(({ length, bytes }) => bytes.length === length) &&
  createHash('sha256')
    .update(parts[0]?.bytes ?? '')
    .digest('hex') === values.digest

/** Fetched from there: whoever names the address again means this image. */
const noteAddress = async (
  store: EventStore,
  id: ImageId,
  address: string,
  context: Context,
): Promise<void> => {
  const stream = identityStream('image', address)
  if ((await holdersOf(store, stream)).holders.some(({ owner }) => owner === id)) return
  await appendClaims(store, stream, [{ type: 'Claimed', owner: id }], 'any', context)
}

/**
 * Records an image under the id and the file names that it has in another service (spec 00 §6.5), if nothing is there;
 * the same again is answered as done. Its fact comes last, as of every image.
 */
export const carryImage = async (
  store: EventStore,
  brought: BroughtImage,
  context: Context,
): Promise<CarryImage> => {
  const { id, by, values } = brought
  const parts = partsOf(brought)
  if (!isWhole(brought, parts)) return { ok: false, why: 'other-bytes' }
  const known = await loadImage(store, id)
  if (known !== null && known.values.digest !== values.digest) return { ok: false, why: 'id-taken' }
  if (known === null) {
    const inUse = async (owner: number) =>
      (await loadImage(store, imageId(owner)))?.values.file === values.file
    const stream = imageFileStream(formerName(values.file) ?? values.file)
    if (!(await claimExclusively(store, { stream, inUse }, id, context)).mine)
      return { ok: false, why: 'file-taken' }
    for (const { name, bytes } of parts) {
      const place = imageBytesStream(id, name)
      // of an attempt that ended in between
      if ((await store.read(place, { limit: 1 })).length > 0) await store.deleteStream(place)
      await putBytes(store, place, id, bytes, context)
    }
    const record = recordOf(imageCodec, { type: 'ImageAdded', imageId: id, by, values }, context)
    await store.append(imageStream(id), [record], 'absent')
  }
  if (values.source !== null) await noteAddress(store, id, values.source.address, context)
  return { ok: true }
}
