import type { TermId, OrganizerId, VenueId, ImageId } from '../../../shared/kernel/brands.ts'
import type { Origin } from '../../../shared/facts/common.ts'
import type { EventValues, Period } from '../../../shared/facts/event.ts'
import type { UpdateAuthority } from '../../../shared/facts/import.ts'
import type { Patch } from '../../calendar/item/decide.ts'
import { isPeoples } from '../../calendar/item/peoples.ts'
import type { Item } from '../../calendar/item/state.ts'
import { newEventValues } from '../../calendar/values.ts'
import type { ImportedItem } from './read-item.ts'
import type { RunSettings } from '../run/state.ts'

/** Ids of what an item names; undefined: not sent. */
export type Linked = {
  readonly venues: readonly VenueId[] | undefined
  readonly organizers: readonly OrganizerId[] | undefined
  readonly categories: readonly TermId[] | undefined
  readonly tags: readonly TermId[] | undefined
  /** null clears. */
  readonly image: ImageId | null | undefined
}

const list = <Id extends number>(ids: readonly Id[] | undefined): Id[] | undefined =>
  ids === undefined ? undefined : [...ids]

/** Status of a created event (spec 05 §6): never more public than its source wants. */
export const statusAtCreation = (item: ImportedItem, settings: RunSettings): RunSettings['postStatus'] => {
  if (item.status === 'tentative') return 'draft'
  return item.private ? 'private' : settings.postStatus
}

export const originOf = (importId: string, source: string, { version }: ImportedItem): Origin => ({
  importId,
  source,
  uid: version.uid,
  occurrence: version.occurrence,
  sequence: version.sequence ?? 0,
  lastModified: version.lastModified,
})

export const valuesAtCreation = (
  importId: string,
  settings: RunSettings,
  item: ImportedItem,
  period: Period,
  linked: Linked,
): EventValues =>
  newEventValues({
    ...item.values,
    ...period,
    title: item.title,
    status: statusAtCreation(item, settings),
    author: settings.author,
    image: linked.image,
    venues: list(linked.venues),
    organizers: list(linked.organizers),
    categories: list(linked.categories),
    tags: list(linked.tags),
    lineage: [...item.version.globalIds],
    origin: originOf(importId, settings.source, item),
  })

/** Terms that users set stay; those that an import set follow the item (spec 05 §6). */
const termsAfter = (
  known: Item<EventValues>,
  member: 'categories' | 'tags',
  wanted: readonly TermId[] | undefined,
): TermId[] | undefined => {
  if (wanted === undefined) return undefined
  const imported = known.importedTerms[member] ?? []
  const kept = known.values[member].filter(id => !imported.includes(id) || wanted.includes(id))
  return [...new Set([...kept, ...wanted])]
}

const sameAs = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Where the event comes from now: what another source knows of it does not make it that source's event. */
export const originAfter = (
  known: Item<EventValues>,
  importId: string,
  source: string,
  item: ImportedItem,
): Origin => {
  const stored = known.values.origin
  return stored !== null && stored.source !== source
    ? { ...stored, importId }
    : { ...originOf(importId, source, item), sequence: item.version.sequence ?? stored?.sequence ?? 0 }
}

const withoutUsers = (patch: Patch<EventValues>, item: Item<EventValues>): Patch<EventValues> => {
  const isTheirs = isPeoples(item)
  return Object.fromEntries(Object.entries(patch).filter(([member]) => !isTheirs(member)))
}

export type Update = {
  readonly importId: string
  readonly source: string
  readonly authority: UpdateAuthority
  /** Ids by which other sites know the event. */
  readonly globalIds: readonly string[]
  /** Whether something else happens to the event, so that its origin is noted in any case. */
  readonly noted: boolean
}

/**
 * What a re-import changes about a known event; null: nothing. The origin alone is no change, except when the
 * event is known under another identity from now on.
 */
export const patchOf = (
  known: Item<EventValues>,
  item: ImportedItem,
  period: Period,
  linked: Linked,
  { importId, source, authority, globalIds, noted }: Update,
): Patch<EventValues> | null => {
  const sent: Patch<EventValues> = {
    ...item.values,
    ...period,
    title: item.title,
    image: linked.image,
    venues: list(linked.venues),
    organizers: list(linked.organizers),
    categories: termsAfter(known, 'categories', linked.categories),
    tags: termsAfter(known, 'tags', linked.tags),
  }
  const allowed = authority === 'preserve_changes' ? withoutUsers(sent, known) : sent
  const changed = Object.entries(allowed).filter(
    ([member, value]) => value !== undefined && !sameAs(Reflect.get(known.values, member), value),
  )
  const origin = originAfter(known, importId, source, item)
  const lineage = [...new Set([...known.values.lineage, ...globalIds])]
  const before = known.values.origin
  const identity = [before?.source, before?.uid, before?.occurrence, known.values.lineage]
  const moved = !sameAs(identity, [origin.source, origin.uid, origin.occurrence, lineage])
  return changed.length === 0 && !moved && !noted ? null : { ...Object.fromEntries(changed), origin, lineage }
}
