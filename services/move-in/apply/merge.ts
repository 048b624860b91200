import type { Json } from '../../../shared/kernel/json.ts'
import { differences } from '../../calendar/item/changes.ts'
import type { Patch } from '../../calendar/item/decide.ts'
import { isPeoples } from '../../calendar/item/peoples.ts'
import type { Item, SharedValues } from '../../calendar/item/state.ts'

export type Merged<Values> = {
  readonly patch: Patch<Values>
  readonly changes: { readonly [member: string]: readonly [Json, Json] }
  /** Members that somebody changed here, and that are others over there. */
  readonly stays: readonly string[]
}

/**
 * What of a thing's members over there becomes one here (spec 05 §15): those that differ, unless a person wrote them here
 * last. Slugs that were taken when they were asked for are no difference.
 */
export const merged = <Values extends SharedValues>(
  item: Pick<Item<Values>, 'values' | 'changedBy'>,
  sent: Partial<Values>,
): Merged<Values> => {
  const differing = differences(item.values, withoutOwn(item.values, sent))
  const stays = Object.keys(differing).filter(isPeoples(item))
  const changes = Object.fromEntries(
    Object.entries(differing).flatMap(([member, change]) =>
      change === undefined || stays.includes(member) ? [] : [[member, change as readonly [Json, Json]]],
    ),
  )
  const patch = Object.fromEntries(Object.entries(changes).map(([member, [, after]]) => [member, after]))
  return { patch: patch as Patch<Values>, changes, stays }
}

/** `fair-2` where `fair` was taken. */
export const isNumbered = (slug: string, base: string): boolean =>
  base !== '' && slug.startsWith(`${base}-`) && /^\d{1,9}$/.test(slug.slice(base.length + 1))

/** Ids elsewhere only grow; an absent slug or date of publication says nothing. */
const withoutOwn = <Values extends SharedValues>(values: Values, sent: Partial<Values>): object => {
  const known = new Map<string, unknown>(Object.entries(values))
  const lineage = new Map<string, unknown>(Object.entries(sent)).get('lineage')
  const all = known.get('lineage')
  const { slug = '', publishedAt = null } = sent
  return {
    ...sent,
    slug: slug === '' || isNumbered(values.slug, slug) ? undefined : slug,
    publishedAt: publishedAt ?? undefined,
    lineage:
      Array.isArray(lineage) && Array.isArray(all)
        ? [...new Set<unknown>([...(all as unknown[]), ...(lineage as unknown[])])]
        : undefined,
  }
}
