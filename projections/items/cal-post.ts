import type { LocalTime, UtcTime, UserId } from '../../shared/kernel/brands.ts'
import { toLocal } from '../../shared/kernel/time/zone.ts'
import { asciiJson, asciiList } from './ascii-json.ts'
import type { Item } from './item.ts'
import { globalId, type Site } from './site.ts'

/** Values that say when and by whom an item was published, whatever its kind. */
export type PostValues = {
  readonly status: string
  readonly publishedAt: UtcTime | null
  readonly author: UserId
  readonly lineage: readonly string[]
}

const NEVER = '0000-00-00 00:00:00'

/** Publication instant, UTC: the creation counts while none was set. */
export const publishedAt = ({ created, values }: Item<PostValues>): UtcTime => values.publishedAt ?? created

/** `date`: when it is published, or was made, in the zone of the site. */
export const calDate = (item: Item<PostValues>, site: Site): LocalTime =>
  toLocal(publishedAt(item), site.zone)

/** `"author":…` to `"modified_utc":…`, the same for events, venues and organizers (spec 02 §1). */
export const calPost = (item: Item<PostValues>, site: Site): string => {
  const { status, author } = item.values
  const published = publishedAt(item)
  const waiting = item.values.publishedAt === null && (status === 'draft' || status === 'pending')
  const date = calDate(item, site)
  const modified = item.modified === published ? date : toLocal(item.modified, site.zone)
  return (
    `"author":"${author}","status":"${status}","date":"${date}","date_utc":"${waiting ? NEVER : published}",` +
    `"modified":"${modified}","modified_utc":"${item.modified}"`
  )
}

/** `"global_id":…,"global_id_lineage":…`: the own id first, then those received by import. */
export const calGlobalId = ({ _id, values }: Item<PostValues>, site: Site): string => {
  const own = globalId(site, _id)
  const lineage = [own, ...values.lineage.filter(id => id !== own)]
  return `"global_id":${asciiJson(own)},"global_id_lineage":${asciiList(lineage)}`
}
