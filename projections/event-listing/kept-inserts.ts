import { LRUCache } from 'lru-cache'
import { stillCurrent, type Trail, type Trails } from '../../shared/documents/trails.ts'
import { LET_GO } from '../../shared/remembered.ts'
import { NAMED_BYTES } from '../../shared/limits/views.ts'
import { everybody, type Principal } from '../../shared/rights.ts'
import type { Related } from '../items/related.ts'
import { insertsOf, insertTexts, lookedUp, NO_INSERTS, type InsertTexts, type LookedUp } from './cal-text.ts'
import type { EventRow } from './row.ts'

/** What lists put into the texts of events. */
type Named = Pick<EventRow, 'venues' | 'organizers' | 'categories' | 'tags' | 'image'>
type Listed = Named & Pick<EventRow, 'protected'>

/** In the order of the events, of which is said what they name (`namedBy`). */
export type InsertsFor = (asked: readonly Asked[], viewer: Principal) => Promise<readonly InsertTexts[]>

/** `isAll`: nothing that is named was left out, so that everybody sees the same. */
type Shared = InsertTexts & { readonly isAll: boolean }
/** `share`: of the bytes of the trail, which what was made together has together. */
type Kept = Shared & { readonly trail: Trail; readonly share: number }

const bytesOf = ({ image, end, share }: Kept): number => image.length + end.length + share + OVERHEAD
/** Of an entry beside its texts and what it follows. */
const OVERHEAD = 512

/** One id without a list of it, which costs more. */
const idsText = (ids: readonly number[]): string | number => (ids.length === 1 ? (ids[0] ?? '') : ids.join())

const keyOf = ({ venues, organizers, categories, tags, image }: Named): string =>
  `${idsText(venues)};${idsText(organizers)};${idsText(categories)};${idsText(tags)};${image ?? ''}`

const isAllFound = ({ venues, organizers, categories, tags }: Named, found: LookedUp): boolean =>
  venues.every(id => found.venues.has(id)) &&
  organizers.every(id => found.organizers.has(id)) &&
  [...categories, ...tags].every(id => found.terms.has(id))

/** What an event names. `key`: another for whatever else is named. */
export type Asked = { readonly key: string; readonly named: Named }

const NAMES_NOTHING: Named = { venues: [], organizers: [], categories: [], tags: [], image: null }

/** Protected events do not tell what they name (spec 02 §4). */
export const namedBy = (event: Listed): Asked => {
  const named = event.protected ? NAMES_NOTHING : event
  return { key: keyOf(named), named }
}

export const NOTHING = { ...insertTexts(NO_INSERTS), isAll: true }

/**
 * What events name, as it stands in their objects, kept by the ids until something of it changes. Where nobody follows
 * that it is made anew for each list.
 */
export const keptInserts = (related: Related): InsertsFor => {
  const kept = new LRUCache<string, Kept>({ maxSize: NAMED_BYTES, sizeCalculation: bytesOf, ...LET_GO })

  /** By their keys. */
  const made = async (asked: readonly Asked[], viewer: Principal): Promise<ReadonlyMap<string, Shared>> => {
    const all = new Map(asked.map(({ key, named }) => [key, named]))
    const found = await lookedUp([...all.values()], related, viewer)
    const shown = (named: Named): Shared => ({
      ...insertTexts(insertsOf(named, found)),
      isAll: isAllFound(named, found),
    })
    return new Map([...all].map(([key, named]) => [key, shown(named)]))
  }

  /** What guests are shown. */
  const shared = async (asked: readonly Asked[], trails: Trails): Promise<readonly Shared[]> => {
    // of events that name the same, one may be looked at before it is let go and one after that
    const before = asked.map(({ key }) => stillCurrent(kept.get(key), trails))
    const missing = asked.filter((_, n) => before[n] === null)
    if (missing.length === 0) return before.filter(one => one !== null)
    const { made: fresh, trail } = await trails.noting(() => made(missing, everybody))
    const share = Math.ceil(trail.bytes / fresh.size)
    for (const [key, one] of fresh) kept.set(key, { ...one, trail, share })
    return asked.map(({ key }, n) => before[n] ?? fresh.get(key) ?? NOTHING)
  }

  return async (asked, viewer) => {
    const { trails } = related
    const all = trails === undefined ? null : await shared(asked, trails)
    if (all !== null && (viewer === everybody || all.every(({ isAll }) => isAll))) return all
    const texts = await made(asked, viewer)
    return asked.map(({ key }) => texts.get(key) ?? NOTHING)
  }
}
