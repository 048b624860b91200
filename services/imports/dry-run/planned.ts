import { type StreamName, type ImageId, imageId } from '../../../shared/kernel/brands.ts'
import type { Ids } from '../../calendar/ids.ts'
import { type ImageOf, imagesNamed } from '../apply/images.ts'

/** Ids that no item has or will get: those of what a dry run would make begin here. */
const FIRST_PLANNED = 2 ** 52

const ITEM_STREAM = /^(?:purged-)?(?:event|venue|organizer|term|image)-(\d+)$/

/** Whether a stream is that of something with such an id. */
export const isPlanned = (stream: StreamName): boolean =>
  Number(ITEM_STREAM.exec(stream)?.[1] ?? 0) >= FIRST_PLANNED

/** Ids that nobody reserves. */
export const plannedIds = (): Ids => {
  let last = FIRST_PLANNED
  return { next: async () => ++last, reserveThrough: async () => undefined }
}

type KnownImages = {
  readonly exists: (id: ImageId) => Promise<boolean>
  readonly allows: (address: string) => boolean
  /** The image that was fetched from there last, or is this site's own; null: none was. */
  readonly known: (address: string) => Promise<ImageId | null>
}

/** What is asked of images without fetching any (spec 05 §13), and which addresses the planned ones are of. */
export const plannedImages = ({ exists, allows, known }: KnownImages, ids: Ids) => {
  const addresses = new Map<number, string>()
  const planned = new Map<string, Promise<ImageId>>()
  const plan = (address: string, context: Parameters<ImageOf>[1]): Promise<ImageId> => {
    const id =
      planned.get(address) ??
      ids.next('post', context).then(drawn => {
        addresses.set(drawn, address)
        return imageId(drawn)
      })
    planned.set(address, id)
    return id
  }
  const imageOf = imagesNamed(exists, allows, async (address, context) => {
    const id = await known(address)
    if (id !== null) return { id, added: false }
    const isFirst = !planned.has(address)
    return { id: await plan(address, context), added: isFirst }
  })
  return { imageOf, addressOf: (id: number): string | null => addresses.get(id) ?? null }
}
