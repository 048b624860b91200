import type { EventStore } from '../../shared/event-store/port.ts'
import type { SlugKind } from '../../shared/facts/claim.ts'
import { eventStream } from '../../shared/facts/event.ts'
import { organizerStream } from '../../shared/facts/organizer.ts'
import { termStream } from '../../shared/facts/term.ts'
import { venueStream } from '../../shared/facts/venue.ts'
import { foldName } from '../../shared/kernel/text/fold.ts'
import { load } from '../handle.ts'
import { event } from './event/index.ts'
import { organizer } from './organizer/index.ts'
import { term } from './term/index.ts'
import { venue } from './venue/index.ts'

export type ItemKind = 'event' | 'venue' | 'organizer'
export type TaxonomyKind = 'cal_events_cat' | 'post_tag'

/** The owner's own stream is the last word on whether a claim is meant. */
export const hasSlug = async (
  store: EventStore,
  kind: SlugKind,
  owner: number,
  slug: string,
): Promise<boolean> => {
  switch (kind) {
    case 'event':
      return (await load(store, event, eventStream(owner))).state?.values.slug === slug
    case 'venue':
      return (await load(store, venue, venueStream(owner))).state?.values.slug === slug
    case 'organizer':
      return (await load(store, organizer, organizerStream(owner))).state?.values.slug === slug
    case 'cal_events_cat':
    case 'post_tag': {
      const { state } = await load(store, term, termStream(owner))
      return state.status === 'live' && state.values.slug === slug
    }
  }
}

export const termHasName = async (
  store: EventStore,
  owner: number,
  taxonomy: TaxonomyKind,
  { name, parent }: { readonly name: string; readonly parent: number | null },
): Promise<boolean> => {
  const { state } = await load(store, term, termStream(owner))
  if (state.status !== 'live') return false
  const { values } = state
  return values.taxonomy === taxonomy && values.parent === parent && foldName(values.name) === foldName(name)
}

const streams = { event: eventStream, venue: venueStream, organizer: organizerStream } as const

export const exists = async (store: EventStore, kind: ItemKind, id: number): Promise<boolean> =>
  (await store.read(streams[kind](id), { limit: 1 })).length > 0
