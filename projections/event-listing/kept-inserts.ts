import { LRUCache } from 'lru-cache'
import type { Trail, Trails } from '../../shared/documents/trails.ts'
import { LET_GO } from '../../shared/remembered.ts'
import { NAMED_BYTES } from '../../shared/limits/views.ts'
import { everybody, type Principal } from '../../shared/rights.ts'
import type { Related } from '../items/related.ts'
import { insertsOf, insertTexts, lookedUp, NO_INSERTS, type InsertTexts, type LookedUp } from './cal-text.ts'
import type { EventRow } from './row.ts'

/** What lists put into the texts of events. */
type Listed = Pick<EventRow, 'protected' | 'venues' | 'organizers' | 'categories' | 'tags' | 'image'>

/** In the order of the events. */
export type InsertsFor = (events: readonly Listed[], viewer: Principal) => Promise<readonly InsertTexts[]>

/** `isAll`: nothing that is named was left out, so that everybody sees the same. */
type Shared = InsertTexts & { readonly isAll: boolean }
/** `share`: of the bytes of the trail, which what was made together has together. */
type Kept = Shared & { readonly trail: Trail; readonly share: number }

const bytesOf = ({ image, end, share }: Kept): number => image.length + end.length + share + OVERHEAD
/** Of an entry beside its texts and what it follows. */
const OVERHEAD = 512

/** One id without a list of it, which costs more. */
const idsText = (ids: readonly number[]): string | number => (ids.length === 1 ? (ids[0] ?? '') : ids.join())

const namedBy = ({ venues, organizers, categories, tags, image }: Listed): string =>
  `${idsText(venues)};${idsText(organizers)};${idsText(categories)};${idsText(tags)};${image ?? ''}`

const isAllFound = ({ venues, organizers, categories, tags }: Listed, found: LookedUp): boolean =>
  venues.every(id => found.venues.has(id)) &&
  organizers.every(id => found.organizers.has(id)) &&
  [...categories, ...tags].every(id => found.terms.has(id))

/** Also of protected events: they do not tell what they name (spec 02 §4). */
export const NOTHING = { ...insertTexts(NO_INSERTS), isAll: true }

/**
 * What events name, as it stands in their objects, kept by the ids until something of it changes. Where nobody follows
 * that it is made anew for each list.
 */
export const keptInserts = (related: Related): InsertsFor => {
  const kept = new LRUCache<string, Kept>({ maxSize: NAMED_BYTES, sizeCalculation: bytesOf, ...LET_GO })

  const made = async (events: readonly Listed[], viewer: Principal) => {
    const open = events.filter(event => !event.protected)
    const found = await lookedUp(open, related, viewer)
    return (event: Listed): Shared =>
      event.protected ? NOTHING : { ...insertTexts(insertsOf(event, found)), isAll: isAllFound(event, found) }
  }

  const known = (event: Listed, trails: Trails): Shared | null => {
    if (event.protected) return NOTHING
    const one = kept.get(namedBy(event))
    if (one?.trail.isCurrent() !== true) return null
    trails.include(one.trail)
    return one
  }

  /** What guests are shown. */
  const shared = async (events: readonly Listed[], trails: Trails): Promise<readonly Shared[]> => {
    const before = events.map(event => known(event, trails))
    const missing = events.filter((_, n) => before[n] === null)
    if (missing.length === 0) return before.filter(one => one !== null)
    const { made: textsOf, trail } = await trails.noting(() => made(missing, everybody))
    const share = Math.ceil(trail.bytes / new Set(missing.map(namedBy)).size)
    return events.map((event, n) => {
      const there = before[n]
      if (there != null) return there
      const texts = textsOf(event)
      kept.set(namedBy(event), { ...texts, trail, share })
      return texts
    })
  }

  return async (events, viewer) => {
    const { trails } = related
    if (trails === undefined) return events.map(await made(events, viewer))
    const all = await shared(events, trails)
    if (viewer === everybody || all.every(({ isAll }) => isAll)) return all
    return events.map(await made(events, viewer))
  }
}
