import { itemStream, isPurged, loadItem } from './purged.ts'
import { termId, type TermId } from '../../shared/kernel/brands.ts'
import type { ItemKind } from '../../shared/facts/common.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import type { SlugKind } from '../../shared/facts/claim.ts'
import { termStream } from '../../shared/facts/term.ts'
import { termNameKey } from '../../shared/kernel/text/term-name.ts'
import { load } from '../handle.ts'
import { itemKinds } from './kinds.ts'
import { term } from './term/term.ts'
import type { TermState } from './term/state.ts'

export type TaxonomyKind = 'cal_events_cat' | 'post_tag'

/** One that was merged into another keeps its name and slug, by which that is found (spec 07 §7.1). */
export const isKept = (state: TermState): state is Extract<TermState, { status: 'live' | 'merged' }> =>
  state.status === 'live' || state.status === 'merged'

/** The owner's own stream is the last word on whether a claim is meant. */
export const hasSlug = async (
  store: Pick<EventStore, 'read'>,
  kind: SlugKind,
  owner: number,
  slug: string,
): Promise<boolean> => {
  switch (kind) {
    case 'event':
      return (await loadItem(store, itemKinds.event, owner)).state?.values.slug === slug
    case 'venue':
      return (await loadItem(store, itemKinds.venue, owner)).state?.values.slug === slug
    case 'organizer':
      return (await loadItem(store, itemKinds.organizer, owner)).state?.values.slug === slug
    case 'cal_events_cat':
    case 'post_tag': {
      const { state } = await load(store, term, termStream(termId(owner)))
      return isKept(state) && state.values.slug === slug
    }
  }
}

export const termHasName = async (
  store: Pick<EventStore, 'read'>,
  owner: number,
  taxonomy: TaxonomyKind,
  { name, parent }: { readonly name: string; readonly parent: TermId | null },
): Promise<boolean> => {
  const { state } = await load(store, term, termStream(termId(owner)))
  if (!isKept(state)) return false
  const { values } = state
  const isOfPlace = values.taxonomy === taxonomy && values.parent === parent
  return isOfPlace && termNameKey(values.name) === termNameKey(name)
}

export const exists = async (store: Pick<EventStore, 'read'>, kind: ItemKind, id: number): Promise<boolean> =>
  (await store.read(itemStream(kind, id), { limit: 1 })).length > 0 && !(await isPurged(store, kind, id))
