import { streamName } from '../../shared/kernel/brands.ts'
import { RevisionConflict } from '../../shared/event-store/port.ts'
import { nextSlug } from '../../shared/kernel/text/spelling.ts'
import { keptByHalves, LET_GO } from '../../shared/remembered.ts'

const REMEMBERED_BASES = 10_000
const LINEAR_PROBES = 4
const ATTEMPTS = 64

/** The first number is the base itself: `fair`, `fair-2`, `fair-3` … */
const numberedSlug = (base: string, number: number): string => (number === 1 ? base : nextSlug(base, number))

/** What this process knows of one base: numbers given back (null: none), the next untried one, a search under way. */
type Hint = { free: Set<number> | null; next: number; search: Promise<number> | null }

/** Tries to own exactly this slug; null: somebody else does. */
type Take<Taken> = (slug: string) => Promise<Taken | null>
/** Whether nobody holds this slug. */
type Probe = (slug: string) => Promise<boolean>
const always: Probe = async () => true

/**
 * A free number above `taken`: one by one for the first few, then in growing steps, then halving what lies
 * between the last taken and the first free one.
 */
const searchFree = async (taken: number, isFree: (number: number) => Promise<boolean>): Promise<number> => {
  let low = taken
  for (; low < taken + LINEAR_PROBES; low++) if (await isFree(low + 1)) return low + 1
  let step = LINEAR_PROBES
  while (!(await isFree(low + step))) {
    low += step
    step *= 2
  }
  let high = low + step
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await isFree(middle)) high = middle
    else low = middle
  }
  return high
}

const takeNext = (hint: Hint): number => {
  if (hint.free === null) return hint.next++
  let lowest = Infinity
  for (const number of hint.free) lowest = Math.min(lowest, number)
  hint.free.delete(lowest)
  if (hint.free.size === 0) hint.free = null
  return lowest
}

/** `isFree`: of a number. The search is shared by all who come to it. */
const moveOn = async (
  hint: Hint,
  taken: number,
  isFree: (number: number) => Promise<boolean>,
): Promise<void> => {
  hint.search ??= searchFree(taken, isFree).finally(() => {
    hint.search = null
  })
  hint.next = Math.max(hint.next, await hint.search)
}

/**
 * Finds the first free numbered slug in a bounded number of store calls, however many equal ones exist. Only a
 * hint: who owns a slug is decided by `take`. The hint moves synchronously, so parallel callers in one process
 * try different numbers. `numbered`: how the first, second … of a base is written.
 */
export const numberedSlugs = (numbered = numberedSlug) => {
  const hints = keptByHalves<string, Hint>(REMEMBERED_BASES, LET_GO.ttl)
  /** What was taken and is not in the log yet. */
  const onTheWay = new Set<string>()

  const giveBack = (key: string, number: number): void => {
    const hint = hints.get(key)
    if (hint === undefined || number >= hint.next) return
    hint.free ??= new Set()
    hint.free.add(number)
  }

  const tryNumber = async <Taken>(key: string, slug: string, number: number, take: Take<Taken>) => {
    try {
      return await take(slug)
    } catch (error) {
      giveBack(key, number)
      throw error
    }
  }

  return {
    /**
     * `space`: slugs of different spaces do not meet. `isOpen`: whether it is worth trying to take one that was taken.
     * Throws RevisionConflict after too many lost races.
     */
    first: async <Taken>(space: string, base: string, take: Take<Taken>, isFree: Probe, isOpen = always) => {
      const key = `${space}/${base}`
      const known = hints.get(key)
      const hint: Hint = known ?? { free: null, next: 1, search: null }
      if (known === undefined) hints.set(key, hint)
      // the plain slug is looked at every time: another process may have given it back
      const isPlain = known !== undefined && !onTheWay.has(key) && (await isOpen(numbered(base, 1)))
      const plain = isPlain ? await tryNumber(key, numbered(base, 1), 1, take) : null
      if (plain !== null) return plain
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const untried = hint.free === null
        const number = takeNext(hint)
        const taken = await tryNumber(key, numbered(base, number), number, take)
        if (taken !== null) return taken
        if (untried) await moveOn(hint, number, tried => isFree(numbered(base, tried)))
      }
      throw new RevisionConflict(streamName(key))
    },
    /** `space/slug` was taken, and is in the log as soon as it is `settled`. */
    putOff: (key: string): void => void onTheWay.add(key),
    settled: (key: string): void => void onTheWay.delete(key),
    /** `space/slug` was given back, or a claim on it may not have taken effect. */
    freed: (key: string): void => {
      giveBack(key, 1)
      const suffix = /^(.+)-(\d{1,9})$/.exec(key)
      if (suffix?.[1] !== undefined) giveBack(suffix[1], Number(suffix[2]))
    },
  }
}
