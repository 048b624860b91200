import { admitting } from '../items/access.ts'
import type { WriteSupport } from '../items/deps.ts'
import { changedLife, newLife, type SentLife, storedHtml } from '../items/stored-values.ts'
import { dateProblems, problem, unknownId } from '../items/answer.ts'
import { resolvePublication } from '../../../shared/kernel/time/period.ts'
import type { Problem, Problems } from '../platform/arguments/arguments.ts'
import type { Call, Moment } from '../platform/call.ts'
import { defined } from '../../../shared/kernel/json.ts'
import { forbidden } from '../platform/answers/errors.ts'
import type { ImageId, TermId, UtcTime, UserId } from '../../../shared/kernel/brands.ts'

export const calxContext = ({ nowUtc, site }: Moment) =>
  ({ generation: 'calx', nowUtc, siteZone: site.zone }) as const

/** Members of all kinds that the rules of writes look at. */
export type SentPost = {
  readonly title?: string | undefined
  readonly content?: string | undefined
  readonly excerpt?: string | undefined
  readonly date?: string | undefined
  readonly date_gmt?: string | undefined
  readonly slug?: string | undefined
  readonly status?: SentLife['status']
  readonly author?: UserId | undefined
  readonly featured_media?: ImageId | undefined
  readonly comment_status?: 'open' | 'closed' | undefined
  readonly ping_status?: 'open' | 'closed' | undefined
  readonly format?: string | undefined
  readonly template?: string | undefined
  readonly sticky?: boolean | undefined
  readonly tags?: readonly TermId[] | undefined
}

/** Whoever may not read an item is told no more than whoever may not change it (spec 03 §5). */
export const admit = admitting((_, caller) => forbidden(caller))

const publication = ({ date, date_gmt: dateUtc }: SentPost, at: Moment, stored: UtcTime | null) =>
  resolvePublication({ date, dateUtc }, { ...calxContext(at), stored })

type Known = Pick<WriteSupport, 'userExists' | 'imageExists'> & {
  readonly tagsExist: (ids: readonly TermId[]) => Promise<boolean>
}

/** Publication dates that cannot be, and users, images and tags that are not there. */
export const postProblems = async (sent: SentPost, known: Known, { at }: Call): Promise<Problems> => {
  const { author, featured_media: image, tags } = sent
  const dates = publication(sent, at, null)
  const found: Record<string, Problem> = {}
  if (author !== undefined && !(await known.userExists(author))) found['author'] = unknownId('author')
  if (image !== undefined && image !== 0 && !(await known.imageExists(image)))
    found['featured_media'] = problem('rest_invalid_image', 'featured_media names no image.')
  if (tags !== undefined && !(await known.tagsExist(tags))) found['tags'] = unknownId('tags')
  return { ...(dates.ok ? {} : dateProblems(dates.errors)), ...found }
}

/** Members of all kinds as they are stored; what was not sent is left out. */
export const storedPost = (sent: SentPost, call: Call) =>
  defined({
    description: sent.content === undefined ? undefined : storedHtml(sent.content, call),
    excerpt: sent.excerpt === undefined ? undefined : storedHtml(sent.excerpt, call),
    image: sent.featured_media === 0 ? null : sent.featured_media,
    commentStatus: sent.comment_status,
    pingStatus: sent.ping_status,
    format: sent.format,
    template: sent.template,
    sticky: sent.sticky,
    tags: sent.tags === undefined ? undefined : [...sent.tags],
  })

const publishedAs = (sent: SentPost, { at }: Call, stored: UtcTime | null) => {
  const resolved = publication(sent, at, stored)
  return resolved.ok ? (resolved.utc ?? undefined) : undefined
}

export const newPostLife = (sent: SentPost, call: Call) => ({
  ...newLife(sent, publishedAs(sent, call, null), call),
  ...defined({ slug: sent.slug }),
})

export const changedPostLife = (
  sent: SentPost,
  stored: { readonly publishedAt: UtcTime | null },
  call: Call,
) => changedLife(sent, publishedAs(sent, call, stored.publishedAt), call)

/** What an item cannot be without. */
export const titleNeeded = ({ title }: SentPost): Problems =>
  title === undefined ? { title: problem('rest_property_required', 'title is needed.') } : {}
