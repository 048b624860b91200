import { imageId } from '../../shared/kernel/brands.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { imageStream } from '../../shared/facts/image.ts'
import { withStays, type Thing } from '../calendar/put-back/thing.ts'
import type { PictureChanges } from './change-picture.ts'
import { imageOf } from './library.ts'

/** What was freed from a file is in no file any more. */
const OF_FILE = ['bytes', 'digest']

/** How the alternative text of a picture is put back (spec 00 §6.4); one that was removed is gone for good. */
export const putBackImage = (
  store: Pick<EventStore, 'read'>,
  { describe }: Pick<PictureChanges, 'describe'>,
): Thing => ({
  records: async id => {
    const records = await store.read(imageStream(imageId(id)))
    return imageOf(records) === null ? null : records
  },
  after: records => {
    const image = imageOf(records)
    return image && { alt: image.alt, bytes: image.bytes, digest: image.digest }
  },
  nameAfter: records => imageOf(records)?.file ?? '',
  possible: async (_, plan) => {
    const stays = OF_FILE.filter(member => member in plan.changes)
    return withStays(plan, Object.fromEntries(stays.map(member => [member, 'cleaned'])))
  },
  change: async (id, changes, _, context) => {
    const alt = changes['alt']?.[1]
    return typeof alt === 'string' && (await describe(imageId(id), alt, context)) === 'unknown' ? null : {}
  },
})
