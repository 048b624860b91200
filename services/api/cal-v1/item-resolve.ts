import type { UtcTime, UserId } from '../../../shared/kernel/brands.ts'
import { resolvePublication } from '../../../shared/kernel/time/publication.ts'
import type { Problem, Problems } from '../platform/arguments/arguments.ts'
import type { Call, Moment } from '../platform/call.ts'
import type { SentImage } from './item-arguments.ts'
import type { WriteSupport } from '../items/deps.ts'
import { dateProblems, problem, unknownId } from '../items/problems.ts'

export const periodContext = ({ nowUtc, site }: Moment) =>
  ({ generation: 'cal', nowUtc, siteZone: site.zone }) as const

/** When an item is published, as this generation sends it. */
export type SentDates = { readonly date?: string | undefined; readonly date_utc?: string | undefined }

const publication = ({ date, date_utc: dateUtc }: SentDates, at: Moment, stored: UtcTime | null) =>
  resolvePublication({ date, dateUtc }, { ...periodContext(at), stored })

export const publicationProblems = (sent: SentDates, at: Moment): Problems => {
  const resolved = publication(sent, at, null)
  return resolved.ok ? {} : dateProblems(resolved.errors)
}

/** UTC publication date as sent; undefined: none. It was checked in step 5. */
export const published = (sent: SentDates, { at }: Call, stored: UtcTime | null): UtcTime | undefined => {
  const resolved = publication(sent, at, stored)
  return resolved.ok ? (resolved.utc ?? undefined) : undefined
}

type Owner = { readonly author?: UserId | undefined; readonly image?: SentImage | undefined }

/** Authors and images that are not there. `part`: what of the request names them; "" when it is the request itself. */
export const ownerProblems = async (
  support: Pick<WriteSupport, 'userExists' | 'imageExists' | 'imagesByAddress'>,
  { author, image }: Owner,
  part = '',
): Promise<Problems> => {
  const found: Record<string, Problem> = {}
  const { userExists, imageExists, imagesByAddress } = support
  if (author !== undefined && !(await userExists(author))) found['author'] = unknownId(part || 'author')
  if (image !== undefined && image !== null) {
    // what is behind an address is asked when everything else is in order (spec 01 §3 step 8)
    const known = 'id' in image ? await imageExists(image.id) : imagesByAddress.allows(image.address)
    if (!known) found['image'] = problem('rest_invalid_image', `${part || 'image'} names no image.`)
  }
  return found
}
