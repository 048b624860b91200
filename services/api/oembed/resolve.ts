import type { UserId, ImageId } from '../../../shared/kernel/brands.ts'
import type { ItemKind, ItemStatus } from '../../../shared/facts/common.ts'
import { isPublic } from '../../../shared/rights.ts'
import { targetOf } from './target.ts'
import type { Embeddable } from './rich.ts'

type Values = {
  readonly status: ItemStatus
  readonly password: string
  readonly slug: string
  readonly author: UserId
  readonly image: ImageId | null
}
type FoundItem<Own> = { readonly _id: number; readonly values: Values & Own }
type Finding<Own> = {
  readonly byId: (id: number) => Promise<FoundItem<Own> | null>
  readonly bySlug: (slug: string) => Promise<FoundItem<Own> | null>
}

export type EmbedReads = {
  readonly event: Finding<{ readonly title: string }>
  readonly venue: Finding<{ readonly name: string }>
  readonly organizer: Finding<{ readonly name: string }>
  /** Unknown ones are left out. */
  readonly images: (
    ids: readonly ImageId[],
  ) => Promise<ReadonlyMap<ImageId, NonNullable<Embeddable['image']>>>
  /** What everybody may see, also of who is gone. */
  readonly authorName: (userId: UserId) => string
}

type Named = {
  readonly id: number
  readonly kind: ItemKind
  readonly title: string
  readonly values: Values
}

const named = (kind: ItemKind, found: FoundItem<{ title?: string; name?: string }> | null): Named | null =>
  found === null
    ? null
    : { id: found._id, kind, title: found.values.title ?? found.values.name ?? '', values: found.values }

const KINDS = ['event', 'venue', 'organizer'] as const

/** The published, unprotected item that an address names, from stored data (spec 06 §2.1); null: none. */
export const embeddable =
  (reads: EmbedReads, pageUrl: (kind: ItemKind, id: number, values: Values) => string) =>
  async (
    address: string,
    site: { readonly baseUrl: string; readonly home: string },
  ): Promise<Embeddable | null> => {
    if (!URL.canParse(address)) return null
    const target = targetOf(new URL(address), site.baseUrl)
    if (target === null) return null
    const kinds = target.kind === null ? KINDS : [target.kind]
    const found = await Promise.all(
      kinds.map(async kind =>
        named(
          kind,
          target.by === 'id' ? await reads[kind].byId(target.id) : await reads[kind].bySlug(target.slug),
        ),
      ),
    )
    const item = found.find(one => one !== null)
    if (item === undefined) return null
    const { values } = item
    if (!isPublic(values)) return null
    const images = values.image === null ? null : await reads.images([values.image])
    return {
      url: pageUrl(item.kind, item.id, values),
      title: item.title,
      author: { name: reads.authorName(values.author), url: `${site.home}/` },
      image: (values.image === null ? undefined : images?.get(values.image)) ?? null,
    }
  }
