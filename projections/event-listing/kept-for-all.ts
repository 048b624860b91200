import { stillCurrent, type Trail, type Trails } from '../../shared/documents/trails.ts'
import { keptByHalves, LET_GO } from '../../shared/remembered.ts'
import { everybody, type Principal } from '../../shared/rights.ts'

/** One of what a list shows, by what it names. `key`: what is made of others that have it is the same. */
type Asked<Named> = { readonly key: string; readonly named: Named }
/** `isAll`: nothing that is named was left out, so that everybody sees the same. */
type Made = { readonly isAll: boolean }
/** By their keys, once each. */
type Make<Named, Shown> = (
  named: ReadonlyMap<string, Named>,
  viewer: Principal,
) => Promise<ReadonlyMap<string, Shown>>

/**
 * `most`: bytes of all that is kept, where `bytesOf` says those of its texts. `keeps`: whether others may be shown it, besides what
 * was looked up for it; absent: they may.
 */
type Keeping<Shown> = {
  readonly most: number
  readonly bytesOf: (shown: Shown) => number
  readonly keeps?: (shown: Shown) => boolean
}
/** `share`: of the bytes of the trail, which what was made together has together. */
type Kept<Shown> = Shown & { readonly trail: Trail; readonly share: number }

/** Of an entry beside its texts and what it follows. */
const OVERHEAD = 512

const byKeys = <Named>(asked: readonly Asked<Named>[]): ReadonlyMap<string, Named> =>
  new Map(asked.map(({ key, named }) => [key, named]))

/**
 * What lists show of things, in the order of these, kept as guests are shown it until it is made of something else, and given to
 * others where nothing was left out for guests. Where nobody follows what is looked up it is made anew for each list.
 */
export const keptForAll = <Named, Shown extends Made>(
  trails: Trails | undefined,
  { most, bytesOf, keeps = () => true }: Keeping<Shown>,
) => {
  const sizeOf = (one: Kept<Shown>) => bytesOf(one) + one.share + OVERHEAD
  const kept = keptByHalves<string, Kept<Shown>>(most, LET_GO.ttl, sizeOf)

  /** What guests are shown. */
  const shared = async (
    asked: readonly Asked<Named>[],
    make: Make<Named, Shown>,
    followed: Trails,
  ): Promise<readonly Shown[]> => {
    // of those of one key, one may be looked at before it is let go and one after that
    const before = asked.map(({ key }) => stillCurrent(kept.get(key), followed))
    if (before.every(one => one !== null)) return before
    const missing = asked.filter((_, n) => before[n] === null)
    const { made: fresh, trail } = await followed.noting(() => make(byKeys(missing), everybody))
    const share = Math.ceil(trail.bytes / fresh.size)
    for (const [key, one] of fresh) if (keeps(one)) kept.set(key, { ...one, trail, share })
    return asked.flatMap(({ key }, n) => before[n] ?? fresh.get(key) ?? [])
  }

  return async (
    asked: readonly Asked<Named>[],
    viewer: Principal,
    make: Make<Named, Shown>,
  ): Promise<readonly Shown[]> => {
    const all = trails === undefined ? null : await shared(asked, make, trails)
    if (all !== null && (viewer === everybody || all.every(({ isAll }) => isAll))) return all
    const own = await make(byKeys(asked), viewer)
    return asked.flatMap(({ key }) => own.get(key) ?? [])
  }
}
