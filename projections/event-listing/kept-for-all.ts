import { stillCurrent, type Trail, type Trails } from '../../shared/documents/trails.ts'
import { begunAnew, keptByHalves, LET_GO } from '../../shared/remembered.ts'
import { everybody, type Principal } from '../../shared/rights.ts'
import type { Site } from '../items/post.ts'
import type { EventRow, Names } from './row.ts'

// What others put into the objects of events, of either generation, kept as guests are shown it (the table of `kept-texts.ts`).

/** What an event names. `key`: another for whatever else is named. */
export type KeyedNames = { readonly key: string; readonly names: Names }

/** One id without a list of it, which costs more. */
const idsText = (ids: readonly number[]): string | number => (ids.length === 1 ? (ids[0] ?? '') : ids.join())

export const keyOf = ({ venues, organizers, categories, tags, image }: Names): string =>
  `${idsText(venues)};${idsText(organizers)};${idsText(categories)};${idsText(tags)};${image ?? ''}`

export const NO_NAMES: Names = { venues: [], organizers: [], categories: [], tags: [], image: null }

/** Protected events do not tell what they name (spec 02 §4). */
export const namesToldBy = (event: Names & Pick<EventRow, 'protected'>): KeyedNames => {
  const names = event.protected ? NO_NAMES : event
  return { key: keyOf(names), names }
}

/** `isAll`: nothing that is named was left out, so that everybody sees the same. */
export type ForAll = { readonly isAll: boolean }

/**
 * The same ids, and the same text for each key, for all who name the same: one of each is held, and is found among others
 * without comparing texts. Nothing else of who names them is held.
 */
export const sharedNames = (most: number): ((named: KeyedNames) => KeyedNames) => {
  const known = keptByHalves<string, KeyedNames>(most, LET_GO.ttl)
  return ({ key, names }) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const { venues, organizers, categories, tags, image } = names
    const shared = { key, names: { venues, organizers, categories, tags, image } }
    known.set(key, shared)
    return shared
  }
}

/** Inserts by the keys of what names them. */
export type MakeInserts<Inserts> = (
  named: ReadonlyMap<string, Names>,
  viewer: Principal,
) => Promise<ReadonlyMap<string, Inserts>>

/** The same in the order of what was given. */
type InsertsFor<Inserts> = (named: readonly KeyedNames[], viewer: Principal) => Promise<readonly Inserts[]>

/**
 * `most`: bytes of all that is kept, where `bytesOf` says those of its texts. `keeps`: whether it may be shown again; absent: it
 * may.
 */
type Keeping<Inserts> = {
  readonly most: number
  readonly bytesOf: (inserts: Inserts) => number
  readonly keeps?: (inserts: Inserts) => boolean
}
/** `share`: of the bytes of the trail, which what was made together has together. */
type Kept<Inserts> = Inserts & { readonly trail: Trail; readonly share: number }

/** Of an entry beside its texts and what it follows. */
const OVERHEAD = 512

const byKeys = (named: readonly KeyedNames[]): ReadonlyMap<string, Names> =>
  new Map(named.map(({ key, names }) => [key, names]))

/** Of each list for its viewer, nothing kept. */
export const madeForEach =
  <Inserts>(make: MakeInserts<Inserts>): InsertsFor<Inserts> =>
  async (named, viewer) => {
    const made = await make(byKeys(named), viewer)
    return named.flatMap(({ key }) => made.get(key) ?? [])
  }

/**
 * Inserts as guests are shown them, kept until something of them changes, and given to others where nothing was left out for
 * guests. Where nobody follows what is looked up they are made for each list.
 */
export const keptForAll = <Inserts extends ForAll>(
  trails: Trails | undefined,
  make: MakeInserts<Inserts>,
  { most, bytesOf, keeps = () => true }: Keeping<Inserts>,
): InsertsFor<Inserts> => {
  const forViewer = madeForEach(make)
  if (trails === undefined) return forViewer
  const sizeOf = (one: Kept<Inserts>) => bytesOf(one) + one.share + OVERHEAD
  const kept = keptByHalves<string, Kept<Inserts>>(most, LET_GO.ttl, sizeOf)

  const forGuests = async (named: readonly KeyedNames[]): Promise<readonly Inserts[]> => {
    // of those of one key, one may be looked at before it is let go and one after that
    const before = named.map(({ key }) => stillCurrent(kept.get(key), trails))
    if (before.every(one => one !== null)) return before
    const missing = named.filter((_, n) => before[n] === null)
    const { made: fresh, trail } = await trails.noting(() => make(byKeys(missing), everybody))
    const share = Math.ceil(trail.bytes / fresh.size)
    for (const [key, one] of fresh) if (keeps(one)) kept.set(key, { ...one, trail, share })
    return named.flatMap(({ key }, n) => before[n] ?? fresh.get(key) ?? [])
  }

  return async (named, viewer) => {
    const all = await forGuests(named)
    return viewer === everybody || all.every(({ isAll }) => isAll) ? all : forViewer(named, viewer)
  }
}

/** The mark of the site that something was made with. */
export type OfSite = { readonly site: string }

/**
 * The same of inserts in which settings show: all that is kept was made with the site as it is now, none with what was set
 * while it was made.
 */
export const keptForSite = <Inserts extends ForAll & OfSite>(
  live: Pick<Site, 'mark'>,
  trails: Trails | undefined,
  make: MakeInserts<Inserts>,
  keeping: Omit<Keeping<Inserts>, 'keeps'>,
): InsertsFor<Inserts> => {
  const keptNow = begunAnew(
    () => live.mark,
    () => {
      const { mark } = live
      return keptForAll(trails, make, { ...keeping, keeps: ({ site }) => site === mark })
    },
  )
  return (named, viewer) => keptNow()(named, viewer)
}
