import { eventCodec } from '../../shared/facts/event.ts'
import { imageCodec } from '../../shared/facts/image.ts'
import { importCodec } from '../../shared/facts/import.ts'
import { organizerCodec } from '../../shared/facts/organizer.ts'
import { scheduleCodec } from '../../shared/facts/schedule.ts'
import { subscriptionCodec } from '../../shared/facts/subscription.ts'
import { siteCodec } from '../../shared/facts/site.ts'
import { undoCodec } from '../../shared/facts/undo.ts'
import { termCodec, type Taxonomy } from '../../shared/facts/term.ts'
import { userCodec } from '../../shared/facts/user.ts'
import { venueCodec } from '../../shared/facts/venue.ts'
import type { ToldFact } from './changes.ts'
import type { Kind } from './evolve.ts'

/** A kind of item; categories and tags are told apart. */
type Told = { readonly kind: Kind; readonly taxonomy?: Taxonomy }

/** What one may ask about, by the names of `GET /admin/history/{type}/{id}`. */
export const types = new Map<string, Told>([
  ['event', { kind: 'event' }],
  ['venue', { kind: 'venue' }],
  ['organizer', { kind: 'organizer' }],
  ['category', { kind: 'term', taxonomy: 'cal_events_cat' }],
  ['tag', { kind: 'term', taxonomy: 'post_tag' }],
  ['image', { kind: 'image' }],
  ['import', { kind: 'import' }],
  ['undo', { kind: 'undo' }],
  ['schedule', { kind: 'schedule' }],
  ['subscription', { kind: 'subscription' }],
  ['user', { kind: 'user' }],
  ['site', { kind: 'site' }],
])

export const decode: Record<Kind, (type: string, data: unknown) => ToldFact> = {
  event: eventCodec.decode,
  venue: venueCodec.decode,
  organizer: organizerCodec.decode,
  term: termCodec.decode,
  user: userCodec.decode,
  image: imageCodec.decode,
  import: importCodec.decode,
  undo: undoCodec.decode,
  schedule: scheduleCodec.decode,
  subscription: subscriptionCodec.decode,
  site: siteCodec.decode,
}
